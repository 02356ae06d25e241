import type { AgainstRaw } from "./against_raw.ts";

export function comparisonText(
  { bytes, byThroughput, byProcessor, microsecondsPerRequest }: AgainstRaw,
): string {
  return `${bytes} bytes, ${byThroughput.toFixed(3)} × raw by throughput, ${
    byProcessor.toFixed(3)
  } by processor time ` +
    `(${microsecondsPerRequest.toFixed(0)} µs a request)`;
}
