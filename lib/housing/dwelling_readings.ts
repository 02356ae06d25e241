/** Reads the days of an occupant's series, with their columns, for the export of personal data. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";

export interface OccupantReading {
  readonly date: IsoDate;
  readonly series: string;
  readonly value: number | null;
  readonly unit: string;
}

export const OCCUPANT_READING_COLUMNS: readonly CsvColumn<OccupantReading>[] = [
  { header: "Jour", value: ({ date }) => date },
  { header: "Série", value: ({ series }) => series },
  { header: "Valeur", value: ({ value }) => value },
  { header: "Unité", value: ({ unit }) => unit },
];
