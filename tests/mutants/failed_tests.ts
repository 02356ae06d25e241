/** A line of a report of `deno test` that names a failed test and its place. */
const FAILED = /=> \.\/(tests\/\S+?_test\.tsx?):\d+:\d+$/gm;

/** The files of the failed tests in a report of `deno test`; none when no test ran. */
export function failedTests(report: string): string[] {
  return [...new Set([...report.matchAll(FAILED)].flatMap(([, path]) => path ?? []))];
}
