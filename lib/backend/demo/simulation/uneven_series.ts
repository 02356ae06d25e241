import type { DataUnitId } from "@/lib/domain/series/types.ts";
import { firstDayOf } from "./climate.ts";
import { chance, seedOf, swing, wander } from "./random.ts";
import type { MissingHours, SimulatedSeries } from "./simulation.ts";

/** How far what is measured is from what was computed: from hour to hour, and over a week or two. */
const NOISE: Readonly<Partial<Record<DataUnitId, { hourly: number; weekly: number }>>> = {
  TEMP: { hourly: 0.15, weekly: 1.1 },
  HUM: { hourly: 0.8, weekly: 6 },
  TEXT: { hourly: 0.4, weekly: 0 },
  TDEP: { hourly: 0.5, weekly: 0 },
  TRET: { hourly: 0.4, weekly: 0 },
};
const WANDER_DAYS = 9;

/** A series of the facilities as probes measure it: no two rooms are alike, and points are not on a line. */
export function withNoise(series: SimulatedSeries): SimulatedSeries {
  const { simulation } = series;
  const noise = NOISE[series.dataUnitId];
  if (noise === undefined || simulation.flagged !== "instant") return series;
  const seed = seedOf(series.id);
  const valueAt: typeof simulation.valueAt = (year, dayOfYear, hour) => {
    const day = firstDayOf(year) + dayOfYear;
    return simulation.valueAt(year, dayOfYear, hour) +
      noise.hourly * swing(seed, day * 24 + hour) +
      noise.weekly * wander(seed + 1, day, WANDER_DAYS);
  };
  return { ...series, simulation: { ...simulation, valueAt } };
}

/** One module in so many has a bad radio link, and misses more. */
const BAD_LINKS = 0.1;
const DAYS_MISSED = { usual: 0.012, bad: 0.14 } as const;

/** A series of a dwelling, of which some hours are missing now and then: the same ones for all that its module sends. */
export function withMissing(series: SimulatedSeries): SimulatedSeries {
  const [, houseId = ""] = series.id.split("@");
  const seed = seedOf(houseId);
  const share = chance(seed, 19) < BAD_LINKS ? DAYS_MISSED.bad : DAYS_MISSED.usual;
  return { ...series, missingOn: (day) => missedOn(seed, day, share) };
}

function missedOn(seed: number, day: number, share: number): MissingHours | null {
  if (chance(seed + 10, day) >= share) return null;
  const from = Math.floor(14 * chance(seed + 11, day));
  return { from, to: from + 1 + Math.floor(8 * chance(seed + 12, day)) };
}
