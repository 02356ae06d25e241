import { inMillionths } from "@/lib/domain/series/statistics.ts";
import type { DwellingMonth } from "./items.ts";
import { isCompared, isMostlyRead } from "./items.ts";
import { STATUS_TOLERANCE_PERCENT } from "./running_month.ts";
import type { ConsumptionItem, ReportHeadline, ReportNotice } from "./types.ts";

/** Change of a consumption since the same month a year before. */
interface Change {
  readonly item: ConsumptionItem;
  /** Signed, %; null after a zero consumption. */
  readonly percent: number | null;
  /** Signed, €; null without a price. */
  readonly euros: number | null;
}

/**
 * The largest change since the year before: in euros when every change has a price, otherwise in percent.
 *
 * @spec reports.headline
 * @param priceOf € of a unit of a kind; null without a price
 */
export function headlineOf(
  items: readonly ConsumptionItem[],
  priceOf: (kind: ConsumptionItem["kind"]) => number | null,
): ReportHeadline {
  const changes = items.flatMap((item) => changeOf(item, priceOf(item.kind)));
  if (changes.length === 0) return { ...NO_CHANGE, change: "unknown" };
  const large = changes.filter(({ percent }) => share(percent) > STATUS_TOLERANCE_PERCENT + SMALL);
  const weightOf = large.every(({ euros }) => euros !== null)
    ? ({ euros }: Change) => Math.abs(euros ?? 0)
    : ({ percent }: Change) => share(percent);
  const [most] = large.toSorted((left, right) => weightOf(right) - weightOf(left));
  if (most === undefined) return { ...NO_CHANGE, change: "steady" };
  const { item: { kind, value, previousYearCorrected }, percent, euros } = most;
  const correctedPercent =
    previousYearCorrected === null || previousYearCorrected <= 0 || value === null
      ? null
      : inMillionths(100 * value / previousYearCorrected - 100);
  const change = percent === null || percent > 0 ? "up" : "down";
  return { change, kind, percent, euros, correctedPercent };
}

const NO_CHANGE = { kind: null, percent: null, euros: null, correctedPercent: null } as const;

/** Tolerance, so that exactly 105 % is not more than 5 % in binary arithmetic. */
const SMALL = 1e-9;

/** Size of a change, %; infinite after a zero consumption. */
function share(percent: number | null): number {
  return percent === null ? Infinity : Math.abs(percent);
}

function changeOf(item: ConsumptionItem, price: number | null): Change[] {
  const { kind, value, projected, cost, previousYear, completeness, doubtful, isPart } = item;
  const current = projected ?? value;
  if (kind === "temp" || isPart || !isCompared({ value: current, completeness, doubtful })) {
    return [];
  }
  if (previousYear === null || previousYear < 0 || current === null) return [];
  // Without a cost, a part has no price, or no value.
  const euros = cost === null || price === null
    ? null
    : inMillionths((current - previousYear) * price);
  return [{ item, percent: percentMore(current, previousYear), euros }];
}

/** @returns null when a consumption follows zero */
function percentMore(current: number, before: number): number | null {
  if (before > 0) return inMillionths(100 * current / before - 100);
  return current === before ? 0 : null;
}

/** Warnings of a report, most important first. @spec reports.notices */
export function noticesOf(
  items: readonly ConsumptionItem[],
  { began, ended, hasDaysOver }: Pick<DwellingMonth, "began" | "ended"> & {
    /** Whether a day of the report is over: before that, no reading is expected. */
    readonly hasDaysOver: boolean;
  },
): ReportNotice[] {
  const about = (code: ReportNotice["code"], isMeant: (item: ConsumptionItem) => boolean) => {
    const kinds = items.filter(isMeant).map(({ kind }) => kind);
    return kinds.length === 0 ? [] : [{ code, kinds, date: null }];
  };
  const on = (code: ReportNotice["code"], date: string | null) =>
    date === null ? [] : [{ code, kinds: [], date }];
  return [
    ...on("occupancy-began", began),
    ...on("occupancy-ended", ended),
    ...about("not-read", ({ value }) => hasDaysOver && value === null),
    ...about("doubtful", ({ doubtful }) => doubtful === true),
    ...about("partly-read", (item) => item.value !== null && !isMostlyRead(item)),
    ...about(
      "not-compared",
      ({ kind, value, previousYear }) => kind !== "temp" && value !== null && previousYear === null,
    ),
  ];
}
