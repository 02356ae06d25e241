import { fileColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";
import { ANNOTATIONS_CSV } from "@/lib/text/series/series_csv.ts";
import type { MarkTexts } from "@/lib/text/series/slot_notes.ts";
import { SlotNotes } from "./SlotNotes.tsx";

/** The last column of a table of slots, when some have notes; none otherwise. */
export function notesColumn<Mark extends MeterMark, Row extends AnnotatedSlot<Mark>>(
  rows: readonly Row[],
  textsOf: MarkTexts<Mark>,
): TableColumn<Row>[] {
  const hasNotes = rows.some(({ marks, annotations }) => marks.length + annotations.length > 0);
  if (!hasNotes) return [];
  return [{
    field: "notes",
    label: "À savoir",
    cell: (row) => <SlotNotes slot={row} textsOf={textsOf} />,
  }];
}

/** What the column of notes shows, as two columns of the file. */
export function noteFileColumns<Mark extends MeterMark, Row extends AnnotatedSlot<Mark>>(
  textsOf: MarkTexts<Mark>,
): TableColumn<Row>[] {
  return [
    fileColumn("Compteurs", ({ marks }) => textsOf(marks).join(" / ")),
    fileColumn(ANNOTATIONS_CSV.header, ANNOTATIONS_CSV.value),
  ];
}
