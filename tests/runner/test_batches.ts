/**
 * Batches of test files, each run in one isolate: their imports are loaded once, not once a file. The lanes in
 * which they run, and their figures.
 *
 * @module
 */

import { inFolder } from "@/tests/tools/folders.ts";
import { filesUnder, readText, ROOT } from "@/tools/files.ts";
import { type ModuleGraph, moduleGraph, resolvePath } from "@/tools/module_graph.ts";

/** The tests that import a file, directly or not: the nearest first. */
export function testsOf(
  path: string,
  graph: ModuleGraph,
  isTest: (path: string) => boolean,
): string[] {
  const importers = importersIn(graph);
  const reached = new Set([path]);
  const tests: string[] = [];
  for (const one of reached) {
    if (isTest(one)) tests.push(one);
    for (const importer of importers.get(one) ?? []) reached.add(importer);
  }
  return tests;
}

function importersIn(graph: ModuleGraph): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, imports] of graph) {
    for (const { specifier, typeOnly } of imports) {
      const target = typeOnly ? null : resolvePath(path, specifier);
      if (target === null) continue;
      importers.set(target, [...importers.get(target) ?? [], path]);
    }
  }
  return importers;
}

/** More batches balance better between the lanes, fewer load less. */
const BATCH_COUNT = 9;

/** Batches that are run as halves, the last ones of the lanes, so that these end together. */
const HALVED_COUNT = 3;

/** Distributes files in turn, so that the long ones of a folder are not in one batch. */
export function roundRobin(files: readonly string[], count: number): string[][] {
  return Array.from(
    { length: Math.min(count, files.length) },
    (_, first) => files.filter((_, index) => index % count === first),
  );
}

/** Distributes files in turn over whole batches, then over halves of batches. */
export function wholesThenHalves(
  files: readonly string[],
  count = BATCH_COUNT,
  halvedCount = HALVED_COUNT,
): string[][] {
  const halves = roundRobin(files, 2 * count);
  const wholeCount = count - halvedCount;
  const wholes = halves.slice(0, wholeCount).map((half, rank) => {
    return [...half, ...halves[wholeCount + rank] ?? []];
  });
  return [...wholes, ...halves.slice(2 * wholeCount)];
}

/**
 * Files that use a browser longest, the longest first: each has a run of its own, the first ones of
 * their lanes.
 */
const LONG_IN_BROWSER = [
  "tests/access/axe_test.ts",
  "tests/flows/forms_browser_test.ts",
  "tests/flows/asked_forms_browser_test.ts",
  "tests/access/without_javascript_test.ts",
];

/** Groups of the other files that use a browser: fewer load less, more end together. */
const OTHER_BROWSER_GROUPS = 6;

const inBrowserGroups = (files: readonly string[]) => roundRobin(files, OTHER_BROWSER_GROUPS);

/** The tests that import the browser, directly or not. */
export function browserTests(): ReadonlySet<string> {
  const sources = ["tests", "tools"].flatMap((folder) => filesUnder(folder, ".ts", ".tsx"));
  return new Set(testsOf("tests/tools/browser.ts", moduleGraph(sources, readText), isTest));
}

/** The files that use a browser, the long ones first, so that the lanes end together. */
export function browserGroups(files: readonly string[]): string[][] {
  const long = LONG_IN_BROWSER.filter((path) => files.includes(path));
  const others = files.filter((path) => !long.includes(path));
  return [...long.map((path) => [path]), ...grouped(others, inBrowserGroups)];
}

/** The files of one isolate each: most in batches, then each of those that need their own. */
export function grouped(
  files: readonly string[],
  batches: (files: readonly string[]) => string[][] = wholesThenHalves,
): string[][] {
  const alone = files.filter((path) => standsAlone(readText(path)));
  const others = files.filter((path) => !alone.includes(path));
  return [...batches(others), ...alone.map((path) => [path])];
}

/** A module that imports files of a tree. */
export function importing(files: readonly string[], root: string): string {
  return files.map((path) => `import ${JSON.stringify(`file://${root}${path}`)};\n`).join("");
}

/** What `deno test` is to run for a group of files: a module that imports them, or the only one. */
export interface Batch {
  readonly module: string;
  readonly files: readonly string[];
}

/** Runs `act` on a batch for each group, in the same order. */
export function inBatches<T>(
  groups: readonly (readonly string[])[],
  act: (batches: readonly Batch[]) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const batches = groups.map((files, index): Batch => {
      const [only, second] = files;
      if (only !== undefined && second === undefined) return { module: only, files };
      const module = `${folder}/batch_${index + 1}.ts`;
      Deno.writeTextFileSync(module, importing(files, ROOT));
      return { module, files };
    });
    return await act(batches);
  });
}

/**
 * Whether a file needs an isolate of its own: a snapshot is next to the module under test, leaks of
 * a test without sanitizers (a timer of a widget) would fail a test of another file, and hooks of
 * the whole module would run for the other files too.
 */
function standsAlone(text: string): boolean {
  return ["assertSnapshot(", "sanitizeOps: false", "Deno.test.beforeAll("].some((reason) =>
    text.includes(reason)
  );
}

/** Results of a run of `deno test`. */
export interface Figures {
  readonly passed: number;
  readonly failed: number;
}

/**
 * The figures of a run, from its last summary line.
 *
 * A run that fails without naming a failure (a module that does not load), or that finds no test, counts one.
 */
export function figuresIn(output: string, success: boolean): Figures {
  const summaries = [...output.matchAll(/^(?:ok|FAILED) \| (\d+) passed.*? \| (\d+) failed/gm)];
  const last = summaries.at(-1);
  const [passed, failed] = [Number(last?.[1] ?? 0), Number(last?.[2] ?? 0)];
  return { passed, failed: success && passed > 0 ? failed : Math.max(failed, 1) };
}

export function sum(all: readonly Figures[]): Figures {
  return all.reduce(
    (total, { passed, failed }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
    }),
    { passed: 0, failed: 0 },
  );
}

export function isTest(path: string): boolean {
  return /_test\.tsx?$/.test(path);
}

/** The queues of a lane, in the order in which it takes tasks from them; lanes may share a queue. */
export type Lane<Task> = readonly Iterator<Task>[];

/** Runs `act` on every task of the queues; returns the results in the order in which the tasks ended. */
export async function inLanes<Task, Result>(
  lanes: readonly Lane<Task>[],
  act: (task: Task, lane: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  await Promise.all(lanes.map(async (queues, lane) => {
    for (let task = nextOf(queues); task !== null; task = nextOf(queues)) {
      results.push(await act(task.value, lane));
    }
  }));
  return results;
}

function nextOf<Task>(queues: Lane<Task>): { value: Task } | null {
  for (const queue of queues) {
    const next = queue.next();
    if (next.done !== true) return next;
  }
  return null;
}
