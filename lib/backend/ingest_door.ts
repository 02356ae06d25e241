import type { Platform } from "./choose.ts";
import { receive } from "./ingest/receive.ts";
import { isPrecision, parseLines } from "./ingest/influx_lines.ts";

/** A body of line protocol that has been read, and who sent it. */
export interface SentLines {
  token: string;
  /** As the query says it; nanoseconds when it says nothing. */
  precision: string | null;
  text: string;
}

/** What became of a body of lines; with a bad line the good ones are kept all the same. */
export type LinesOutcome =
  | { readonly kind: "stored" }
  | { readonly kind: "unknown-token" }
  | { readonly kind: "bad-precision" }
  | { readonly kind: "bad-lines"; readonly lines: readonly BadLine[]; readonly count: number };

/** A line that was not kept, and why. */
export interface BadLine {
  readonly line: number;
  readonly message: string;
}

/** Takes InfluxDB line protocol from a collector: the token says which residence it is about. */
export async function takeLines(platform: Platform, sent: SentLines): Promise<LinesOutcome> {
  const collector = await platform.collectorOf(sent.token);
  if (collector === null) return { kind: "unknown-token" };
  const precision = sent.precision ?? "ns";
  if (!isPrecision(precision)) return { kind: "bad-precision" };
  const nowMs = platform.options.now();
  const { projectId, store, versions } = collector;
  const parsed = parseLines(sent.text, precision, Math.floor(nowMs / 1_000));
  const { refused } = await receive(parsed.readings, { store, projectId, nowMs });
  if (parsed.readings.length > 0) await versions.bump([{ kind: "project", id: projectId }]);
  const lines = [...parsed.bad, ...refused].sort((a, b) => a.line - b.line);
  if (lines.length === 0) return { kind: "stored" };
  return { kind: "bad-lines", lines, count: parsed.badCount + refused.length };
}
