import type { ReadingColumns } from "@/lib/ingest/received_columns.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";

/** The readings of columns, row by row. */
export function readingsOf(columns: ReadingColumns): SourceReading[] {
  return Array.from({ length: columns.count }, (_, row) => columns.reading(row));
}
