/**
 * Every test: `deno task test`. The last line is `N passed, N failed`, and the exit code agrees.
 *
 * Two lanes run the files that import tests/tools/browser.ts, each in its Chromium,
 * then they and two more the others. Files run in batches of one isolate each: their imports are
 * loaded once a batch, not once a file. `deno task test tests/alarms` runs only that
 * folder.
 * @module
 */
import { exists, filesUnder, readText, ROOT } from "@/tools/files.ts";
import { buildIfStale } from "@/tools/serving/build_state.ts";
import {
  type Batch,
  browserGroups,
  browserTests,
  type Figures,
  figuresIn,
  grouped,
  inBatches,
  inLanes,
  isTest,
  sum,
} from "./test_batches.ts";

/** Ends a suite that hangs; it takes about 11 on two idle cores. */
const WHOLE_SUITE_MINUTES = 60;

/** Rules about dates must hold in any time zone of the server. */
const ZONES = ["Pacific/Auckland", "Europe/Paris"];
const ZONED = ["tests/base", "tests/weather"];

/** One for each core; Chromium needs them both. */
const BROWSER_LANES = 2;

/** Runs without a browser wait for three quarters of their time: for processes, disks and clocks. */
const OTHER_LANES = 4;

interface Run {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly usesBrowser?: true;
}

if (import.meta.main) Deno.exit(await main(Deno.args));

async function main(folders: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const stop = AbortSignal.timeout(WHOLE_SUITE_MINUTES * 60_000);
  // Built once here, for all tests that start the server.
  await buildIfStale();
  const asked = folders.length === 0 ? ["tests"] : folders;
  const files = asked.flatMap(testsAt);
  const inBrowser = browserTests();
  const browser = browserGroups(files.filter((path) => inBrowser.has(path)));
  const plain = grouped(files.filter((path) => !inBrowser.has(path)));
  const sides = folders.length > 0 ? [] : sideRuns();
  const figures = await inBatches([...browser, ...plain], (batches) => {
    const runs = {
      inBrowser: batches.slice(0, browser.length).map(browserRun),
      others: [...batches.slice(browser.length).map(plainRun), ...sides],
    };
    return figuresOfAll(runs, stop);
  });
  const { passed, failed } = sum(figures);
  console.log(`${files.length} files in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

function testsAt(path: string): string[] {
  return isTest(path) ? [path] : filesUnder(path).filter(isTest);
}

function browserRun(batch: Batch): Run {
  const run = plainRun(batch);
  return { ...run, name: `in a browser, ${run.name}`, usesBrowser: true };
}

/** A batch, whose types were checked before. */
function plainRun({ module, files }: Batch): Run {
  const [only = ""] = files;
  const name = files.length === 1 ? only : `${files.length} files from ${only}`;
  return { name, args: ["--no-check", module], env: { TZ: "UTC" } };
}

function sideRuns(): Run[] {
  const zoned = ZONED.filter(exists).flatMap((folder) => filesUnder(folder, "_test.ts"));
  const examples = filesUnder("lib", ".ts", ".tsx").filter((path) =>
    readText(path).includes("```ts")
  );
  return [
    ...ZONES.map((TZ) => ({
      name: `dates under ${TZ}`,
      args: ["--no-check", ...zoned],
      env: { TZ },
    })),
    {
      name: "examples of the documentation",
      // By name: of a folder, Deno finds none.
      args: ["--doc", ...examples],
    },
  ];
}

/** The figures of every run; a lane starts its Chromium with the first run that needs one. */
async function figuresOfAll(
  runs: { readonly inBrowser: readonly Run[]; readonly others: readonly Run[] },
  stop: AbortSignal,
): Promise<Figures[]> {
  const { launchBrowser, SHORT_LIVED_PAGES } = await import("@/tests/tools/browser.ts");
  const browsers = new Map<number, ReturnType<typeof launchBrowser>>();
  const [inBrowser, others] = [runs.inBrowser.values(), runs.others.values()];
  const lanes = Array.from({ length: OTHER_LANES }, (_, lane) => {
    return lane < BROWSER_LANES ? [inBrowser, others] : [others];
  });
  try {
    return await inLanes(lanes, async (run, lane) => {
      if (!run.usesBrowser) return await figuresOf(run, stop);
      const browser = browsers.get(lane) ?? launchBrowser(SHORT_LIVED_PAGES);
      browsers.set(lane, browser);
      const { endpoint } = await browser;
      return await figuresOf({ ...run, env: { ...run.env, TEST_BROWSER_WS: endpoint } }, stop);
    });
  } finally {
    for (const browser of browsers.values()) await (await browser).close();
  }
}

async function figuresOf(run: Run, stop: AbortSignal): Promise<Figures> {
  const startedAt = performance.now();
  const { figures, output } = await outcomeOf(run, stop);
  if (figures.failed > 0) console.log(output);
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
    env: { NO_COLOR: "1", ACCESS_LOG: "off", ...env },
    stdout: "piped",
    stderr: "piped",
    signal: stop,
  });
  const { success, stdout, stderr } = await command.output();
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { figures: figuresIn(output, success), output };
}
