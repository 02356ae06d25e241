import type { ReadingsImport } from "@/lib/domain/series/types.ts";

/** What the import of a file of two new readings says. */
export const TWO_IMPORTED: ReadingsImport = {
  format: { separator: ";", decimal: ",", dates: "dmy", shape: "long" },
  lineCount: 2,
  insertedCount: 2,
  replacedCount: 0,
  ignoredCount: 0,
  meterEventCount: 0,
  fallCount: 0,
  falls: [],
  isFiled: true,
  errors: [],
};
