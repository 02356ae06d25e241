import type { Flaw } from "@/lib/backend/demo/seed/site_table.ts";
import { clamp } from "@/lib/domain/numbers/round.ts";
import { dayNumber, firstDayOf } from "./climate.ts";
import { yearly } from "./simulation.ts";

/** Heating is on from 1 October to 20 May, the contract's season, but where it runs on. */
const START = "10-01";
const STOP = "05-20";
const LATE_STOPS: Readonly<Partial<Record<Flaw, string>>> = {
  "late-season": "06-12",
  // Through its last month, so that the drift is in all of them.
  "drifting": "05-31",
};

type Flaws = readonly Flaw[] | undefined;

export function heatingStop(flaws: Flaws): string {
  return flaws?.map((flaw) => LATE_STOPS[flaw]).find((stop) => stop !== undefined) ?? STOP;
}

/** The last day of heating of a spring and the first of an autumn, from 0 on 1 January. */
export function heatingRanks(flaws: Flaws): (year: number) => Readonly<Ranks> {
  return ranks.getOrInsertComputed(heatingStop(flaws), ranksUntil);
}

interface Ranks {
  stop: number;
  start: number;
}

/** By the day on which heating stops. */
const ranks = new Map<string, (year: number) => Ranks>();

function ranksUntil(stop: string) {
  return yearly((year) => {
    const first = firstDayOf(year);
    return {
      stop: dayNumber(`${year}-${stop}`) - first,
      start: dayNumber(`${year}-${START}`) - first,
    };
  });
}

export function isHeatingDay({ stop, start }: Ranks, dayOfYear: number): boolean {
  return dayOfYear <= stop || dayOfYear >= start;
}

/** Hours in which a dwelling goes from the temperature of its walls to the one it is heated to, and back. */
const RAMP_HOURS = 14 * 24;

/** How much of an hour's temperature is that of heating, 0 to 1, smooth at both ends of the season. */
export function heatedShare({ stop, start }: Ranks, dayOfYear: number, hour: number): number {
  const at = dayOfYear * 24 + hour;
  return eased(Math.max((at - start * 24) / RAMP_HOURS, ((stop + 1) * 24 - at) / RAMP_HOURS));
}

function eased(share: number): number {
  const bounded = clamp(share, 0, 1);
  return bounded * bounded * (3 - 2 * bounded);
}
