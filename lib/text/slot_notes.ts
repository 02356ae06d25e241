import type { MarkSpec } from "../domain/charts/marks.ts";
import { isPartOfDay } from "../domain/series/annotation.ts";
import type { RangeRow } from "../domain/series/range_rows.ts";
import { annotationText } from "./annotations.ts";
import { meterMarkTexts } from "./meter_events.ts";

/**
 * What there is to know about a slot, a sentence each: what happened to its meters, what people wrote of its days. What was
 * written of a whole day is not said again for each part of it, which is only {@link ANNOTATED}.
 */
export function slotNotes(
  { slot, marks, annotations }: Pick<RangeRow, "slot" | "marks" | "annotations">,
): string[] {
  const written = isPartOfDay(slot) ? [] : annotations.map(annotationText);
  return [...meterMarkTexts(marks), ...written];
}

/** Beside a part of a day of which something was written: the list under the table has it. */
export const ANNOTATED = "annoté";

/** The same under the chart of a range, slot by slot. */
export function chartMarks(rows: readonly RangeRow[]): MarkSpec[] {
  return rows.flatMap((row, categoryIndex) => {
    const notes = slotNotes(row);
    return notes.length === 0 ? [] : [{ categoryIndex, text: notes.join(" / ") }];
  });
}
