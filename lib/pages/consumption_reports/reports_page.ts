/** Data of the pages of a residence's consumption reports. @module */
import { kindsOf, meanLine, reportLines } from "@/lib/domain/consumption_reports/report_list.ts";
import {
  isIsoMonth,
  type IsoMonth,
  monthOf,
  shiftMonth,
  yearOf,
} from "@/lib/domain/periods/civil_dates.ts";
import { nearestPeriod } from "@/lib/domain/periods/nearest.ts";
import { daysOfMonth, FIRST_YEAR, monthOfRange } from "@/lib/domain/periods/period.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import { BadPeriod, MONTH_ONLY } from "@/lib/pages/series/series_page.ts";
import { MEAN_ROW } from "@/lib/text/consumption_reports/report_list.ts";
import { type PageContext, residenceWith, type State, todayOf } from "@/lib/web/state.ts";

/** The residence of a page of its consumption reports. @throws HttpError as {@link residenceWith} */
export function reportsOf(state: State) {
  const place = residenceWith(state, {
    screen: "consumption-reports",
    feature: "housesConsreport",
  });
  // The menu has one entry for all the pages.
  state.menuPath = links.consumptionReports(place.project.id);
  return { ...place, canWrite: opensScreen("consumption-report-settings", place.roles) };
}

/** The reports of the month in the URL. @throws BadPeriod for another URL */
export async function readReports(ctx: PageContext) {
  const { project: { id: projectId } } = reportsOf(ctx.state);
  const month = reportMonth(ctx);
  const { read } = ctx.state.api;
  const [found, houses] = await Promise.all([
    read("getConsumptionAnalysis", { projectId, month }),
    read("listHouses", { projectId }),
  ]);
  const lines = reportLines(found, houses);
  const mean = meanLine(found, MEAN_ROW);
  return { month, lines, mean, kinds: kindsOf(lines), isRunning: found.isRunning };
}

/**
 * The month in a report's URL, which must have begun.
 *
 * @spec reports.monthly "Consumption report analysis supports only the monthly period, otherwise 'Bad period'"
 * @throws BadPeriod for anything else, with the nearest month
 */
export function reportMonth({ params: { month = "" }, state, url }: PageContext): IsoMonth {
  const today = todayOf(state);
  const running = monthOf(today);
  if (isIsoMonth(month) && yearOf(month) >= FIRST_YEAR && month <= running) return month;
  const near = nearestPeriod(["daily", ...month.split("-")], { choices: MONTH_ONLY, today });
  const found = monthOfRange(near.range);
  const nearest = found > running ? running : found;
  const fault = near.fault.kind !== "not-offered"
    ? near.fault
    : found > running
    ? { kind: "not-begun" as const, month: found }
    : { kind: "no-period" as const };
  const href = url.pathname.replace(`/${encodeURIComponent(month)}`, `/${nearest}`);
  throw new BadPeriod(fault, { range: daysOfMonth(nearest), href });
}

/** The default month of reports: the last finished one. */
export function openingMonth(state: State): IsoMonth {
  return shiftMonth(monthOf(todayOf(state)), -1);
}
