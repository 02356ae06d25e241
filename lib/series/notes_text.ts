/** Words for events of meters and annotations beside the slots of a range. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { METER_MARK_KINDS, type MeterMarkKind } from "@/lib/timeseries/meter_event.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import type { MarkSpec } from "@/lib/ui/chart_paths.ts";
import { isPartOfDay } from "./annotations.ts";
import { happenedText } from "./meter_event_text.ts";
import type { AnnotatedSlot } from "./range_notes.ts";
import { annotationText, DOUBTFUL_NOTE } from "./text.ts";

const SEVERAL: Readonly<Record<MeterMarkKind, string>> = {
  replacement: "remplacements de compteur",
  reset: "remises à zéro de compteur",
  fall: "reculs d’index",
};

function dayAndMonth(date: IsoDate): string {
  const [, month, day] = date.split("-");
  return `${day}/${month}`;
}

/**
 * The events of a slot, beside its completeness: "compteur remplacé le 12/03". Events of the same kind are grouped:
 * "12 remplacements de compteur, du 12/03 au 14/03".
 *
 * @param marks in order
 */
export function meterMarkTexts(marks: readonly Omit<MeterMark, "slot">[]): string[] {
  return METER_MARK_KINDS.flatMap((kind) => {
    const some = marks.filter(({ what }) => what === kind);
    const [first] = some;
    const last = some.at(-1);
    if (first === undefined || last === undefined) return [];
    const day = dayAndMonth(first.date);
    if (some.length === 1) return `compteur ${happenedText(first, day)}`;
    const when = first.date === last.date ? `le ${day}` : `du ${day} au ${dayAndMonth(last.date)}`;
    return `${formatNumber(some.length, 0)}\u00A0${SEVERAL[kind]}, ${when}`;
  });
}

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
