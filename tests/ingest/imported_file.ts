import type { ReadingsImport } from "@/lib/ingest/schema.ts";

/** The result of importing a file of two new readings. */
export const TWO_IMPORTED: ReadingsImport = {
  format: { separator: ";", decimal: ",", dates: "dmy", shape: "long" },
  recognizedFormat: { id: "readings-by-line", name: "Relevés, une valeur par ligne" },
  columns: [
    { heading: "date", role: "date" },
    { heading: "serie", role: "series" },
    { heading: "valeur", role: "value" },
  ],
  remembered: null,
  proposedTimeZone: null,
  firstReadings: [
    { line: 2, at: "2024-12-31T23:00:00.000Z", value: 1000, unit: "m³", series: "Gaz (volume)" },
    { line: 3, at: "2025-01-31T23:00:00.000Z", value: 1310.5, unit: "m³", series: "Gaz (volume)" },
  ],
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
