/** What the pages of a series share: ranges, two years, files, states and annotations. @module */

import {
  periodPath,
  rangeSegment,
  readPeriodPath,
  readRangeSegment,
  segmentParts,
} from "@/lib/base/period_paths.ts";
import {
  isOffered,
  nearestPeriod,
  type PeriodChoices,
  type PeriodFault,
  rangeAt,
} from "@/lib/base/period_selector.ts";
import { yearBefore } from "@/lib/base/period_steps.ts";
import { levelOf, type PeriodRange } from "@/lib/base/periods.ts";
import { rangeLabel } from "@/lib/base/text_periods.ts";
import { isRunning, zonedSlots } from "@/lib/base/time_zones.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import type { ExpectedRhythm, MessageData, TimedData } from "@/lib/timeseries/schema.ts";
import { inThousandths, unitOfSmall } from "@/lib/timeseries/canonical_units.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { readTableState } from "@/lib/ui/tables.ts";
import { isFileRequested, tableFile } from "@/lib/web/downloads.ts";
import { HttpError, type PageContext, type State, timeZoneOf, todayOf } from "@/lib/web/state.ts";
import { annotatedIntervals, type StateInterval, stateIntervals } from "./range_notes.ts";
import {
  besideSlots,
  filteredRangeRows,
  type RangeChartInput,
  type RangeRow,
  rangeRows,
} from "./range_rows.ts";
import type { Annotation, RangeData } from "./schema.ts";
import { rangeCsv, slotAxis, STATE_CSV } from "./text.ts";

export interface TwoYears {
  readonly range: PeriodRange;
  /** null before the first year. */
  readonly before: PeriodRange | null;
  readonly unit: string;
  /** Expected rhythm of the series; undefined when unknown. */
  readonly rhythm: ExpectedRhythm | undefined;
  readonly rows: readonly RangeRow[];
  /** Data of the chart: every slot of the range, with its label. */
  readonly drawn: Pick<
    RangeChartInput,
    "values" | "before" | "categories" | "titles" | "names" | "runningIndex"
  >;
}

/** Months, weeks, days and hours. */
export const HOURLY: PeriodChoices = { isHourlyAllowed: true };

export const MONTH_ONLY: PeriodChoices = { isMonthOnly: true };

/** Years, seasons included. */
export const YEAR_ONLY: PeriodChoices = { isYearOnly: true };

/** The range at the end of a page's URL, among those the page allows. @throws BadPeriod for another one */
export function rangeOfPage(ctx: PageContext, choices: PeriodChoices): PeriodRange {
  const range = readPeriodPath(ctx.params.period ?? "");
  if (range === null || !isOffered(range, choices)) throw badPeriodOfPage(ctx, { choices });
  return range;
}

/**
 * The range of a page's URL; without one, a redirect to the current year, or month.
 *
 * @throws BadPeriod for a range that the page does not allow
 */
export function openedRange(
  ctx: PageContext,
  choices: PeriodChoices,
  first: "year" | "month" = choices.isMonthOnly ? "month" : "year",
): PeriodRange | Response {
  if (ctx.params.period) return rangeOfPage(ctx, choices);
  const current = rangeAt(first === "month" ? "daily" : "monthly", todayOf(ctx.state));
  return ctx.redirect(`${ctx.url.pathname}/${periodPath(current)}`, 303);
}

/** The range in the query of a URL, among those its page or file allows. @throws BadPeriod for another one */
export function rangeOfFile(ctx: PageContext, choices: PeriodChoices): PeriodRange {
  const range = readRangeSegment(ctx.url.searchParams.get("period") ?? "");
  if (range === null || !isOffered(range, choices)) throw badPeriodOfQuery(ctx, { choices });
  return range;
}

/** The current instant, and the place whose time zone applies. */
export type TimeContext = Pick<State, "now" | "place" | "home">;

/** The slots of a range that have begun; future slots have no line. */
export function startedSlots<Slot>(
  state: TimeContext,
  range: PeriodRange,
  slots: readonly Slot[],
): Slot[] {
  const nowMs = Date.parse(state.now);
  const started = zonedSlots(range, timeZoneOf(state)).filter(({ from }) => from <= nowMs);
  return slots.slice(0, started.length);
}

export async function readTwoYears(
  state: State,
  range: PeriodRange,
  read: (segment: string) => Promise<RangeData>,
): Promise<TwoYears> {
  const before = yearBefore(range);
  const [data, earlier] = await Promise.all([
    read(rangeSegment(range)),
    before === null ? null : read(rangeSegment(before)),
  ]);
  return sideBySide(state, range, { data, before, earlier });
}

/** A range with the same one a year before, once both are read. */
export function sideBySide(
  state: TimeContext,
  range: PeriodRange,
  { data, before, earlier }: {
    data: RangeData;
    before: PeriodRange | null;
    earlier: RangeData | null;
  },
): TwoYears {
  const compared = besideEnded(state, range, { slots: data.slots, others: earlier?.slots ?? [] });
  const rows = rangeRows(startedSlots(state, range, data.slots), compared, data.events);
  return {
    range,
    before,
    unit: data.unit,
    rhythm: data.rhythm,
    rows,
    drawn: {
      values: data.slots.map(({ value }) => value),
      before: data.slots.map((_, index) => compared[index]?.value ?? null),
      ...slotAxis(data.slots.map(({ slot }) => slot)),
      names: { now: rangeLabel(range), before: before === null ? "" : rangeLabel(before) },
      runningIndex: runningIndex(state, range),
    },
  };
}

