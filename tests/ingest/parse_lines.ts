import { type LinesOptions, LinesReader } from "@/lib/ingest/influx_lines.ts";

export type ParsedLines = Pick<LinesReader, "columns" | "bad" | "badCount">;

/** Parses a whole body of lines at once. */
export function parseLines(bytes: Uint8Array<ArrayBuffer>, options: LinesOptions): ParsedLines {
  const reader = new LinesReader(options);
  reader.add({ bytes, isLast: true });
  while (reader.read());
  return reader;
}
