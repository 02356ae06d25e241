import { type BadLine, type LinesOptions, LinesReader } from "@/lib/ingest/influx_lines.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";

export interface ParsedLines {
  readonly readings: readonly SourceReading[];
  readonly bad: readonly BadLine[];
  readonly badCount: number;
}

/** Parses a whole body of lines at once. */
export function parseLines(bytes: Uint8Array, options: LinesOptions): ParsedLines {
  const reader = new LinesReader(options);
  reader.add({ bytes, isLast: true });
  while (reader.read());
  return { readings: reader.take(), bad: reader.bad, badCount: reader.badCount };
}
