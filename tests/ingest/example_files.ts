/** Files of readings, the report of one, and parsed lines. @module */

import { type BadLine, type LinesOptions, LinesReader } from "@/lib/ingest/influx_lines.ts";
import type { ReadingsImport } from "@/lib/ingest/schema.ts";
import type { SourceReading } from "@/lib/timeseries/source_names.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { aHouse } from "@/tests/helpers/a_dwelling.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { PROJECT, withMember } from "@/tests/helpers/a_residence.ts";
import { seriesDraft } from "@/tests/helpers/drafts.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

/** Quantity and name of each series of an example; those of the dwelling A12 are marked. */
const SERIES_OF: Readonly<
  Record<string, readonly (readonly [DataUnitId, name: string, scope?: "housing"])[]>
> = {
  "enedis-load-curve": [["ELEC", "30000000000000"]],
  "enedis-r63": [["ELEC", "30000000000000"]],
  "enedis-indexes": [["ELEC", "30000000000000"]],
  "grdf-months": [["GAZE", "Gaz"]],
  "home-assistant-history": [["EFSV", "sensor.eau_froide"]],
  "home-assistant-statistics": [["GAZV", "sensor.gaz"], ["TEMP", "sensor.salon"]],
  "typed-indexes": [["EFSV", "Eau froide", "housing"]],
  "series-totals": [["GAZV", "Gaz"]],
  "series-means": [["TEMP", "Sonde"]],
  "readings-by-line": [["EFSV", "Eau froide", "housing"]],
  "readings-by-column": [["GAZV", "Compteur gaz"], ["EFSV", "Eau froide"]],
};

/** Formats whose files do not name the one series that they are of. */
const OF_ONE = ["grdf-months", "series-totals", "series-means"];

/** The series that one chooses for the example of a format; "" where the file names it. */
export function seriesNamed(formatId: string): string {
  return OF_ONE.includes(formatId) ? SERIES_OF[formatId]?.[0]?.[1] ?? "" : "";
}

/** Runs a test in a residence with the series of an example. */
export function withExample(
  formatId: string,
  test: (built: TestPlatform) => Promise<void>,
): Promise<void> {
  return withMember({ isAdmin: true, roles: ["collect"] }, async ({ built, ask }) => {
    await aHouse(ask);
    for (const [dataUnitId, renamed, scope = "facilities"] of SERIES_OF[formatId] ?? []) {
      const body = seriesDraft({ dataUnitId, renamed, scope });
      await answerOf(ask("createDataseries", { projectId: PROJECT, body }));
    }
    await test(built);
  }, { residence: { features: { houseMode: 1 } } });
}

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
