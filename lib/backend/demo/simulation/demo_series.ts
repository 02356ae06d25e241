import { faultySeries } from "@/lib/backend/demo/seed/fault_subjects.ts";
import {
  DEMO_FAULTS,
  type DemoFault,
  type FaultyValue,
  faultyValue,
} from "@/lib/backend/demo/seed/faults.ts";
import type { DemoSite } from "@/lib/backend/demo/seed/site_table.ts";
import { firstDayOf } from "./climate.ts";
import { type FaultHours, faultHours, secondOfHour } from "./fault_hours.ts";
import { houseSeriesOfSite } from "./house_series.ts";
import { STEP_S } from "./missing_hours.ts";
import { withPilot } from "./piloted_series.ts";
import { seriesOfSite, siteId } from "./simulated_series.ts";
import type { SimulatedSeries } from "./simulation.ts";
import { withStory } from "./stories.ts";
import { withMissing, withNoise } from "./uneven_series.ts";

/** The series of a residence of the demo as sensors send them, with its faults and stories, as of the instant at which the demo was filled, epoch ms. */
export function demoSeries(site: DemoSite, projectId: string, filledMs: number): SimulatedSeries[] {
  const series = [
    ...seriesOfSite(site, projectId).map(withNoise),
    ...withPilot(houseSeriesOfSite(site, projectId), site, { projectId, filledMs })
      .map(withMissing),
  ].map((one) => withStory(one, filledMs));
  const faults = DEMO_FAULTS.filter((fault) => siteId(fault.site) === projectId);
  return faults.reduce((all, fault) => {
    const isFaulty = faultySeries(fault, site, projectId);
    const hours = faultHours(fault, filledMs);
    return all.map((one) => isFaulty(one.id) ? withFault(one, fault, hours) : one);
  }, series);
}

function withFault(
  series: SimulatedSeries,
  { what }: DemoFault,
  hours: FaultHours,
): SimulatedSeries {
  if ("value" in what) return withValue(series, what, hours);
  if (hours.to === Infinity) return { ...series, silentFromS: secondOfHour(hours.from) - STEP_S };
  return { ...series, missingOn: (day) => missingOn(day, hours) };
}

function withValue(series: SimulatedSeries, what: FaultyValue, hours: FaultHours): SimulatedSeries {
  const { simulation } = series;
  if (simulation.flagged !== "instant") return series;
  const valueAt: typeof simulation.valueAt = (year, dayOfYear, hour) => {
    const localHour = (firstDayOf(year) + dayOfYear) * 24 + hour;
    const isFaulty = localHour >= hours.from && localHour < hours.to;
    return isFaulty ? faultyValue(what, localHour) : simulation.valueAt(year, dayOfYear, hour);
  };
  return { ...series, simulation: { ...simulation, valueAt } };
}

function missingOn(day: number, { from, to }: FaultHours) {
  const hours = { from: Math.max(0, from - day * 24), to: Math.min(24, to - day * 24) };
  return hours.from < hours.to ? hours : null;
}
