/**
 * Batches of test files, each run in one isolate: their imports are loaded once, not once a file.
 * @module
 */
import { inFolder } from "@/tests/tools/folders.ts";
import { filesUnder, readText, ROOT } from "@/tools/files.ts";
import { moduleGraph } from "@/tools/module_graph.ts";
import { testsOf } from "./dependents.ts";

/** More batches balance better between the lanes, fewer load less. */
const BATCH_COUNT = 9;

/** Distributes files in turn, so that the long ones of a folder are not in one batch. */
export function roundRobin(files: readonly string[], count = BATCH_COUNT): string[][] {
  return Array.from(
    { length: Math.min(count, files.length) },
    (_, first) => files.filter((_, index) => index % count === first),
  );
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

/** Runs of the other files: fewer load less, more end together. */
const OTHER_HANDS = 6;

/** The tests that import the browser, directly or not. */
export function browserTests(): ReadonlySet<string> {
  const sources = ["tests", "tools"].flatMap((folder) => filesUnder(folder, ".ts", ".tsx"));
  const isTest = (path: string) => /_test\.tsx?$/.test(path);
  return new Set(testsOf("tests/tools/browser.ts", moduleGraph(sources, readText), isTest));
}

/**
 * The files that need a browser, in the runs of its lanes: the long ones first, so that the lanes
 * end together.
 */
export function browserHands(files: readonly string[]): string[][] {
  const long = LONG_IN_BROWSER.filter((path) => files.includes(path));
  const others = files.filter((path) => !long.includes(path));
  return [...long.map((path) => [path]), ...roundRobin(others, OTHER_HANDS)];
}

/** A module that imports files of a tree. */
export function importing(files: readonly string[], root: string): string {
  return files.map((path) => `import ${JSON.stringify(`file://${root}${path}`)};\n`).join("");
}

/** Runs `act` on modules to test: one for each batch, and the files that need their own. */
export function inBatches<T>(
  files: readonly string[],
  act: (modules: readonly string[]) => Promise<T>,
): Promise<T> {
  return inFolder(async (folder) => {
    const alone = files.filter((path) => standsAlone(readText(path)));
    const batches = roundRobin(files.filter((path) => !alone.includes(path)));
    const modules = batches.map((batch, index) => {
      const module = `${folder}/batch_${index + 1}.ts`;
      Deno.writeTextFileSync(module, importing(batch, ROOT));
      return module;
    });
    return await act([...modules, ...alone]);
  });
}

/**
 * Whether a file needs an isolate of its own: a snapshot is next to the module under test, and
 * leaks of a test without sanitizers (a timer of a widget) would fail a test of another file.
 */
export function standsAlone(text: string): boolean {
  return text.includes("assertSnapshot(") || text.includes("sanitizeOps: false");
}
