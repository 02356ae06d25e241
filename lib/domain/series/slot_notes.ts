import { annotationsOfSlot } from "./annotation.ts";
import type { MaybeDoubtful } from "./doubtful.ts";
import type { Annotation, MeterMark } from "./types.ts";

/** Events and annotations of a slot, shown beside its figures. @spec design §12 "shown beside the figure" */
export interface AnnotatedSlot<Mark extends MeterMark = MeterMark> extends MaybeDoubtful {
  /** Segment of the slot. */
  readonly slot: string;
  /** Replacements and resets of the meters within it. */
  readonly marks: readonly Mark[];
  readonly annotations: readonly Annotation[];
}

/** Slots of a range with their events and annotations. @param marks events of the meters within the range */
export function withNotes<Slot extends { readonly slot: string }, Mark extends MeterMark>(
  slots: readonly Slot[],
  { marks, annotations }: Omit<AnnotatedSlot<Mark>, "slot">,
): (Slot & AnnotatedSlot<Mark>)[] {
  return slots.map((one) => ({
    ...one,
    marks: marks.filter(({ slot }) => slot === one.slot),
    annotations: annotationsOfSlot(annotations, one.slot),
  }));
}
