/** Reads the curve of an alarm, from a day before its start to a day after. @module */

import {
  addDays,
  dateParts,
  type IsoDate,
  type IsoMonth,
  monthOf,
  shiftMonth,
} from "@/lib/base/civil_dates.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { periodPath, rangeSegment } from "@/lib/base/period_paths.ts";
import { rangeAt } from "@/lib/base/period_selector.ts";
import { daysOfMonth, type PeriodRange } from "@/lib/base/periods.ts";
import { civilDateOf, type InstantBounds, zonedSlots } from "@/lib/base/time_zones.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { readIntervals } from "@/lib/facilities/pages.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { StateInterval } from "@/lib/series/range_notes.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";
import { withDate } from "@/lib/ui/query.ts";
import { errorCode } from "@/lib/web/errors.ts";
import type { State } from "@/lib/web/state.ts";
import type { Alarm } from "./schema.ts";

/** Bounds of the curve of an alarm: from a day before its start to a day after, at most now. */
export function curveBounds(start: string, nowMs: number): InstantBounds {
  const startMs = Date.parse(start);
  return { from: startMs - DAY_MS, to: Math.min(startMs + DAY_MS, nowMs) };
}

/** The days covered by the curve of an alarm, each as a range of hours. */
export function curveDays({ from, to }: InstantBounds, timeZone: string): PeriodRange[] {
  const days: PeriodRange[] = [];
  const last = civilDateOf(to, timeZone);
  for (let day: IsoDate = civilDateOf(from, timeZone); day <= last; day = addDays(day, 1)) {
    days.push({ type: "hourly", ...dateParts(day) });
  }
  return days;
}

/** The months covered by the curve of an alarm on a state, each as a range of days. */
export function curveMonths({ from, to }: InstantBounds, timeZone: string): PeriodRange[] {
  const months: PeriodRange[] = [];
  const last = monthOf(civilDateOf(to, timeZone));
  const first: IsoMonth = monthOf(civilDateOf(from, timeZone));
  for (let month = first; month <= last; month = shiftMonth(month, 1)) {
    months.push(daysOfMonth(month));
  }
  return months;
}

export interface CurveHour {
  /** The hour as a URL segment. */
  readonly slot: string;
  readonly value: number | null;
  /** True when the alarm started in it. */
  readonly isStart: boolean;
}

/** The hours of a series around the start of an alarm, or the intervals of its state. */
export type AlarmCurve =
  & { readonly series: ProjectSeries; readonly href: string }
  & (
    | { readonly kind: "hours"; readonly hours: readonly CurveHour[] }
    | { readonly kind: "intervals"; readonly intervals: readonly StateInterval[] }
  );

/** Reads the curve of an alarm; null without a series, or when the user may not see its hours. */
export async function readAlarmCurve(state: State, alarm: Alarm): Promise<AlarmCurve | null> {
  try {
    return await curveOf(state, alarm);
  } catch (error) {
    const code = errorCode(error);
    if (code === "forbidden" || code === "not-found") return null;
    throw error;
  }
}

async function curveOf(state: State, alarm: Alarm): Promise<AlarmCurve | null> {
  const { project, today } = residenceOf(state);
  const { houseId, seriesId, start } = alarm;
  const all = houseId === null ? project.facilitiesDataseries : project.housesDataseries;
  const series = all.find(({ id }) => id === seriesId);
  if (series === undefined) return null;
  const shown = curveBounds(start, Date.parse(state.now));
  const on = civilDateOf(Date.parse(start), project.timeZone);
  const own = { series, href: hrefOf({ projectId: project.id, houseId }, series, { on, today }) };
  if (series.unit.kind !== "state") {
    const hours = await readHours(state, { series, alarm, shown });
    return { ...own, kind: "hours", hours };
  }
  if (houseId !== null) return null;
  const segments = curveMonths(shown, project.timeZone).map(rangeSegment);
  const intervals = await readIntervals(
    state,
    { projectId: project.id, series: series.id },
    segments,
  );
  return { ...own, kind: "intervals", intervals: intervals.filter((one) => isShown(one, shown)) };
}

/** The month of the alarm in its series, whose pages all show days. @spec periods.current-date */
function hrefOf(
  { projectId, houseId }: { readonly projectId: string; readonly houseId: string | null },
  { id: seriesId }: Pick<ProjectSeries, "id">,
  { on, today }: { readonly on: IsoDate; readonly today: IsoDate },
): string {
  const month = rangeAt("daily", on);
  const period = periodPath(month);
  const href = houseId === null
    ? links.facilitySeries(projectId, seriesId, period)
    : links.housingSeries({ projectId, houseId }, seriesId, period);
  return withDate(href, month, { date: on, today });
}

interface HoursQuery {
  readonly series: ProjectSeries;
  readonly alarm: Alarm;
  readonly shown: InstantBounds;
}

async function readHours(state: State, { series, alarm, shown }: HoursQuery): Promise<CurveHour[]> {
  const { id: projectId, timeZone } = residenceOf(state).project;
  const { read } = state.api;
  const { houseId } = alarm;
  const startMs = Date.parse(alarm.start);
  const on = civilDateOf(startMs, timeZone);
  const days = await Promise.all(
    curveDays(shown, timeZone).map(async (day) => {
      const at = { projectId, series: series.id, segment: rangeSegment(day) };
      const { slots } = houseId === null
        ? await read(FACILITIES_CALLS.getFacilityRangeData, at)
        : await read(HOUSING_CALLS.getHouseRangeData, { ...at, houseId, on });
      return zonedSlots(day, timeZone).map((zoned, position) => ({ ...zoned, ...slots[position] }));
    }),
  );
  return days.flat().filter(({ from, to }) => to > shown.from && from < shown.to)
    .map(({ segment, from, to, value = null }) => ({
      slot: segment,
      value,
      isStart: from <= startMs && startMs < to,
    }));
}

function isShown({ fromS, toS }: StateInterval, { from, to }: InstantBounds): boolean {
  return fromS * 1_000 < to && (toS === null || toS * 1_000 > from);
}
