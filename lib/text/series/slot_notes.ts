import type { MarkSpec } from "@/lib/domain/charts/marks.ts";
import { isPartOfDay } from "@/lib/domain/series/annotation.ts";
import type { AnnotatedSlot } from "@/lib/domain/series/slot_notes.ts";
import type { MeterMark } from "@/lib/domain/series/types.ts";
import { annotationText } from "./annotations.ts";
import { DOUBTFUL_NOTE } from "./doubtful.ts";
import { meterMarkTexts } from "./meter_events.ts";

/** Texts of the meter events of a slot, one sentence each. */
export type MarkTexts<Mark extends MeterMark> = (marks: readonly Mark[]) => string[];

/**
 * Notes on a slot, one sentence each: events of its meters, annotations of its days. A whole-day annotation is not
 * repeated in each part of the day, where {@link ANNOTATED} stands for it.
 */
export function slotNotes<Mark extends MeterMark>(
  row: AnnotatedSlot<Mark>,
  textsOf: MarkTexts<Mark> = meterMarkTexts,
): string[] {
  const { slot, marks, annotations } = row;
  if (isPartOfDay(slot)) return textsOf(marks);
  return [...meterNotes(row, textsOf), ...annotations.map(annotationText)];
}

/** Notes on the meters of a slot: the doubt about its figures, unless a jump explains it, then their events. */
export function meterNotes<Mark extends MeterMark>(
  { marks, doubtful }: Pick<AnnotatedSlot<Mark>, "marks" | "doubtful">,
  textsOf: MarkTexts<Mark>,
): string[] {
  const isExplained = marks.some(({ what }) => what === "fall");
  return [...doubtful && !isExplained ? [DOUBTFUL_NOTE] : [], ...textsOf(marks)];
}

/** Whether the annotations of a slot are only shown as {@link ANNOTATED}. */
export function isAnnotatedPart({ slot, annotations }: AnnotatedSlot): boolean {
  return isPartOfDay(slot) && annotations.length > 0;
}

/** Shown for an annotated part of a day: the list below the table has the text. */
export const ANNOTATED = "annoté";

/** Marks of a range's chart, from the notes of its slots. */
export function chartMarks<Mark extends MeterMark>(
  rows: readonly AnnotatedSlot<Mark>[],
  textsOf: MarkTexts<Mark> = meterMarkTexts,
): MarkSpec[] {
  return rows.flatMap((row, categoryIndex) => {
    const notes = slotNotes(row, textsOf);
    return notes.length === 0 ? [] : [{ categoryIndex, text: notes.join(" / ") }];
  });
}
