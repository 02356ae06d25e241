/**
 * Every test: `deno task test`. The last line is `N passed, N failed`, and the exit code says the same.
 *
 * Files that import tests/tools/browser.ts run in two lanes, each with a Chromium of its own; the others
 * beside each other, in batches of one isolate each: what they import is loaded once a batch, not once a file
 * (decision 066). A file that fails runs once more by itself, which is reported (decision 067).
 * `deno task test tests/domain` runs that folder alone.
 *
 * @module
 */
import { exists, filesUnder, readText, ROOT } from "./files.ts";
import { buildIfStale } from "./serving/build_state.ts";
import { dealt, inBatches } from "./test_batches.ts";
import { afterSecondRun, failedFiles, type Figures, figuresIn, sum } from "./test_figures.ts";

/** With the checks, CI stays within 20 minutes; two quiet cores take 13. */
const WHOLE_SUITE_MINUTES = 18;

/** Rules about dates must hold wherever the server stands. */
const ZONES = ["Pacific/Auckland", "Europe/Paris"];
const ZONED = ["tests/domain/periods", "tests/domain/degree_days", "tests/text"];

/** One for each core. */
const BROWSERS = 2;

/** Hands of files that the browsers take one after the other, so that both end about together. */
const HANDS = 8;

/** More files than these do not fail by chance. */
const SECOND_RUNS = 3;

const NOTHING: Figures = { passed: 0, failed: 0 };

interface Run {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(folders: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const stop = AbortSignal.timeout(WHOLE_SUITE_MINUTES * 60_000);
  // Once, here: tests that start the server find it built.
  await buildIfStale();
  const asked = folders.length === 0 ? ["tests", "tools"] : folders;
  const files = asked.flatMap(testsAt);
  const figures = [
    await plainFigures(files.filter((path) => !usesBrowser(path)), stop),
    ...folders.length > 0 ? [] : await Promise.all(sideRuns().map((run) => figuresOf(run, stop))),
    await browserFigures(files.filter(usesBrowser), stop),
  ];
  const { passed, failed } = sum(figures);
  console.log(`${files.length} files in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function testsAt(path: string): string[] {
  return /_test\.tsx?$/.test(path) ? [path] : filesUnder(path, "_test.ts", "_test.tsx");
}

function usesBrowser(path: string): boolean {
  const pattern =
    /from "[^"]*(?:tools\/(?:browser|app_under_test|screens)|in_browser|a_browser_site)\.ts"/;
  return pattern.test(readText(path));
}

async function plainFigures(files: readonly string[], stop: AbortSignal): Promise<Figures> {
  if (files.length === 0) return NOTHING;
  const run = { name: "without a browser", env: { TZ: "UTC" } };
  return await inBatches(files, (modules) => figuresOf({ ...run, args: beside(modules) }, stop));
}

function sideRuns(): Run[] {
  const zoned = ZONED.filter(exists).flatMap((folder) => filesUnder(folder, "_test.ts"));
  const examples = ["lib/domain", "lib/contract"].filter(exists);
  return [
    ...ZONES.map((TZ) => ({
      name: `dates under ${TZ}`,
      args: ["--no-check", ...zoned],
      env: { TZ },
    })),
    { name: "examples of the documentation", args: ["--doc", "--permit-no-files", ...examples] },
  ];
}

async function browserFigures(files: readonly string[], stop: AbortSignal): Promise<Figures> {
  const { launchBrowser } = await import("@/tests/tools/browser.ts");
  const hands = dealt(files, HANDS).values();
  const inOneBrowser = async () => {
    const { endpoint, close } = await launchBrowser();
    const figures: Figures[] = [];
    const env = { TZ: "UTC", TEST_BROWSER_WS: endpoint };
    try {
      for (const hand of hands) {
        const run = {
          name: `in a browser, ${hand.length} files`,
          args: ["--no-check", ...hand],
          env,
        };
        figures.push(await figuresOf(run, stop));
      }
    } finally {
      await close();
    }
    return sum(figures);
  };
  const browserCount = Math.min(BROWSERS, files.length);
  return sum(await Promise.all(Array.from({ length: browserCount }, inOneBrowser)));
}

/** Modules tested beside each other; their types were checked before. */
function beside(modules: readonly string[]): string[] {
  return ["--parallel", "--no-check", ...modules];
}

/** Runs tests; files that fail run once more by themselves, since a busy machine makes a browser late (decision 067). */
async function figuresOf(run: Run, stop: AbortSignal): Promise<Figures> {
  const startedAt = performance.now();
  const first = await outcomeOf(run, stop);
  const again = failedFiles(first.output);
  let { figures } = first;
  if (figures.failed > 0) console.log(first.output);
  if (again.length > 0 && again.length <= SECOND_RUNS && !stop.aborted) {
    const second = await outcomeOf({ ...run, args: ["--no-check", ...again] }, stop);
    figures = afterSecondRun(figures, second.figures);
    console.log(`Failed once, run again: ${again.join(", ")}`);
    if (second.figures.failed > 0) console.log(second.output);
  }
  if (stop.aborted) {
    console.log(`Stopped: the whole suite must stay within ${WHOLE_SUITE_MINUTES} minutes.`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${run.name}: ${figures.passed} passed, ${figures.failed} failed, ${seconds} s`);
  return figures;
}

async function outcomeOf(
  { args, env }: Run,
  stop: AbortSignal,
): Promise<{ figures: Figures; output: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "-A",
      "--lock=tests/deno.lock",
      "--frozen",
      "--sanitize-ops",
      "--sanitize-resources",
      "--reporter=dot",
      ...args,
    ],
    cwd: ROOT,
    env: { NO_COLOR: "1", ACCESS_LOG: "off", DENO_JOBS: "2", ...env },
    stdout: "piped",
    stderr: "piped",
    signal: stop,
  });
  const { success, stdout, stderr } = await command.output();
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { figures: figuresIn(output, success), output };
}
