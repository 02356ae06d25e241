/** The fault of one import, from the data of layers.ts; used by the lint rule and by the graph check. @module */
import { AREAS, BACKEND_FOLDERS, type Layer, LAYERS, listed } from "./layers.ts";

/** Layers that run in a browser. */
const RUNS_IN_BROWSER: ReadonlySet<string> = new Set(["browser", "islands", "components"]);

/** Files of lib/client that run in a browser. */
const IN_BROWSER = /\/(?:over_http|page_again|page_data)\.ts$/;

/** Layers whose folders are ordered: a folder may import earlier ones. */
const ORDERS: readonly {
  readonly start: string;
  readonly folders: readonly string[];
  readonly name: string;
}[] = [
  { start: "lib/domain/", folders: AREAS, name: "AREAS" },
  { start: "lib/backend/", folders: BACKEND_FOLDERS, name: "BACKEND_FOLDERS" },
];

/** An import, as found by a linter or a scanner. */
export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/**
 * The fault of an import, and its replacement.
 *
 * @param path of the importing file, in the project
 * @returns one sentence; null when the import is allowed
 */
export function importFault(path: string, { specifier, typeOnly }: Import): string | null {
  if (/^(https?:|jsr:|npm:|data:)/.test(specifier)) {
    // tests/npm is the only place that names test-only packages, so that deno.lock does not contain them.
    if (path.startsWith("tests/npm/")) return null;
    return "Name the package in deno.json and import that name.";
  }
  if (specifier.startsWith("../") && !isAlone(path)) {
    return `Only what is in the folder of a file is named from there: write @/${
      resolvePath(path, specifier)
    }.`;
  }
  const from = layerOf(path);
  if (from === undefined) return null;
  const target = resolvePath(path, specifier);
  if (target === null) return packageFault(path, from, specifier);
  const to = layerOf(target);
  if (to === undefined) return `${from.name} imports nothing outside the layers: move ${target}.`;
  if (to === from) return orderFault(path, target);
  if (RUNS_IN_BROWSER.has(from.name)) {
    const fault = browserFault(to, target, typeOnly);
    if (fault !== null) return fault;
  }
  if (from.layers.includes(to.name)) return null;
  if (typeOnly && from.types.includes(to.name)) return null;
  if (from.types.includes(to.name)) return `Only types of ${to.name}: write \`import type\`.`;
  return `${from.name} may not import ${to.name}: it may import ${allowed(from)}.`;
}

/** Path in the project of a specifier that is relative or starts at the root; null for a package. */
export function resolvePath(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  const { pathname } = new URL(specifier, `file:///${from}`);
  return decodeURIComponent(pathname).slice(1);
}

/** The layer of a file, from its path in the project; undefined for main.ts, dev.ts, tools and tests, who may import any. */
function layerOf(path: string): Layer | undefined {
  return LAYERS.find(({ paths }) => paths.some((start) => path.startsWith(start)));
}

function packageFault(path: string, from: Layer, specifier: string): string | null {
  const known = from.packages.some((name) =>
    name.endsWith(":")
      ? specifier.startsWith(name)
      : specifier === name || specifier.startsWith(`${name}/`)
  );
  if (!known) return `${from.name} does not use ${specifier}: it may use ${listed(from.packages)}.`;
  const isZod = specifier === "zod" || specifier.startsWith("zod/");
  if (from.name === "domain" && isZod && !path.endsWith("/schema.ts")) {
    return "In lib/domain zod is used in schema.ts alone.";
  }
  return null;
}

function orderFault(path: string, target: string): string | null {
  const order = ORDERS.find(({ start }) => path.startsWith(start));
  const [own, other] = [folderOf(path), folderOf(target)];
  if (order === undefined || own === other) return null;
  // A file in none of the folders is above all of them.
  const rankOf = (name: string) =>
    name.endsWith(".ts") ? order.folders.length : order.folders.indexOf(name);
  const unknown = [own, other].find((name) => rankOf(name) === -1);
  if (unknown !== undefined) return `Add "${unknown}" to ${order.name} in tools/layers.ts.`;
  return rankOf(other) <= rankOf(own)
    ? null
    : `${own} comes before ${other}: move the rule up to ${other}, or what it needs down to ${own}.`;
}

function browserFault(to: Layer, target: string, typeOnly: boolean): string | null {
  if (typeOnly) return null;
  if (target.endsWith("/schema.ts")) return "zod stays on the server: import the rule, or a type.";
  if (to.name === "client" && !IN_BROWSER.test(target)) {
    return "What runs in a browser asks through lib/client/over_http.ts, page_again.ts and page_data.ts.";
  }
  return null;
}

function folderOf(path: string): string {
  return path.split("/")[2] ?? "";
}

/** The stand-in is a separate package, and its tests write their own sites: none has this root. */
function isAlone(path: string): boolean {
  return path.startsWith("lib/fresh/") || path.startsWith("tests/fresh/");
}

function allowed({ layers, types }: Layer): string {
  return listed([...layers, ...types.map((name) => `types of ${name}`)]);
}
