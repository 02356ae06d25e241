import { dateParts, type IsoDate } from "./civil_dates.ts";
import {
  isShifted,
  type PeriodLevel,
  type PeriodRange,
  type PeriodType,
  rangeFrom,
  startDate,
} from "./period.ts";
import { periodPath } from "./segments.ts";

/** A choice of the period selector. @spec periods.switch */
export type PeriodOption = "month" | "week" | "day" | "hour" | "five-minute";

/** The period type control: a selector, or a static label. @spec periods.switch */
type PeriodSelector =
  | { kind: "options"; options: readonly PeriodOption[] }
  | { kind: "static"; label: "year" | "month" };

/** The periods allowed on a page: fine data by role and project, or a single type. */
export interface PeriodChoices {
  isHourlyAllowed?: boolean;
  isFiveMinuteAllowed?: boolean;
  isYearOnly?: boolean;
  isMonthOnly?: boolean;
}

/**
 * The period selector of a page: months, weeks and days, plus hours and five minutes when allowed. A page restricted
 * to years or to months has a static label instead.
 *
 * @spec periods.switch
 */
export function periodSelector(choices: PeriodChoices): PeriodSelector {
  if (choices.isYearOnly) return { kind: "static", label: "year" };
  if (choices.isMonthOnly) return { kind: "static", label: "month" };
  const options: PeriodOption[] = ["month", "week", "day"];
  if (choices.isHourlyAllowed) options.push("hour");
  if (choices.isFiveMinuteAllowed) options.push("five-minute");
  return { kind: "options", options };
}

export function isOffered({ type }: PeriodRange, choices: PeriodChoices): boolean {
  const selector = periodSelector(choices);
  if (selector.kind === "options") {
    return type !== "halfhourly" && selector.options.includes(optionOf(type));
  }
  return optionOf(type) === (selector.label === "year" ? "month" : "day");
}

/** The option of a period type, shifted or not. */
export function optionOf(type: PeriodType): PeriodOption {
  return OPTIONS[type];
}

/**
 * The range shown after choosing an option: that of the date one looks at for days, hours and five minutes, of the same
 * year for months and weeks. These preserve each other's shifted variant; choosing the current option changes nothing.
 *
 * @spec periods.switch, periods.current-date
 * @throws RangeError "Bad period" when the range does not exist
 */
export function switchPeriod(
  range: PeriodRange,
  option: PeriodOption,
  date = startDate(range),
): PeriodRange {
  if (option === optionOf(range.type)) return range;
  const type = typeOf(option, isShifted(range.type));
  const isYears = option === "month" || option === "week";
  const { year, month, day } = dateParts(isYears ? startDate(range) : date);
  return rangeFrom(type, year, month, day);
}

/**
 * The range that shows a view of single instants (each dwelling in a year, in a month, on a day), of the date one looks
 * at; the days of its month where its hours are not shown.
 *
 * @spec periods.views
 */
export function rangeOfMode(
  mode: PeriodLevel,
  date: IsoDate,
  choices: PeriodChoices,
): PeriodRange {
  const range = rangeOn(RANGE_TYPES[mode], date);
  return isOffered(range, choices)
    ? range
    : rangeOn(choices.isYearOnly ? "monthly" : "daily", date);
}

function rangeOn(type: PeriodType, date: IsoDate): PeriodRange {
  const { year, month, day } = dateParts(date);
  return rangeFrom(type, year, month, day);
}

/**
 * The URL of the same page for another range: the segments of the previous range are replaced with those of the
 * new one.
 *
 * @spec periods.switch
 * @param path URL path of the page for the previous range, without its query
 */
export function switchedPath(path: string, from: PeriodRange, to: PeriodRange): string {
  const segments = path.replace(/\/+$/, "").split("/");
  const fromCount = periodPath(from).split("/").length;
  return [...segments.slice(0, -fromCount), periodPath(to)].join("/");
}

const RANGE_TYPES: Readonly<Record<PeriodLevel, PeriodType>> = {
  year: "monthly",
  month: "daily",
  day: "hourly",
};

const OPTIONS: Readonly<Record<PeriodType, PeriodOption>> = {
  "monthly": "month",
  "monthly-shifted": "month",
  "weekly": "week",
  "weekly-shifted": "week",
  "daily": "day",
  "hourly": "hour",
  "halfhourly": "hour",
  "fivemin": "five-minute",
};

function typeOf(option: PeriodOption, shifted: boolean): PeriodType {
  switch (option) {
    case "month":
      return shifted ? "monthly-shifted" : "monthly";
    case "week":
      return shifted ? "weekly-shifted" : "weekly";
    case "day":
      return "daily";
    case "hour":
      return "hourly";
    case "five-minute":
      return "fivemin";
  }
}
