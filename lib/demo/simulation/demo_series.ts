/** All series of a demo residence, with its stories, drifts and faults, and their reader. @module */

import { isoDate, monthOf } from "@/lib/base/civil_dates.ts";
import { memo } from "@/lib/base/memo.ts";
import { sumOf } from "@/lib/base/sums.ts";
import { civilDateOf, DEFAULT_TIME_ZONE } from "@/lib/base/time_zones.ts";
import { faultySeries } from "@/lib/demo/seed/alarms.ts";
import {
  DEMO_FAULTS,
  type DemoFault,
  type FaultyValue,
  faultyValue,
} from "@/lib/demo/seed/faults.ts";
import type { DemoSite } from "@/lib/demo/seed/site_table.ts";
import { seasonYearOf } from "@/lib/energy_balance/heating_season.ts";
import { dayNumber, firstDayOf } from "./climate.ts";
import { withPilot } from "./heating_control_series.ts";
import { type FaultHours, faultHours, secondOfHour, STEP_S } from "./hours.ts";
import { houseSeriesOfSite } from "./house_series.ts";
import { SimulatedReader } from "./simulated_reader.ts";
import {
  type SimulatedSeries,
  type Simulation,
  withMissing,
  withNoise,
  withValues,
} from "./simulation.ts";
import { allSites, seriesOfSite, siteId } from "./site_series.ts";
import { seedOf, wander } from "./random.ts";

/** A flush that runs day and night in a dwelling of the first residence, since so many days. */
export const LEAK = { houseId: "p01-l007", daysAgo: 22, m3AnHour: 0.018 } as const;

/** The days in January on which one boiler of two ran in the first boiler room, which its annotation explains. */
export const BREAKDOWN = { roomId: "p01-c1", month: 1, fromDay: 12, toDay: 20 } as const;
/** Share of the water's heat left with one boiler. */
const ONE_BOILER = 0.78;
const ROOM_C = 22;

/** Adds the events of the demo's annotations and messages to the readings. @spec demo.stories */
function withStory(series: SimulatedSeries, filledMs: number): SimulatedSeries {
  const { roomId } = BREAKDOWN;
  if (series.id === `p01-l-efs@${LEAK.houseId}`) return withLeak(series, filledMs);
  const isFlow = series.id === `${roomId}-dep` || series.id === `${roomId}-ret`;
  if (isFlow) return withBreakdown(series, filledMs);
  return withDriftStory(series, dayNumber(civilDateOf(filledMs, DEFAULT_TIME_ZONE)));
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
  const dailyOf = memo((year: number) => {
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
  const { month, fromDay, toDay } = BREAKDOWN;
  const [from, to] = [fromDay, toDay].map((day) =>
    dayNumber(isoDate(storyYear(filledMs), month, day))
  );
  return withValues(series, (valueAt) => (year, dayOfYear, hour) => {
    const day = firstDayOf(year) + dayOfYear;
    const celsius = valueAt(year, dayOfYear, hour);
    const isOver = day < (from ?? 0) || day > (to ?? 0);
    return isOver ? celsius : ROOM_C + (celsius - ROOM_C) * ONE_BOILER;
  });
}

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
  return withValues(series, (valueAt) => (year, dayOfYear, hour) => {
    const localHour = (firstDayOf(year) + dayOfYear) * 24 + hour;
    const isFaulty = localHour >= hours.from && localHour < hours.to;
    return isFaulty ? faultyValue(what, localHour) : valueAt(year, dayOfYear, hour);
  });
}

function missingOn(day: number, { from, to }: FaultHours) {
  const hours = { from: Math.max(0, from - day * 24), to: Math.min(24, to - day * 24) };
  return hours.from < hours.to ? hours : null;
}

interface Known {
  now: () => number;
  filledMs: number;
  reader: SimulatedReader;
}

/** The readers of the residences of the demo, by project id. */
const readers = new Map<string, Known>();

/**
 * The simulated series of a residence of the demo; without any series for a residence a visitor created.
 *
 * @param filledMs when the demo was filled, epoch ms: its faults are of the days before
 */
export function simulatedReader(
  projectId: string,
  { now, filledMs }: Omit<Known, "reader">,
): SimulatedReader {
  const known = readers.get(projectId);
  if (known?.now === now && known.filledMs === filledMs) return known.reader;
  const site = allSites().find((_, index) => siteId(index) === projectId);
  const series = site ? demoSeries(site, projectId, filledMs) : [];
  const reader = new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now });
  if (site) readers.set(projectId, { now, filledMs, reader });
  return reader;
}

/** A boiler room that uses more from a day to another, counted from when the demo was filled. @spec demo.stories */
interface DriftStory {
  readonly projectId: string;
  readonly boilerRoomId: string;
  /** Its meters. */
  readonly seriesIds: readonly string[];
  readonly share: number;
  readonly fromDaysAgo: number;
  /** null when it goes on. */
  readonly toDaysAgo: number | null;
  /** Why it was closed. */
  readonly cure: string | null;
}

export const DRIFT_STORIES = {
  found: {
    projectId: "p18",
    boilerRoomId: "p18-c1",
    seriesIds: ["p18-c1-rcu"],
    share: 1.18,
    fromDaysAgo: 40,
    toDaysAgo: null,
    cure: null,
  },
  cured: {
    projectId: "p03",
    boilerRoomId: "p03-c2",
    seriesIds: ["p03-c2-rcu"],
    share: 1.2,
    fromDaysAgo: 55,
    toDaysAgo: 20,
    cure: "Vanne trois voies bloquée, remplacée par l’exploitant",
  },
} as const satisfies Readonly<Record<string, DriftStory>>;

/** An auxiliary boiler: it runs when the other cannot follow, whatever the weather. */
export const SCATTERED = {
  projectId: "p09",
  boilerRoomId: "p09-c2",
  seriesIds: ["p09-c2-gaz", "p09-c2-pce"],
} as const;
/** How much its consumption wanders, and the days of each wandering. */
const [WANDERS, STEP_DAYS] = [0.85, 6];

/** A meter with what its boiler room's story changes. @param filledDay day on which the demo was filled */
function withDriftStory(series: SimulatedSeries, filledDay: number): SimulatedSeries {
  const shareOn = shareOf(series.id, filledDay);
  const { simulation } = series;
  if (shareOn === null || simulation.flagged !== "sum") return series;
  const dailyOf = memo((year: number) => {
    const first = firstDayOf(year);
    return simulation.dailyOf(year).map((amount, day) => amount * shareOn(first + day));
  });
  return { ...series, simulation: { ...simulation, dailyOf } };
}

function shareOf(seriesId: string, filledDay: number): ((day: number) => number) | null {
  if (SCATTERED.seriesIds.some((id) => id === seriesId)) {
    const seed = seedOf(SCATTERED.boilerRoomId);
    return (day) => 1 + WANDERS * wander(seed, day, STEP_DAYS);
  }
  const stories: readonly DriftStory[] = Object.values(DRIFT_STORIES);
  const story = stories.find(({ seriesIds }) => seriesIds.includes(seriesId));
  if (story === undefined) return null;
  const from = filledDay - story.fromDaysAgo;
  const to = story.toDaysAgo === null ? Infinity : filledDay - story.toDaysAgo;
  return (day) => day >= from && day < to ? story.share : 1;
}
