import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";
import { meterMarkTexts } from "@/lib/text/series/meter_events.ts";
import {
  ANNOTATED,
  isAnnotatedPart,
  type MarkTexts,
  slotNotes,
} from "@/lib/text/series/slot_notes.ts";

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