/** The slots of a year before, each at the index of its match; none for the running one: a part is not compared with a whole. */
export function besideEnded<Slot extends { readonly slot: string }>(
  state: TimeContext,
  range: PeriodRange,
  { slots, others }: { slots: readonly { readonly slot: string }[]; others: readonly Slot[] },
): (Slot | undefined)[] {
  const running = runningIndex(state, range);
  return besideSlots(slots, others).map((slot, position) =>
    position === running ? undefined : slot
  );
}

/** The slot of a range that has begun and has not ended; -1 for none. */
function runningIndex(state: TimeContext, range: PeriodRange): number {
  const nowMs = Date.parse(state.now);
  return zonedSlots(range, timeZoneOf(state)).findIndex((slot) => isRunning(slot, nowMs));
}

/** A period that its page does not support: the error, and the nearest supported one. */
export class BadPeriod extends HttpError {
  constructor(
    readonly fault: PeriodFault,
    readonly nearest: { readonly range: PeriodRange; readonly href: string },
  ) {
    super(400, "bad-period");
  }
}

/** The periods of a page, and the URL of a range. */
interface Allowed {
  readonly choices: PeriodChoices;
  /** Converts the nearest range to a supported one, when the choices are not sufficient. */
  as?(range: PeriodRange): PeriodRange;
}

/** The refusal of the period at the end of a page's URL. */
export function badPeriodOfPage(
  { params, url, state }: PageContext,
  { choices, as = (range) => range }: Allowed,
): BadPeriod {
  const parts = (params.period ?? "").split("/");
  const { fault, range } = nearestPeriod(parts, { choices, today: todayOf(state) });
  const before = url.pathname.split("/").slice(0, -parts.length).join("/");
  const nearest = as(range);
  return new BadPeriod(fault, { range: nearest, href: `${before}/${periodPath(nearest)}` });
}

export function badPeriodOfQuery({ url, state }: PageContext, { choices }: Allowed): BadPeriod {
  const parts = segmentParts(url.searchParams.get("period") ?? "");
  const { fault, range } = nearestPeriod(parts, { choices, today: todayOf(state) });
  const query = new URLSearchParams(url.search);
  query.set("period", rangeSegment(range));
  return new BadPeriod(fault, { range, href: `${url.pathname}?${query}` });
}

/** Figures of a range with those of the year before, or the intervals of a state. */
export type RangeReadings =
  | { readonly kind: "figures"; readonly years: TwoYears }
  | { readonly kind: "intervals"; readonly intervals: readonly StateInterval[] };

interface RangeFile {
  /** File name, before its range. */
  readonly name: string;
  readonly range: PeriodRange;
  readonly isSum: boolean;
  readonly readings: RangeReadings;
  readonly annotations: readonly Annotation[];
}

/**
 * A series over a range as a file: every line that matches the filters, in order.
 *
 * @returns null when the page itself is requested
 */
export function rangeFile(
  { url, state }: Pick<PageContext, "url" | "state">,
  { name, range, isSum, readings, annotations }: RangeFile,
): Response | null {
  if (!isFileRequested(url)) return null;
  const fileName = `${name} ${rangeSegment(range)}.csv`;
  if (readings.kind === "intervals") {
    const rows = annotatedIntervals(
      readings.intervals,
      annotations,
      residenceOf(state).project.timeZone,
    );
    return tableFile(url, { fileName, columns: STATE_CSV, rows });
  }
  const { rows, unit, before } = readings.years;
  return tableFile(url, {
    fileName,
    columns: rangeCsv({ unit, isSum, hasBefore: before !== null }),
    rows: filteredRangeRows(rows, readTableState(url.searchParams)),
  });
}

/**
 * A range of a series as its page shows it: days and hours of which none reaches a cubic metre of water or a MWh are in
 * litres or kWh. Files have the unit of the series.
 *
 * @spec series.small-amounts
 */
export function readableYears(years: TwoYears, dataUnitId: DataUnitId): TwoYears {
  const { range, rows, drawn, unit } = years;
  const figures = [...drawn.values, ...drawn.before];
  const isLong = levelOf(range.type) === "year";
  const smaller = isLong ? null : unitOfSmall({ figures, dataUnitId, unit });
  if (smaller === null) return years;
  return {
    ...years,
    unit: smaller,
    rows: rows.map((row) => ({
      ...row,
      value: inThousandths(row.value),
      min: inThousandths(row.min),
      max: inThousandths(row.max),
      before: inThousandths(row.before),
    })),
    drawn: {
      ...drawn,
      values: drawn.values.map(inThousandths),
      before: drawn.before.map(inThousandths),
    },
  };
}

/** The intervals of a state, from the numbers and the texts it sent, in any order: newest first. */
export function intervalsOf(
  { values, messages }: Pick<TimedData, "values"> & Pick<MessageData, "messages">,
): StateInterval[] {
  const points = [
    ...values.map(({ at, value }) => ({ epochS: secondsOf(at), value })),
    ...messages.map(({ at, message }) => ({ epochS: secondsOf(at), value: 0, text: message })),
  ];
  return stateIntervals(points.sort((left, right) => left.epochS - right.epochS));
}

function secondsOf(instant: string): number {
  return Date.parse(instant) / 1_000;
}
