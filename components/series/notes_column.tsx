import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";
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
