/**
 * What is wrong with one import, by the data of floors.ts: asked by the lint rule and by the graph check.
 *
 * @module
 */
import { AREAS, type Floor, FLOORS, listed } from "./floors.ts";

/** Floors whose code reaches a browser. */
const RUNS_IN_BROWSER: ReadonlySet<string> = new Set(["browser", "islands", "components"]);

/** What of lib/client runs in a browser. */
const IN_BROWSER = /\/(?:over_http|page_again)\.ts$/;

/** What a file imports, as a linter or a scanner meets it. */
export interface Import {
  readonly specifier: string;
  readonly typeOnly: boolean;
}

/**
 * What is wrong with an import, and what to write instead.
 *
 * @param path of the importing file, in the project
 * @returns one sentence; null when the import is allowed
 */
export function importFault(path: string, { specifier, typeOnly }: Import): string | null {
  if (/^(https?:|jsr:|npm:|data:)/.test(specifier)) {
    return isTestPackageDoor(path) ? null : "Name the package in deno.json and import that name.";
  }
  const from = floorOf(path);
  if (from === undefined) return null;
  const target = resolvePath(path, specifier);
  if (target === null) return packageFault(path, from, specifier);
  const to = floorOf(target);
  if (to === undefined) return `${from.name} imports nothing outside the floors: move ${target}.`;
  if (to === from) return to.name === "domain" ? areaFault(path, target) : null;
  if (RUNS_IN_BROWSER.has(from.name)) {
    const fault = browserFault(to, target, typeOnly);
    if (fault !== null) return fault;
  }
  if (from.floors.includes(to.name)) return null;
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

/** The floor of a file, from its path in the project; undefined for main.ts, dev.ts, tools and tests, who may import any. */
function floorOf(path: string): Floor | undefined {
  return FLOORS.find(({ paths }) => paths.some((start) => path.startsWith(start)));
}

function packageFault(path: string, from: Floor, specifier: string): string | null {
  const known = from.packages.some((name) =>
    name.endsWith(":")
      ? specifier.startsWith(name)
      : specifier === name || specifier.startsWith(`${name}/`)
  );
  if (!known) return `${from.name} does not use ${specifier}: it may use ${listed(from.packages)}.`;
  const isZod = specifier === "zod" || specifier.startsWith("zod/");
  if (from.name === "domain" && isZod && !path.endsWith("/schema.ts")) {
    return "In lib/domain zod stands in schema.ts alone: describe the shape in types.ts.";
  }
  return null;
}

function areaFault(path: string, target: string): string | null {
  const [own, other] = [areaOf(path), areaOf(target)];
  if (own === other) return null;
  const [ownRank, otherRank] = [
    AREAS.findIndex((a) => a === own),
    AREAS.findIndex((a) => a === other),
  ];
  if (ownRank === -1) return `Add the area "${own}" to AREAS in tools/floors.ts.`;
  if (otherRank === -1) return `Add the area "${other}" to AREAS in tools/floors.ts.`;
  return otherRank < ownRank
    ? null
    : `${own} comes before ${other}: move the rule up to ${other}, or what it needs down to ${own}.`;
}

function browserFault(to: Floor, target: string, typeOnly: boolean): string | null {
  if (typeOnly) return null;
  if (target.endsWith("/schema.ts")) return "zod stays on the server: import the rule, or a type.";
  if (to.name === "client" && !IN_BROWSER.test(target)) {
    return "What runs in a browser asks through lib/client/over_http.ts and page_again.ts.";
  }
  return null;
}

function areaOf(path: string): string {
  return path.split("/")[2] ?? "";
}

/** tests/npm is the one place that names test-only packages, so that deno.lock does not hold them. */
function isTestPackageDoor(path: string): boolean {
  return path.startsWith("tests/npm/");
}

function allowed({ floors, types }: Floor): string {
  return listed([...floors, ...types.map((name) => `types of ${name}`)]);
}
