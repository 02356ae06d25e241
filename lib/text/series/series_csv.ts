import { wholePercentOf } from "@/lib/domain/numbers/percent.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import type { AnnotatedInterval } from "@/lib/domain/series/annotated_intervals.ts";
import type { RangeRow } from "@/lib/domain/series/range_rows.ts";
import type { Annotation } from "@/lib/domain/series/types.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { annotationText } from "./annotations.ts";
import { BEFORE_DOUBTFUL } from "./doubtful.ts";
import { meterMarkTexts } from "./meter_events.ts";
import { ROW_STATE_LABELS } from "./series.ts";

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
