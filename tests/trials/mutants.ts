import { deepStrictEqual } from "node:assert/strict";
import { failedTests } from "@/tests/mutants/failed_tests.ts";
import { lineOf, mutated, type Mutation, mutationsOf } from "@/tests/mutants/mutations.ts";
import { finding, probableFirst, testsOf } from "@/tests/runner/dependents.ts";
import { importing, standsAlone } from "@/tests/runner/test_batches.ts";
import { isTest } from "@/tests/runner/test_figures.ts";
import { filesUnder, readText, ROOT } from "@/tools/files.ts";
import { moduleGraph } from "@/tools/module_graph.ts";

/** Least share of the faults of an area that tests must detect, by the prefix of its path. */
const LEAST: Readonly<Record<string, number>> = { "lib/": 0.75 };

/** Number of tests that run first; the others run only where these detect nothing. */
const NEAREST = 6;
const MOST_TESTS = 30;
/** A fault that makes a test hang is detected. */
const TIMEOUT_MS = 120_000;
/** The file that serves the routes to tests. */
const SERVED_BY = "tests/tools/shared_build.ts";
/**
 * The module of the copied tree that imports the tests to run, so that shared modules are loaded
 * once.
 */
const BATCH = "mutant_batch.ts";

interface Mutant {
  readonly path: string;
  readonly mutation: Mutation;
}

/**
 * Changes one place of the sources at a time and runs the tests that import it: prints the
 * undetected faults, and the share of each area.
 *
 * `deno task trial mutants [path] [count] [seed]`: the given number of random faults in each area
 * under a path, by default ten in all those of {@link LEAST}. Tests in a browser are not run.
 */
export default async function mutants(): Promise<void> {
  const [, under, count = "10", seed = "1"] = Deno.args;
  const paths = filesUnder("", ".ts", ".tsx");
  const graph = [SERVED_BY, ...paths.filter((path) => path.startsWith("lib/files/"))]
    .reduce((sources, path) => finding(path, foundBy(path), sources), moduleGraph(paths, readText));
  const browserTests = new Set(testsOf("tests/tools/browser.ts", graph, isTest));
  const isQuickTest = (path: string) => isTest(path) && !browserTests.has(path);
  const screenTests = new Set(testsOf(SERVED_BY, graph, isTest));
  const batchesFor = (path: string) =>
    batchesOf(
      probableFirst(path, testsOf(path, graph, isQuickTest)).slice(0, MOST_TESTS),
      screenTests,
    );
  const folder = await copied();
  const figures: Figure[] = [];
  try {
    for (const [area, all] of areasUnder(under)) {
      const figure = { area, noticed: 0, drawn: 0 };
      for (const mutant of draw(all, Number(count), Number(seed))) {
        figure.drawn++;
        const batches = batchesFor(mutant.path);
        if (await isNoticed(folder, mutant, batches)) figure.noticed++;
        else console.log(described(mutant, batches.flat().length));
      }
      console.log(inWords(figure));
      figures.push(figure);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  deepStrictEqual(figures.filter(isTooLow).map(inWords), []);
}

/** Files that a file finds at run time: the routes of the site, and the scripts of workers. */
function foundBy(path: string): string[] {
  if (path === SERVED_BY) return filesUnder("routes", ".ts", ".tsx");
  const started = readText(path).matchAll(/\bstartedWorker\("(\w+)"/g);
  return [...started].map(([, name]) => `lib/files/${name}.ts`);
}

/** Tests in the order of their runs: the site is built again with each fault for the tests of screens, so they are last. */
function batchesOf(tests: readonly string[], screenTests: ReadonlySet<string>): string[][] {
  const others = tests.filter((path) => !screenTests.has(path));
  const screens = tests.filter((path) => screenTests.has(path));
  return [others.slice(0, NEAREST), others.slice(NEAREST), screens]
    .filter((batch) => batch.length > 0);
}

interface Figure {
  readonly area: string;
  noticed: number;
  drawn: number;
}

function inWords({ area, noticed, drawn }: Figure): string {
  return `${area}: ${noticed} of ${drawn} faults noticed`;
}

function isTooLow({ area, noticed, drawn }: Figure): boolean {
  return noticed < leastOf(`${area}/`) * drawn;
}

function leastOf(path: string): number {
  return Object.entries(LEAST).find(([start]) => path.startsWith(start))?.[1] ?? 0;
}

/** The possible faults of the files in each folder under a path, or with a least share without one. */
function areasUnder(path: string | undefined): Map<string, Mutant[]> {
  const files = [...filesUnder("lib", ".ts"), ...filesUnder("components", ".tsx")].filter((file) =>
    path === undefined ? leastOf(file) > 0 : file.startsWith(path)
  );
  const mutants = files.flatMap((file) =>
    mutationsOf(readText(file)).map((mutation) => ({ path: file, mutation }))
  );
  return Map.groupBy(mutants, (mutant) => mutant.path.slice(0, mutant.path.lastIndexOf("/")));
}

/** A random sample, the same for a seed. */
function draw(all: readonly Mutant[], count: number, seed: number): Mutant[] {
  let state = seed;
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const keyed = all.map((mutant) => ({ mutant, key: next() }));
  return keyed.sort((a, b) => a.key - b.key).slice(0, count).map(({ mutant }) => mutant);
}

/** A copy of the tree in which faults are made, so that this one is unchanged. */
async function copied(): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "mutants-" });
  for (const path of filesUnder("")) {
    const target = `${folder}/${path}`;
    await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    await Deno.copyFile(ROOT + path, target);
  }
  await Deno.symlink(`${ROOT}node_modules`, `${folder}/node_modules`);
  return folder;
}

