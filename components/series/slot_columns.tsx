/** Columns of the slots of a range, notes beside them, and the table of a state. @module */

import { dateColumn, fileColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { readInstantSegment } from "@/lib/base/period_instants.ts";
import { finerRange, optionOf, type PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { durationText, instantLabel, SLOT_HEADS, slotLabel } from "@/lib/base/text_periods.ts";
import { isPartOfDay } from "@/lib/series/annotations.ts";
import type { AnnotatedSlot, StateInterval } from "@/lib/series/range_notes.ts";
import {
  ANNOTATED,
  ANNOTATIONS_CSV,
  DOUBTFUL,
  isAnnotatedPart,
  type MarkTexts,
  meterMarkTexts,
  meterNotes,
  slotNotes,
} from "@/lib/series/text.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";

interface SlotsOfRange {
  range: PeriodRange;
  choices: PeriodChoices;
  hrefOf(to: PeriodRange): string;
}

/** The slots of a range, each linked to a finer range if there is one. */
export function slotColumn<Row extends { readonly slot: string }>(
  { range, choices, hrefOf }: SlotsOfRange,
): TableColumn<Row> {
  return {
    field: "slot",
    label: SLOT_HEADS[optionOf(range.type)],
    unbroken: true,
    cell: ({ slot }) => {
      const instant = readInstantSegment(slot);
      if (instant === null) return slot;
      const finer = finerRange(instant, choices);
      const label = instantLabel(instant);
      return finer === null ? label : <a href={hrefOf(finer)} aria-current="false">{label}</a>;
    },
  };
}

/** The slots of a table without links. */
export function plainSlotColumn<Row extends { readonly slot: string }>(
  label: string,
): TableColumn<Row> {
  const slotOf = ({ slot }: Row) => slot;
  return { ...dateColumn("slot", label, (row) => slotLabel(row.slot)), value: slotOf };
}

interface SlotNotesProps<Mark extends MeterMark> {
  slot: AnnotatedSlot<Mark>;
  textsOf?: MarkTexts<Mark>;
}

/** Marks of the meters of a slot, and annotations of its days. */
export function SlotNotes<Mark extends MeterMark>(
  { slot, textsOf = meterMarkTexts }: SlotNotesProps<Mark>,
) {
  return (
    <>
      {isAnnotatedPart(slot) && <small class="soft">{` ${ANNOTATED}`}</small>}
      {slotNotes(slot, textsOf).map((note) => <small key={note} class="slot-mark">{note}</small>)}
    </>
  );
}

/** The last column of a table of slots, when some have notes; none otherwise. */
export function notesColumn<Mark extends MeterMark, Row extends AnnotatedSlot<Mark>>(
  rows: readonly Row[],
  textsOf: MarkTexts<Mark>,
): TableColumn<Row>[] {
  const hasNotes = rows.some(({ marks, annotations, doubtful }) =>
    marks.length + annotations.length > 0 || doubtful
  );
  if (!hasNotes) return [];
  return [{
    field: "notes",
    label: "À savoir",
    cell: (row) => (
      <>
        {row.doubtful && isPartOfDay(row.slot) && <small class="slot-mark">{DOUBTFUL}</small>}
        <SlotNotes slot={row} textsOf={textsOf} />
      </>
    ),
  }];
}

/** What the column of notes shows, as two columns of the file. */
export function noteFileColumns<Mark extends MeterMark, Row extends AnnotatedSlot<Mark>>(
  textsOf: MarkTexts<Mark>,
): TableColumn<Row>[] {
  return [
    fileColumn("Compteurs", (row) => meterNotes(row, textsOf).join(" / ")),
    fileColumn(ANNOTATIONS_CSV.header, ANNOTATIONS_CSV.value),
  ];
}

interface StateTableProps {
  caption: string;
  intervals: readonly StateInterval[];
  timeZone: string;
}

export function StateTable({ caption, intervals, timeZone }: StateTableProps) {
  const clock = (epochS: number) => formatInstant(new Date(epochS * 1_000).toISOString(), timeZone);
  const columns: TableColumn<StateInterval>[] = [
    dateColumn("from", "Depuis", ({ fromS }) => clock(fromS)),
    dateColumn("to", "Jusqu’à", ({ toS }) => toS === null ? "" : clock(toS)),
    textColumn(
      "state",
      "État",
      ({ state }) => typeof state === "string" ? state : formatNumber(state),
    ),
    {
      field: "duration",
      label: "Durée",
      number: true,
      cell: ({ fromS, toS }) => toS === null ? "" : durationText(toS - fromS),
    },
  ];
  return <DataTable caption={caption} columns={columns} rows={intervals} />;
}
