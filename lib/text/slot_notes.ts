import type { MarkSpec } from "../domain/charts/chart_model.ts";
import type { RangeRow } from "../domain/series/range_rows.ts";
import { annotationText } from "./annotations.ts";
import { meterMarkTexts } from "./meter_events.ts";

/** What is to be known of a slot, a sentence each: what happened to its meters, what people wrote of its days. */
export function slotNotes(
  { marks, annotations }: Pick<RangeRow, "marks" | "annotations">,
): string[] {
  return [...meterMarkTexts(marks), ...annotations.map(annotationText)];
}

/** The same under the chart of a range, slot by slot. */
export function chartMarks(rows: readonly RangeRow[]): MarkSpec[] {
  return rows.flatMap((row, categoryIndex) => {
    const notes = slotNotes(row);
    return notes.length === 0 ? [] : [{ categoryIndex, text: notes.join(" / ") }];
  });
}
