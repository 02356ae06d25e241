import { seasonYearOf } from "@/lib/domain/facilities/heating_season.ts";
import { sumOf } from "@/lib/domain/numbers/sums.ts";
import { isoDate, monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import { dayNumber, firstDayOf } from "./climate.ts";
import { faultHours } from "./fault_hours.ts";
import { type SimulatedSeries, type Simulation, yearly } from "./simulation.ts";

/** A flush that runs day and night in a dwelling of the first residence, since so many days. */
export const LEAK = { houseId: "p01-l007", daysAgo: 22, m3AnHour: 0.018 } as const;

/** The days in January on which one boiler of two ran in the first boiler room, which its annotation explains. */
export const BREAKDOWN = { roomId: "p01-c1", month: 1, fromDay: 12, toDay: 20 } as const;
/** Share of the water's heat left with one boiler. */
const ONE_BOILER = 0.78;
const ROOM_C = 22;

/** Adds the events of the demo's annotations and messages to the readings. @spec demo.stories */
export function withStory(series: SimulatedSeries, filledMs: number): SimulatedSeries {
  const { roomId } = BREAKDOWN;
  if (series.id === `p01-l-efs@${LEAK.houseId}`) return withLeak(series, filledMs);
  const isFlow = series.id === `${roomId}-dep` || series.id === `${roomId}-ret`;
  return isFlow ? withBreakdown(series, filledMs) : series;
}

/** The year of the last January that is over, or of the one before it. */
export function storyYear(filledMs: number): number {
  return seasonYearOf(monthOf(civilDateOf(filledMs, DEFAULT_TIME_ZONE)));
}

function withLeak(series: SimulatedSeries, filledMs: number): SimulatedSeries {
  const { simulation } = series;
  if (simulation.flagged !== "sum") return series;
  const fromDay = faultHours({ daysAgo: LEAK.daysAgo, hour: 0, hours: null }, filledMs).from / 24;
  const leakedM3 = 24 * LEAK.m3AnHour;
  const dailyOf = yearly((year) => {
    const first = firstDayOf(year);
    return simulation.dailyOf(year).map((m3, day) => first + day < fromDay ? m3 : m3 + leakedM3);
  });
  const weightsOn = (year: number, dayOfYear: number) =>
    firstDayOf(year) + dayOfYear < fromDay
      ? null
      : mixed(simulation, simulation.dailyOf(year)[dayOfYear] ?? 0);
  return { ...series, simulation: { ...simulation, dailyOf, weightsOn } };
}

/** The hours of a day of which as much leaks in each. */
function mixed(
  { hourWeights }: Extract<Simulation, { flagged: "sum" }>,
  drawnM3: number,
): number[] {
  const total = sumOf(hourWeights);
  return hourWeights.map((weight) => drawnM3 * weight / total + LEAK.m3AnHour);
}

function withBreakdown(series: SimulatedSeries, filledMs: number): SimulatedSeries {
  const { simulation } = series;
  if (simulation.flagged !== "instant") return series;
  const { month, fromDay, toDay } = BREAKDOWN;
  const [from, to] = [fromDay, toDay].map((day) =>
    dayNumber(isoDate(storyYear(filledMs), month, day))
  );
  const valueAt: typeof simulation.valueAt = (year, dayOfYear, hour) => {
    const day = firstDayOf(year) + dayOfYear;
    const celsius = simulation.valueAt(year, dayOfYear, hour);
    const isOver = day < (from ?? 0) || day > (to ?? 0);
    return isOver ? celsius : ROOM_C + (celsius - ROOM_C) * ONE_BOILER;
  };
  return { ...series, simulation: { ...simulation, valueAt } };
}
