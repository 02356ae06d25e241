/**
 * What work answers; null when the time comes first, and the work goes on.
 *
 * @param until monotonic time, ms; Infinity waits for the work
 * @param work nothing but the time when left out
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
