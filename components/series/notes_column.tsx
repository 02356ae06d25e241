import { fileColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { isPartOfDay } from "@/lib/domain/series/annotation.ts";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";
import { DOUBTFUL } from "@/lib/text/series/doubtful.ts";
import { ANNOTATIONS_CSV } from "@/lib/text/series/series_csv.ts";
import { type MarkTexts, meterNotes } from "@/lib/text/series/slot_notes.ts";
import { SlotNotes } from "./SlotNotes.tsx";

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