/** Whether tests that pass on the unchanged tree fail with the fault. */
async function isNoticed(
  folder: string,
  mutant: Mutant,
  batches: readonly (readonly string[])[],
): Promise<boolean> {
  for (const batch of batches) {
    const failed = await failedWith(folder, mutant, batch);
    if (failed !== null && !await failsAnyway(folder, failed)) return true;
  }
  return false;
}

/** Whether tests fail without a fault, by their paths: on a loaded machine some take too long. */
const FAILING = new Map<string, boolean>();

async function failsAnyway(folder: string, tests: readonly string[]): Promise<boolean> {
  const known = FAILING.get(tests.join());
  if (known !== undefined) return known;
  const fails = await failedOf(folder, tests) !== null;
  FAILING.set(tests.join(), fails);
  return fails;
}

async function failedWith(
  folder: string,
  { path, mutation }: Mutant,
  tests: readonly string[],
): Promise<readonly string[] | null> {
  const source = readText(path);
  await Deno.writeTextFile(`${folder}/${path}`, mutated(source, mutation));
  try {
    return await failedOf(folder, tests);
  } finally {
    await Deno.writeTextFile(`${folder}/${path}`, source);
  }
}

/** The first of some tests that fails, or all of them when none is named; null when they pass. */
async function failedOf(
  folder: string,
  tests: readonly string[],
): Promise<readonly string[] | null> {
  const flags = ["-A", "--unstable-kv", "--lock=tests/deno.lock", "--no-check"];
  const alone = tests.filter((path) => standsAlone(readText(path)));
  const together = tests.filter((path) => !alone.includes(path));
  await Deno.writeTextFile(`${folder}/${BATCH}`, importing(together, `${folder}/`));
  const { success, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["test", ...flags, "--fail-fast", BATCH, ...alone],
    cwd: folder,
    env: { NO_COLOR: "1" },
    stderr: "null",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).output();
  if (success) return null;
  const failed = failedTests(new TextDecoder().decode(stdout));
  return failed.length === 0 ? tests : failed;
}

function described({ path, mutation }: Mutant, testCount: number): string {
  const source = readText(path);
  const { from, to, text } = mutation;
  const before = source.slice(from, to).replaceAll("\n", " ").trim();
  return `${path}:${lineOf(source, from)}: ${before} → ${
    text.trim() || "nothing"
  } (${testCount} tests)`;
}
