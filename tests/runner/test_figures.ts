/** Results of a run of `deno test`. */
export interface Figures {
  readonly passed: number;
  readonly failed: number;
}

/**
 * The figures of a run, from its last summary line.
 *
 * A run that fails without naming a failure (a module that does not load) counts one.
 */
export function figuresIn(output: string, success: boolean): Figures {
  const summaries = [...output.matchAll(/^(?:ok|FAILED) \| (\d+) passed.*? \| (\d+) failed/gm)];
  const last = summaries.at(-1);
  const [passed, failed] = [Number(last?.[1] ?? 0), Number(last?.[2] ?? 0)];
  return { passed, failed: success ? failed : Math.max(failed, 1) };
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

/** A failure as it is named: by its test and the place that declares it. */
const FAILURE = /^.* => \.\/(\S+?):\d+:\d+$/m;

/**
 * The files of a run's failures, each once; none when none is named, because a module did not load.
 *
 * A failure named by the helper that declares the test is one of the files in its error.
 *
 * @param ran the files of the run: all of them where such an error names none
 */
export function failedFiles(output: string, ran: readonly string[]): string[] {
  const [errors = "", failures = ""] = output.split(/^ FAILURES $/m);
  const files = [...failures.matchAll(new RegExp(FAILURE, "gm"))].map(([name, path = ""]) => {
    if (isTest(path)) return [path];
    const [, after = ""] = errors.split(`${name}\n`);
    const [error = ""] = after.split(FAILURE);
    return ran.filter((file) => isTest(file) && error.includes(`/${file}:`));
  });
  return [...new Set(files.every((some) => some.length > 0) ? files.flat() : ran.filter(isTest))];
}

export function isTest(path: string): boolean {
  return /_test\.tsx?$/.test(path);
}

/**
 * The figures of a run whose failed files ran again: failures of the second run count, the others
 * passed.
 */
export function afterSecondRun(first: Figures, second: Figures): Figures {
  const failed = Math.min(first.failed, second.failed);
  return { passed: first.passed + first.failed - failed, failed };
}
