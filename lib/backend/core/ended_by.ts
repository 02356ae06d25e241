/**
 * The result of work; null after a timeout, while the work continues.
 *
 * @param until monotonic time, ms; Infinity waits for the work
 * @param work only waits for the timeout when omitted
 */
export async function endedBy<T>(until: number, work?: Promise<T>): Promise<T | null> {
  if (until === Infinity && work !== undefined) return await work;
  const time = Promise.withResolvers<null>();
  const timer = setTimeout(() => time.resolve(null), Math.max(0, until - performance.now()));
  try {
    return await Promise.race([time.promise, ...(work === undefined ? [] : [work])]);
  } finally {
    clearTimeout(timer);
  }
}
