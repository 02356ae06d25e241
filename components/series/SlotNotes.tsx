/** Notes beside a slot, and their columns in tables and files. @module */

import { fileColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { isPartOfDay } from "@/lib/series/annotations.ts";
import { ANNOTATIONS_CSV } from "@/lib/series/csv_columns.ts";
import {
  ANNOTATED,
  isAnnotatedPart,
  type MarkTexts,
  meterMarkTexts,
  meterNotes,
  slotNotes,
} from "@/lib/series/notes_text.ts";
import type { AnnotatedSlot } from "@/lib/series/range_notes.ts";
import { DOUBTFUL } from "@/lib/series/text.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";

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
