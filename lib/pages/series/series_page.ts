import { nearestPeriod, type PeriodFault } from "@/lib/domain/periods/nearest.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { rangeAt } from "@/lib/domain/periods/range_at.ts";
import {
  periodPath,
  rangeSegment,
  readPeriodPath,
  readRangeSegment,
  segmentParts,
} from "@/lib/domain/periods/segments.ts";
import { yearBefore } from "@/lib/domain/periods/steps.ts";
import { isOffered, type PeriodChoices } from "@/lib/domain/periods/switch.ts";
import { isRunning, zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import type { RangeChartInput } from "@/lib/domain/series/range_chart.ts";
import { besideSlots, type RangeRow, rangeRows } from "@/lib/domain/series/range_rows.ts";
import type { ExpectedRhythm, RangeData } from "@/lib/domain/series/types.ts";
import { rangeLabel } from "@/lib/text/periods.ts";
import { slotAxis } from "@/lib/text/series/series.ts";
import { HttpError, type PageContext, type State, timeZoneOf, todayOf } from "@/lib/web/state.ts";

export interface TwoYears {
  readonly range: PeriodRange;
  /** null before the first year. */
  readonly before: PeriodRange | null;
  readonly unit: string;
  /** Expected rhythm of the series; undefined when unknown. */
  readonly rhythm: ExpectedRhythm | undefined;
  readonly rows: readonly RangeRow[];
  /** Data of the chart: every slot of the range, with its label. */
  readonly drawn: Pick<RangeChartInput, "values" | "before" | "categories" | "titles" | "names">;
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
    },
  };
}

/** The slots of a year before, each at the index of its match; none for the running one: a part is not compared with a whole. */
export function besideEnded<Slot extends { readonly slot: string }>(
  state: TimeContext,
  range: PeriodRange,
  { slots, others }: { slots: readonly { readonly slot: string }[]; others: readonly Slot[] },
): (Slot | undefined)[] {
  const nowMs = Date.parse(state.now);
  const running = zonedSlots(range, timeZoneOf(state)).findIndex((slot) => isRunning(slot, nowMs));
  return besideSlots(slots, others).map((slot, rank) => rank === running ? undefined : slot);
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
