import { finenessOf } from "@/lib/domain/housing/visibility.ts";
import { addDays } from "@/lib/domain/periods/civil_dates.ts";
import { rangeAround } from "@/lib/domain/periods/instant_ranges.ts";
import { instantSegment, readInstantSegment } from "@/lib/domain/periods/instants.ts";
import { BAD_PERIOD, type PeriodRange } from "@/lib/domain/periods/period.ts";
import { civilDays, slotsOf } from "@/lib/domain/periods/slots.ts";
import { zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import { besideSlots } from "@/lib/domain/series/range_rows.ts";

/** Position of an instant in the range of its type, and its civil days. The dispatcher has parsed the segment. */
export function slotPlace(segment: string, timeZone: string) {
  const instant = readInstantSegment(segment);
  if (instant === null) throw new RangeError(BAD_PERIOD);
  const range = rangeAround(instant);
  const wanted = instantSegment(instant);
  const rank = segmentsOf(range, timeZone).findIndex((one) => isOrHasOffset(one, wanted));
  const fineness = finenessOf(range.type);
  const slot = fineness === "day" ? slotsOf(range)[rank] : undefined;
  const days = slot === undefined
    ? civilDays(range)
    : { from: slot.from, to: addDays(slot.to, -1) };
  return { range, rank, days, fineness };
}

export function segmentsOf(range: PeriodRange, timeZone: string): string[] {
  const isClock = finenessOf(range.type) !== "day";
  return (isClock ? zonedSlots(range, timeZone) : slotsOf(range)).map(({ segment }) => segment);
}

/** Without an offset, a repeated local time is its first occurrence. */
function isOrHasOffset(segment: string, wanted: string): boolean {
  return segment === wanted || /^[+-]/.test(segment.replace(wanted, ""));
}

/** The rank, in a range a year before, of the corresponding slot; -1 when there is none. */
export function rankBeside(
  range: PeriodRange,
  rank: number,
  { before, timeZone }: { before: PeriodRange; timeZone: string },
): number {
  const slotsIn = (one: PeriodRange) =>
    segmentsOf(one, timeZone).map((slot, index) => ({ slot, rank: index }));
  return besideSlots(slotsIn(range), slotsIn(before))[rank]?.rank ?? -1;
}
