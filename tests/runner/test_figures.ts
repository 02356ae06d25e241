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

export function isTest(path: string): boolean {
  return /_test\.tsx?$/.test(path);
}
