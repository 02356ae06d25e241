import type { ReadingColumns } from "@/lib/backend/ingest/reading_columns.ts";
import type { SourceReading } from "@/lib/domain/series/sources.ts";

/** The readings of columns, row by row. */
export function readingsOf(columns: ReadingColumns): SourceReading[] {
  return Array.from({ length: columns.count }, (_, row) => columns.reading(row));
}
