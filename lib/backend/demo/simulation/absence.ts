import { sumOf } from "@/lib/domain/numbers/sums.ts";
import { firstDayOf } from "./climate.ts";
import { type SimulatedSeries, type Simulation, yearly } from "./simulation.ts";

export interface Absence {
  /** Hour of the local clock since 1970 at which its occupants left. */
  readonly fromHour: number;
  /** Share of the usual consumption on a day, by its day number. */
  shareOn(day: number): number;
}

type Summed = Extract<Simulation, { flagged: "sum" }>;

/** A meter of a dwelling whose occupants left: its consumption falls in the hour in which they do. */
export function withAbsence(series: SimulatedSeries, absence: Absence): SimulatedSeries {
  const { simulation } = series;
  if (simulation.flagged !== "sum") return series;
  const leavingDay = Math.floor(absence.fromHour / 24);
  const weights = leavingWeights(simulation, absence);
  const leavingShare = sumOf(weights) / sumOf(simulation.hourWeights);
  const dailyOf = yearly((year) => {
    const first = firstDayOf(year);
    return simulation.dailyOf(year).map((amount, rank) => {
      const day = first + rank;
      if (day < leavingDay) return amount;
      const share = day === leavingDay ? leavingShare : absence.shareOn(day);
      return Math.round(amount * share * 1_000) / 1_000;
    });
  });
  const weightsOn = (year: number, dayOfYear: number) =>
    firstDayOf(year) + dayOfYear === leavingDay ? weights : null;
  return { ...series, simulation: { ...simulation, dailyOf, weightsOn } };
}

/** How the day of the leaving spreads: little after the hour. */
function leavingWeights({ hourWeights }: Summed, { fromHour, shareOn }: Absence): number[] {
  const share = shareOn(Math.floor(fromHour / 24));
  return hourWeights.map((weight, hour) => hour < fromHour % 24 ? weight : weight * share);
}
