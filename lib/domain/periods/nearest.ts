import { clamp } from "@/lib/domain/numbers/round.ts";
import { type DateParts, daysInMonth, type IsoDate, type IsoMonth } from "./civil_dates.ts";
import {
  FIRST_YEAR,
  isPeriodType,
  isShifted,
  LAST_YEAR,
  levelOf,
  type PeriodRange,
  type PeriodType,
  rangeFrom,
} from "./period.ts";
import { rangeAt } from "./range_at.ts";
import { NUMBER_COUNTS } from "./segments.ts";
import { isOffered, type PeriodChoices, periodSelector, switchPeriod } from "./switch.ts";

/** Why a URL names no period of its page. */
export type PeriodFault =
  | { readonly kind: "no-period" }
  | {
    readonly kind: "no-such-year";
    readonly year: number;
    readonly first: number;
    readonly last: number;
  }
  | { readonly kind: "no-such-month"; readonly year: number; readonly month: number }
  | {
    readonly kind: "no-such-day";
    readonly year: number;
    readonly month: number;
    readonly day: number;
  }
  /** The month is in the future. */
  | { readonly kind: "not-begun"; readonly month: IsoMonth }
  /** The period exists, but the page does not offer its type. */
  | { readonly kind: "not-offered"; readonly type: PeriodType };

interface NearestPeriod {
  readonly fault: PeriodFault;
  readonly range: PeriodRange;
}

/**
 * The error of a period that a page does not offer, and the nearest period that it offers.
 *
 * @param parts of the period in the URL: its type, then its year, month and day
 * @param today used when the URL names no period
 */
export function nearestPeriod(
  [type = "", ...numbers]: readonly string[],
  { choices, today }: { choices: PeriodChoices; today: IsoDate },
): NearestPeriod {
  const isWritten = numbers.length > 0 && numbers.every((text) => /^\d{1,6}$/.test(text));
  if (!isPeriodType(type) || !isWritten) {
    return { fault: { kind: "no-period" }, range: runningRange(choices, today) };
  }
  // A year type has neither month nor day; the first ones always exist.
  const [year = 0, month = 1, day = 1] = numbers.map(Number);
  const near = clamp(year, FIRST_YEAR, LAST_YEAR);
  const nearMonth = clamp(month, 1, 12);
  const nearDay = clamp(day, 1, daysInMonth(near, nearMonth));
  const fault = faultOf(type, { year, month, day }, { year: near, month: nearMonth, day: nearDay });
  const isWhole = numbers.length === NUMBER_COUNTS[levelOf(type)];
  return {
    fault: isWhole || fault.kind !== "not-offered" ? fault : { kind: "no-period" },
    range: asOffered(rangeFrom(type, near, nearMonth, nearDay), choices),
  };
}

function faultOf(type: PeriodType, typed: DateParts, near: DateParts): PeriodFault {
  const { year, month, day } = typed;
  if (year !== near.year) return { kind: "no-such-year", year, first: FIRST_YEAR, last: LAST_YEAR };
  if (month !== near.month) return { kind: "no-such-month", year, month };
  if (day !== near.day) return { kind: "no-such-day", year, month, day };
  return { kind: "not-offered", type };
}

/** The current month when the page shows months of days, otherwise the current year. */
function runningRange(choices: PeriodChoices, today: IsoDate): PeriodRange {
  return rangeAt(choices.isMonthOnly ? "daily" : "monthly", today);
}

/** The range itself when the page offers it, otherwise the coarser range with the same start. */
function asOffered(range: PeriodRange, choices: PeriodChoices): PeriodRange {
  if (isOffered(range, choices)) return range;
  const { year, month, day } = range;
  if (choices.isYearOnly) {
    return rangeFrom(isShifted(range.type) ? "monthly-shifted" : "monthly", year);
  }
  const selector = periodSelector(choices);
  const showsHours = selector.kind === "options" && selector.options.includes("hour");
  if (range.type === "fivemin" && showsHours) return switchPeriod(range, "hour");
  if (range.type === "halfhourly" && showsHours) return rangeFrom("hourly", year, month, day);
  return switchPeriod(range, "day");
}
