/** Computes the mean of each hour of the week of a series, and of its nights against its days. @module */

import { type IsoDate, weekday } from "@/lib/base/civil_dates.ts";
import { PERCENT_BOUNDS } from "@/lib/base/rounding.ts";
import { meanOf } from "@/lib/base/sums.ts";
import type { RangeSlot } from "./schema.ts";

/** The week of a series: means over the same hours of the civil clock. */
export interface WeekProfile {
  /** Monday to Sunday, then 0 to 23 h; null for an hour that is never known. */
  readonly means: readonly (readonly (number | null)[])[];
  /** Hours that are known, of those that are over. */
  readonly knownCount: number;
  readonly hourCount: number;
  /** Mean from 23 to 5 h over the mean from 7 to 21 h; null when one is unknown, or that of the day is not above 0. */
  readonly nightRatio: number | null;
}

const DAYS = 7;
const HOURS = 24;

type HourSlot = Pick<RangeSlot, "slot" | "value" | "completeness" | "estimated" | "doubtful">;

/**
 * The profile of some hours, whose slots name the hour of the civil clock: an hour that the clock repeats counts twice,
 * one that it skips is absent.
 *
 * @spec series.week-profile
 * @param slots hours: "2024-07-15T08"
 * @param today its hours, and later ones, are not over
 */
export function weekProfile(slots: readonly HourSlot[], today: IsoDate): WeekProfile {
  const over = slots.map((slot) => ({ ...slot, ...placeOf(slot) }))
    .filter(({ date }) => date < today);
  const known = over.flatMap(({ value, day, hour, ...slot }) =>
    value !== null && isKnown(slot) ? [{ value, day, hour }] : []
  );
  const cells = Map.groupBy(known, ({ day, hour }) => day * HOURS + hour);
  const meanWhere = (isWanted: (hour: number) => boolean) =>
    mean(known.filter(({ hour }) => isWanted(hour)));
  const [night, day] = [
    meanWhere((hour) => hour >= 23 || hour < 5),
    meanWhere((hour) => hour >= 7 && hour < 21),
  ];
  return {
    means: Array.from(
      { length: DAYS },
      (_, of) =>
        Array.from({ length: HOURS }, (_, hour) => mean(cells.get(of * HOURS + hour) ?? [])),
    ),
    knownCount: known.length,
    hourCount: over.length,
    nightRatio: night === null || day === null || day <= 0 ? null : night / day,
  };
}

function placeOf({ slot }: Pick<HourSlot, "slot">) {
  const date: IsoDate = slot.slice(0, "2024-07-15".length);
  return {
    date,
    day: weekday(date) - 1,
    hour: Number(slot.slice("2024-07-15T".length).slice(0, 2)),
  };
}

/** Whether readings cover an hour: a register read once a day says nothing of its hours. */
function isKnown(
  { completeness, estimated, doubtful }: Pick<HourSlot, "completeness" | "estimated" | "doubtful">,
) {
  return !estimated && !doubtful && 100 * completeness >= PERCENT_BOUNDS.compared;
}

function mean(hours: readonly { readonly value: number }[]): number | null {
  return hours.length === 0 ? null : meanOf(hours.map(({ value }) => value));
}
