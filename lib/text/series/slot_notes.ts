import type { MarkSpec } from "@/lib/domain/charts/marks.ts";
import { isPartOfDay } from "@/lib/domain/series/annotation.ts";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";
import { annotationText } from "./annotations.ts";
import { meterMarkTexts } from "./meter_events.ts";

/** What happened to the meters of a slot, a sentence each. */
export type MarkTexts<Mark extends MeterMark> = (marks: readonly Mark[]) => string[];

/**
 * Notes about a slot, a sentence each: events of its meters, annotations of its days. An annotation
 * of a whole day is not repeated for each part of it, which is only {@link ANNOTATED}.
 */
export function slotNotes<Mark extends MeterMark>(
  { slot, marks, annotations }: AnnotatedSlot<Mark>,
  textsOf: MarkTexts<Mark> = meterMarkTexts,
): string[] {
  const written = isPartOfDay(slot) ? [] : annotations.map(annotationText);
  return [...textsOf(marks), ...written];
}

/** Head of a column that says it. */
export const SLOT_NOTES_HEAD = "À savoir";

/** Whether the annotations of a slot are only shown as {@link ANNOTATED}. */
export function isAnnotatedPart({ slot, annotations }: AnnotatedSlot): boolean {
  return isPartOfDay(slot) && annotations.length > 0;
}

/** Beside a part of a day of which something was written: the list under the table has it. */
export const ANNOTATED = "annoté";

/** The same under the chart of a range, slot by slot. */
export function chartMarks<Mark extends MeterMark>(
  rows: readonly AnnotatedSlot<Mark>[],
  textsOf: MarkTexts<Mark> = meterMarkTexts,
): MarkSpec[] {
  return rows.flatMap((row, categoryIndex) => {
    const notes = slotNotes(row, textsOf);
    return notes.length === 0 ? [] : [{ categoryIndex, text: notes.join(" / ") }];
  });
}
