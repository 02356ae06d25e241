/**
 * Who may import whom, as data: the lint rule, the graph check, the tests and docs/architecture.md read this table.
 *
 * @module
 */

export interface Floor {
  readonly name: string;
  /** A file is on the first floor one of whose paths starts its own. */
  readonly paths: readonly string[];
  /** Floors a file may import; its own is understood. */
  readonly floors: readonly string[];
  /** Floors of which only types may be imported. */
  readonly types: readonly string[];
  /** Packages and platform modules. */
  readonly packages: readonly string[];
}

const LIB = ["domain", "contract", "text", "forms", "links", "client", "backend", "web"];
const VIEW_TYPES = ["contract", "config"];

/** The areas of lib/domain from the ground up: an area may import those before it. */
export const AREAS = [
  "numbers",
  "periods",
  "forms",
  "tables",
  "charts",
  "series",
  "degree_days",
  "roles",
  "organisations",
  "accounts",
  "platform",
  "projects",
  "facilities",
  "housing",
  "energy_balance",
  "gas",
  "consumption_reports",
  "pilot",
  "autoconsumption",
  "alarms",
  "contracting",
  "display",
  "queued_reports",
] as const;

/** The folders of lib/backend from the ground up: a folder may import those before it. */
export const BACKEND_FOLDERS = [
  "core",
  "files",
  "kv",
  "cache",
  "accounts",
  "limits",
  "records",
  "sources",
  "mail",
  "dispatch",
  "upstream",
  "outside",
  "ingest",
  "embedded",
  "jobs",
  "demo",
] as const;

/** The floors, from what the specification says up to what one sees. */
export const FLOORS: readonly Floor[] = [
  floor("domain", ["lib/domain/"], { packages: ["zod"] }),
  floor("contract", ["lib/contract/"], { floors: ["domain"], packages: ["zod"] }),
  floor("text", ["lib/text/"], { floors: ["domain"], types: ["contract"] }),
  floor("forms", ["lib/forms/"], { floors: ["domain", "text"], types: ["contract"] }),
  floor("links", ["lib/links/"], { floors: ["domain"], types: ["contract"] }),
  floor("client", ["lib/client/"], { floors: ["domain", "contract"] }),
  floor("backend", ["lib/backend/"], {
    floors: ["domain", "contract", "text", "links"],
    types: ["config"],
    packages: ["zod", "csv-parse", "nodemailer", "libsodium-wrappers-sumo", "pdf-lib", "node:"],
  }),
  floor("web", ["lib/web/"], {
    floors: LIB.slice(0, -1),
    types: ["config"],
    packages: ["fresh", "zod", "preact", "node:"],
  }),
  floor("pages", ["lib/pages/"], { floors: LIB, types: ["config"], packages: ["fresh"] }),
  floor("components", ["components/"], {
    floors: ["domain", "text", "forms", "links"],
    types: VIEW_TYPES,
    packages: ["preact", "fresh/runtime"],
  }),
  floor("browser", ["lib/browser/"], {
    floors: ["components", "domain", "text", "forms", "links", "client"],
    types: VIEW_TYPES,
    packages: ["react", "react-dom", "fresh/runtime", "chart.js", "leaflet"],
  }),
  floor("islands", ["islands/"], {
    floors: ["browser", "components", "domain", "text", "forms", "links", "client"],
    types: VIEW_TYPES,
    packages: ["react", "preact", "@preact/signals", "fresh/runtime", "leaflet"],
  }),
  floor("routes", ["routes/"], {
    floors: [
      "islands",
      "components",
      "domain",
      "contract",
      "text",
      "forms",
      "links",
      "client",
      "web",
      "pages",
    ],
    types: ["config"],
    packages: ["fresh", "preact"],
  }),
  floor("config", ["fresh.config.ts"], { floors: ["web"], packages: ["zod"] }),
];

/** The areas as docs/architecture.md lists them. */
export function areasList(): string {
  return `\`${AREAS.join(" ")}\``;
}

/** The folders of lib/backend as docs/architecture.md lists them. */
export function backendList(): string {
  return `\`${BACKEND_FOLDERS.join(" ")}\``;
}

/** The floors as the Markdown table of docs/architecture.md. */
export function floorsTable(): string {
  const rows = FLOORS.map(({ name, paths, floors, types, packages }) =>
    `| ${name} | \`${paths.join("` `")}\` | ${listed(floors)} | ${listed(types)} | ${
      listed(packages)
    } |`
  );
  return [
    "| floor | where | may import | only types of | packages |",
    "|---|---|---|---|---|",
    ...rows,
  ]
    .join("\n");
}

function floor(
  name: string,
  paths: readonly string[],
  may: Partial<Pick<Floor, "floors" | "types" | "packages">>,
): Floor {
  return { name, paths, floors: [], types: [], packages: [], ...may };
}

/** Names as a sentence or a cell of a table has them. */
export function listed(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
