/** Columns of the files of a range and of the intervals of a state. @module */

import type { CsvColumn } from "@/lib/base/csv.ts";
import { round, wholePercentOf } from "@/lib/base/rounding.ts";
import { utcInstant } from "@/lib/base/time_zones.ts";
import { annotationText, BEFORE_DOUBTFUL, meterMarkTexts, ROW_STATE_LABELS } from "./text.ts";
import type { AnnotatedInterval } from "./range_notes.ts";
import type { RangeRow } from "./range_rows.ts";
import type { Annotation } from "./schema.ts";

/** Annotations of some days, as the last column of a file. */
export const ANNOTATIONS_CSV: CsvColumn<{ readonly annotations: readonly Annotation[] }> = {
  header: "Annotations",
  value: ({ annotations }) => annotations.map(annotationText).join(" / "),
};

/** The columns of a state's file: instants that a spreadsheet can sort. */
export const STATE_CSV: readonly CsvColumn<AnnotatedInterval>[] = [
  { header: "Depuis", value: ({ fromS }) => utcInstant(fromS) },
  { header: "Jusqu’à", value: ({ toS }) => toS === null ? null : utcInstant(toS) },
  { header: "État", value: ({ state }) => state },
  {
    header: "Durée (min)",
    value: ({ fromS, toS }) => toS === null ? null : round((toS - fromS) / 60, 0),
  },
  ANNOTATIONS_CSV,
];

interface RangeFile {
  unit: string;
  isSum: boolean;
  hasBefore: boolean;
}

/** The columns of a range's file: slots as segments, which a spreadsheet can sort. */
export function rangeCsv({ unit, isSum, hasBefore }: RangeFile): CsvColumn<RangeRow>[] {
  const named = (name: string) => `${name} (${unit})`;
  return [
    { header: "Période", value: ({ slot }) => slot },
    { header: named(isSum ? "Total" : "Moyenne"), value: ({ value }) => value },
    ...isSum ? [] : [
      { header: named("Minimum"), value: ({ min }: RangeRow) => min },
      { header: named("Maximum"), value: ({ max }: RangeRow) => max },
    ],
    ...hasBefore ? [{ header: named("Un an avant"), value: (row: RangeRow) => row.before }] : [],
    { header: "Complétude (%)", value: ({ completeness }) => wholePercentOf(completeness) },
    { header: "État", value: stateText },
    ...isSum
      ? [{ header: "Compteur", value: ({ marks }: RangeRow) => meterMarkTexts(marks).join(" / ") }]
      : [],
    ANNOTATIONS_CSV,
  ];
}

/** The state of a slot, and the doubt about its year before. */
function stateText({ state, isBeforeDoubtful }: RangeRow): string {
  const label = ROW_STATE_LABELS[state];
  return isBeforeDoubtful ? `${label}, ${BEFORE_DOUBTFUL}` : label;
}
