/**
 * The pages that use each call, read from the sources.
 *
 * @module
 */
import { routesFolder } from "@/lib/fresh/src/building/file_routes.ts";
import { filesUnder, readText } from "./files.ts";
import { resolvePath, withoutComments } from "./module_graph.ts";

/** Folders of the sources between a page and its calls. */
const FOLDERS = ["routes", "islands", "components", "lib"];

/** How a call is named: it is made, or its path is given to an island. */
const NAMED = /\b[A-Z]+(?:_[A-Z]+)*_CALLS\.(\w+)/g;

const IMPORT = /^import\s+(?!type\s)([^"';]+?)\s+from\s+"([^"]+)"/gm;
const PASSED_ON = /^export\s+\{([^}]*)\}\s+from\s+"([^"]+)"/gm;
const DECLARATION =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:function\*?|const|class|type|interface)\s+([\w$]+)|^export default/gm;

/** A declaration of a file, with the names it uses. */
interface Part {
  readonly calls: readonly string[];
  /** Declarations, as `file#name`; `file#` for all of a file. */
  readonly uses: readonly string[];
}

/** The URLs of the pages that use each call, by its name; a layout's end with "/…". */
export function pagesOfCalls(): ReadonlyMap<string, readonly string[]> {
  const paths = FOLDERS.flatMap((folder) => filesUnder(folder, ".ts", ".tsx"));
  const parts = new Map(paths.flatMap((path) => partsOf(path, withoutComments(readText(path)))));
  const pages = new Map<string, Set<string>>();
  for (const [path, address] of routeAddresses(paths)) {
    for (const name of callsFrom(path, parts)) {
      pages.set(name, (pages.get(name) ?? new Set()).add(address));
    }
  }
  return new Map(Array.from(pages, ([name, users]) => [name, [...users].sort(byAddress)]));
}

/** Layouts first, since they cover the most pages. */
function byAddress(left: string, right: string): number {
  const rank = (address: string) => address.endsWith("/…") ? 0 : 1;
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}

/** The calls of a file, direct or through the declarations that it uses. */
function callsFrom(path: string, parts: ReadonlyMap<string, Part>): ReadonlySet<string> {
  const reached = new Set([`${path}#`]);
  const calls = new Set<string>();
  for (const one of reached) {
    const { calls: made, uses } = parts.get(one) ?? parts.get(one.replace(/#.*/, "#")) ?? NONE;
    for (const name of made) calls.add(name);
    for (const use of uses) reached.add(use);
  }
  return calls;
}

const NONE: Part = { calls: [], uses: [] };

/** The declarations of a file, and the file as a whole. */
function partsOf(path: string, source: string): (readonly [string, Part])[] {
  const starts = [...source.matchAll(DECLARATION)];
  const own = starts.map(([, name = "default"]) => name);
  const known = new Map([
    ...own.map((name) => [name, `${path}#${name}`] as const),
    ...namesFrom(path, source, IMPORT),
  ]);
  const declared = starts.map(({ index }, rank) => {
    const text = source.slice(index, starts[rank + 1]?.index);
    const names = new Set(text.match(/(?<![\w$"]|(?<!\.)\.)[\w$]+(?![\w$"])/g));
    const uses = [...names].flatMap((name) => known.get(name) ?? []);
    return [`${path}#${own[rank]}`, { calls: callsIn(text), uses }] as const;
  });
  const passedOn = namesFrom(path, source, PASSED_ON).map(([, target]) => target);
  const whole = { calls: [], uses: [...declared.map(([name]) => name), ...passedOn] };
  return [...declared, [`${path}#`, whole] as const];
}

/** The imports of a file that match a statement, by local name. */
function namesFrom(path: string, source: string, statement: RegExp): (readonly [string, string])[] {
  return [...source.matchAll(statement)].flatMap(([, names = "", specifier = ""]) => {
    const target = resolvePath(path, specifier);
    if (target === null) return [];
    const isListed = statement === PASSED_ON || names.includes("{");
    const listed = isListed
      ? names.replaceAll(/[{}]/g, "").split(",")
      : [names.replace(/^\*\s+as/, "")];
    return listed.flatMap((one) => {
      const [, name, local = name] = /^\s*(?!type\s)([\w$]+)(?:\s+as\s+([\w$]+))?\s*$/.exec(one) ??
        [];
      if (name === undefined || local === undefined) return [];
      return [[local, `${target}#${isListed ? name : ""}`] as const];
    });
  });
}

/** The URL of each file of the routes, by its path; API routes answer any call. */
function routeAddresses(paths: readonly string[]): ReadonlyMap<string, string> {
  const files = paths.flatMap((path) => path.startsWith("routes/") ? [path.slice(7)] : []);
  const places = routesFolder(files).modules.filter(({ file }) =>
    !/^(?:api|\(ingest\))\//.test(file)
  );
  return new Map(
    places.map(({ file, folders, pattern, kind }) => [
      `routes/${file}`,
      kind === "route" ? pattern : `${folderAddress(folders)}/…`,
    ]),
  );
}

/** The URL of folders: « /collect/:projectId » for « collect », « [projectId] ». */
function folderAddress(folders: readonly string[]): string {
  const named = folders.filter((folder) => !folder.startsWith("("));
  return named.map((folder) => `/${folder.replace(/^\[(\w+)\]$/, ":$1")}`).join("");
}

function callsIn(text: string): string[] {
  return [...text.matchAll(NAMED)].map(([, name = ""]) => name);
}
