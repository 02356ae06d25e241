/**
 * Allowed imports, as data for the lint rule, the graph check, the tests and docs/architecture.md.
 *
 * @module
 */

export interface Layer {
  readonly name: string;
  /** A file belongs to the first layer with a path that is a prefix of its own. */
  readonly paths: readonly string[];
  /** Layers a file may import, besides its own. */
  readonly layers: readonly string[];
  /** Layers of which only types may be imported. */
  readonly types: readonly string[];
  /** Packages and platform modules. */
  readonly packages: readonly string[];
}

const LIB = ["domain", "contract", "text", "forms", "links", "client", "backend", "web"];
const VIEW_TYPES = ["contract", "config"];

/** The areas of lib/domain, in order: an area may import earlier ones. */
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

/** The folders of lib/backend, in order: a folder may import earlier ones. */
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

/** The layers, from the domain to the pages. */
export const LAYERS: readonly Layer[] = [
  layer("domain", ["lib/domain/"], { packages: ["zod"] }),
  layer("contract", ["lib/contract/"], { layers: ["domain"], packages: ["zod"] }),
  layer("links", ["lib/links/"], { layers: ["domain"], types: ["contract"] }),
  layer("text", ["lib/text/"], { layers: ["domain", "links"], types: ["contract"] }),
  layer("forms", ["lib/forms/"], { layers: ["domain", "text"], types: ["contract"] }),
  layer("client", ["lib/client/"], { layers: ["domain", "contract"] }),
  layer("backend", ["lib/backend/"], {
    layers: ["domain", "contract", "text", "links"],
    types: ["config"],
    packages: [
      "zod",
      "csv-parse",
      "nodemailer",
      "pdf-lib",
      "pdfkit",
      "fontkit",
      "qr",
      "jpeg-js",
      "fast-png",
      "node:",
    ],
  }),
  layer("web", ["lib/web/"], {
    layers: LIB.slice(0, -1),
    types: ["config"],
    packages: ["fresh", "zod", "preact", "node:"],
  }),
  layer("pages", ["lib/pages/"], { layers: LIB, types: ["config"], packages: ["fresh"] }),
  layer("components", ["components/"], {
    layers: ["domain", "text", "forms", "links"],
    types: VIEW_TYPES,
    packages: ["preact", "fresh/runtime"],
  }),
  layer("browser", ["lib/browser/"], {
    layers: ["components", "domain", "text", "forms", "links", "client"],
    types: VIEW_TYPES,
    packages: ["react", "react-dom", "fresh/runtime", "chart.js", "leaflet"],
  }),
  layer("islands", ["islands/"], {
    layers: ["browser", "components", "domain", "text", "forms", "links", "client"],
    types: VIEW_TYPES,
    packages: ["react", "preact", "@preact/signals", "fresh/runtime", "leaflet"],
  }),
  layer("routes", ["routes/"], {
    layers: [
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
  layer("config", ["fresh.config.ts"], { layers: ["web"], packages: ["zod"] }),
];

/** The layers as the Markdown table of docs/architecture.md. */
export function layersTable(): string {
  const rows = LAYERS.map(({ name, paths, layers, types, packages }) =>
    `| ${name} | \`${paths.join("` `")}\` | ${listed(layers)} | ${listed(types)} | ${
      listed(packages)
    } |`
  );
  return [
    "| layer | where | may import | only types of | packages |",
    "|---|---|---|---|---|",
    ...rows,
  ]
    .join("\n");
}

function layer(
  name: string,
  paths: readonly string[],
  may: Partial<Pick<Layer, "layers" | "types" | "packages">>,
): Layer {
  return { name, paths, layers: [], types: [], packages: [], ...may };
}

/** Names joined for a sentence or a table cell. */
export function listed(names: readonly string[]): string {
  return names.length === 0 ? "nothing" : names.join(", ");
}
