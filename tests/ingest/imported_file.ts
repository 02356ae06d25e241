import type { ReadingsImport } from "@/lib/ingest/schema.ts";

/** The result of importing a file of two new readings. */
export const TWO_IMPORTED: ReadingsImport = {
  format: { separator: ";", decimal: ",", dates: "dmy", shape: "long" },
  lineCount: 2,
  insertedCount: 2,
  replacedCount: 0,
  unchangedCount: 0,
  ignoredCount: 0,
  deletedCount: 0,
  refusedCount: 0,
  readingCount: 2,
  repeatedHourCount: 0,
  repeatedHourLines: [],
  expiring: null,
  meterEventCount: 0,
  fallCount: 0,
  falls: [],
  uncountedCount: 0,
  uncounted: [],
  conversions: [],
  isFiled: true,
  errors: [],
};
