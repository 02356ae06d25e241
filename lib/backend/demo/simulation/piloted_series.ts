import {
  ABSENT_C,
  ABSENT_DAYS,
  appliedConfig,
  heatedHouse,
  isHeatedMonth,
} from "@/lib/backend/demo/seed/heated_house.ts";
import { housesOfSite } from "@/lib/backend/demo/seed/demo_houses.ts";
import type { DemoSite } from "@/lib/backend/demo/seed/sites.ts";
import { tempOffsetC } from "@/lib/domain/housing/temp_offset.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import { dateOfDayNumber, firstDayOf } from "./climate.ts";
import { faultHours } from "./fault_hours.ts";
import { houseSeriesId } from "./house_series.ts";
import { seedOf, swing, wander } from "./random.ts";
import type { SimulatedSeries } from "./simulation.ts";

/** How far a heated room is from what is asked: the habits of its home, its weeks; together less than 0.5 °C. */
const SPREAD_C = { home: 0.25, week: 0.2 } as const;
const WANDER_DAYS = 9;

/** Share of the night decrease that walls let a room lose by the hours from 23 to 6. */
const NIGHT_SHARES: readonly number[] = [0.15, 0.3, 0.45, 0.6, 0.7, 0.75, 0.5, 0.2];

/** Hours in which an empty dwelling loses two thirds of its heat. */
const COOLING_HOURS = 30;

/** The temperatures of the dwellings of a residence with a pilot follow what it asks while they are heated. */
export function withPilot(
  series: readonly SimulatedSeries[],
  site: DemoSite,
  { projectId, filledMs }: { readonly projectId: string; readonly filledMs: number },
): readonly SimulatedSeries[] {
  if (site.hasPilot === undefined) return series;
  const thermometer = houseSeriesId(projectId, { suffix: "temp" });
  const houses = new Map(
    housesOfSite(site, projectId).map((house) => [storedSeriesId(thermometer, house.id), house]),
  );
  return series.map((one) => {
    const house = houses.get(one.id);
    if (house === undefined || one.simulation.flagged !== "instant") return one;
    const free = one.simulation.valueAt;
    const heatedC = heatedAt(house.id, filledMs);
    const offsetC = tempOffsetC(house.config);
    const valueAt: typeof free = (year, dayOfYear, hour) => {
      const day = firstDayOf(year) + dayOfYear;
      const isHeated = isHeatedMonth(Number(dateOfDayNumber(day).slice(5, 7)));
      return offsetC + (isHeated ? heatedC(day, hour) : free(year, dayOfYear, hour));
    };
    return { ...one, simulation: { ...one.simulation, valueAt } };
  });
}

/** The temperature of a heated dwelling at an hour of a day, by its day number. */
function heatedAt(houseId: string, filledMs: number): (day: number, hour: number) => number {
  const seed = seedOf(houseId);
  const house = heatedHouse(houseId);
  const { temp_conf, night_decrease } = appliedConfig(house);
  const left = faultHours({ daysAgo: ABSENT_DAYS, hour: 12, hours: null }, filledMs).from;
  const homeC = SPREAD_C.home * swing(seed, 11);
  const leftHour = house.kind === "absent" ? left : Infinity;
  return (day, hour) => {
    const spreadC = homeC + SPREAD_C.week * wander(seed, day, WANDER_DAYS);
    const emptyHours = day * 24 + hour - leftHour;
    if (emptyHours < 0) return temp_conf - night_decrease * nightShare(hour) + spreadC;
    return ABSENT_C + (temp_conf - ABSENT_C) * Math.exp(-emptyHours / COOLING_HOURS) + spreadC;
  };
}

function nightShare(hour: number): number {
  return NIGHT_SHARES[(hour + 1) % 24] ?? 0;
}
