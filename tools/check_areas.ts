/** Checks of the imports: order of the areas, no circles, nothing of the server in the browser, pure rules. @module */
import { areaOf, AREAS, isOfProgram } from "./areas.ts";
import { exists, filesUnder, readText } from "./files.ts";
import {
  chainTo,
  cycles,
  type Import,
  type ModuleGraph,
  moduleGraph,
  neededBy,
  resolvePath,
  withoutComments,
} from "./module_graph.ts";

/** What no island may load. */
const SERVER_ONLY = /^(?:zod|fresh|big\.js|csv-parse|esbuild|preact-render-to-string|node:)/;

/** Areas that hold or serve data: what reaches none of them is a rule. */
const SERVING = /^lib\/(?:store|files|mail|api|web)\//;

/** Clock, chance, waits, network and machine. */
const OUTSIDE =
  /Math\.random|Date\.now|new Date\(\)|Temporal\.Now|performance\.now|(?<![.\w])(?:crypto|Deno)\.|(?<![.#\w])fetch\(|(?<![.\w])set(?:Timeout|Interval)\(/;

/** Files without data that wait, draw lots or send a request. */
const WITHOUT_DATA: ReadonlySet<string> = new Set([
  "lib/base/concurrency.ts",
  "lib/base/event_loop.ts",
  "lib/base/secrets.ts",
  "lib/identity/passwords.ts",
  "lib/ui/lazy_load.ts",
  "lib/ui/live_refresh.ts",
  "lib/ui/page_script.ts",
  "lib/ui/requests.ts",
  "lib/ui/wait_notice.ts",
]);

if (import.meta.main) {
  const faults = importFaults(projectGraph());
  for (const fault of faults) console.log(fault);
  Deno.exit(faults.length === 0 ? 0 : 1);
}

export function projectGraph(): ModuleGraph {
  return moduleGraph(filesUnder("", ".ts", ".tsx"), readText);
}

/** The faults of the graph, one line each. */
export function importFaults(graph: ModuleGraph, read = readText): string[] {
  const faults = [...graph].flatMap(([path, imports]) =>
    imports.flatMap((one) => {
      const fault = importFault(path, one);
      return fault === null ? [] : [`${path}: ${one.specifier}: ${fault}`];
    })
  );
  const own = new Map([...graph].filter(([path]) => !path.startsWith("lib/fresh/")));
  return [
    ...faults,
    ...cycles(graph).map((group) => `circle: ${group.join(" → ")}`),
    ...browserFaults(own),
    ...ruleFaults(own, read),
    ...documentFaults(),
  ];
}

/**
 * The fault of an import, and its replacement.
 *
 * @param path of the importing file, in the project
 * @returns one sentence; null when the import is allowed
 */
export function importFault(path: string, { specifier }: Pick<Import, "specifier">): string | null {
  if (/^(https?:|jsr:|npm:|data:)/.test(specifier)) {
    // tests/npm is the only place that names test-only packages, so that deno.lock does not contain them.
    if (path.startsWith("tests/npm/")) return null;
    return "Name the package in deno.json and import that name.";
  }
  const target = resolvePath(path, specifier);
  if (specifier.startsWith("../") && !isAlone(path)) {
    return `Only what is in the folder of a file is named from there: write @/${target}.`;
  }
  if (target === null || !isOfProgram(path)) return null;
  const from = areaOf(path);
  if (from === undefined) return isPlaced(path) ? null : unknownArea(path);
  const to = areaOf(target);
  if (to === undefined) {
    return isPlaced(target) ? `An area does not import ${target}.` : unknownArea(target);
  }
  return AREAS.indexOf(to) <= AREAS.indexOf(from)
    ? null
    : `${from} comes before ${to}: move the rule up to ${to}, or what it needs down to ${from}.`;
}

/** Routes and the entries of the program have no area. */
function isPlaced(path: string): boolean {
  return !/^(?:lib|components|islands)\//.test(path);
}

function unknownArea(path: string): string {
  return `${path} is in no area of tools/areas.ts.`;
}

function browserFaults(graph: ModuleGraph): string[] {
  const islands = [...graph.keys()].filter((path) => /^islands\/|\/\(_islands\)\//.test(path));
  return islands.flatMap((island) => {
    const chain = chainTo(
      (specifier) => SERVER_ONLY.test(specifier) && specifier !== "fresh/runtime",
      island,
      graph,
    );
    return chain === null
      ? []
      : [`imports a package of the server in the browser: ${chain.join(" → ")}`];
  });
}

/** Rules take the time, ids and answers as arguments. */
export function ruleFaults(graph: ModuleGraph, read: (path: string) => string): string[] {
  return [...graph.keys()].filter((path) =>
    path.startsWith("lib/") && !WITHOUT_DATA.has(path) && !reachesData(path, graph)
  ).flatMap((path) => {
    const [found] = OUTSIDE.exec(withoutComments(read(path))) ?? [];
    return found === undefined
      ? []
      : [`${path}: a rule has no ${found}: take the value as an argument.`];
  });
}

function reachesData(path: string, graph: ModuleGraph): boolean {
  const reached = new Set([path]);
  for (const one of reached) {
    if (SERVING.test(one)) return true;
    for (const target of neededBy(one, graph)) reached.add(target);
  }
  return false;
}

function documentFaults(): string[] {
  const path = "docs/architecture.md";
  const written = exists(path) ? readText(path) : "";
  const list = `\`${AREAS.join(" ")}\``;
  return written.includes(list) ? [] : [`${path} does not list the areas; it should read: ${list}`];
}

/** The stand-in is a separate package, and its tests write their own sites: none has this root. */
function isAlone(path: string): boolean {
  return path.startsWith("lib/fresh/") || path.startsWith("tests/fresh/");
}
