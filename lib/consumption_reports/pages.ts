/** Reads the months, sheets and images that the pages of reports show. @module */

import {
  isIsoDate,
  isIsoMonth,
  type IsoDate,
  type IsoMonth,
  monthOf,
  monthStart,
  shiftMonth,
  yearOf,
} from "@/lib/base/civil_dates.ts";
import { nearestPeriod } from "@/lib/base/period_selector.ts";
import { daysOfMonth, FIRST_YEAR, monthOfRange } from "@/lib/base/periods.ts";
import { qrCode } from "@/lib/files/qr_code.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { occupancyPeriodOf, occupancyPeriodsOver } from "@/lib/housing/occupancy.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceWith } from "@/lib/residences/place.ts";
import type { DaySpan } from "@/lib/series/day_spans.ts";
import { BadPeriod, MONTH_ONLY } from "@/lib/series/pages.ts";
import { links } from "@/lib/ui/links.ts";
import {
  HttpError,
  type PageContext,
  publicAddress,
  type State,
  todayOf,
} from "@/lib/web/state.ts";
import { CONSUMPTION_REPORTS_CALLS } from "./calls.ts";
import { kindsOf, meanLine, reportLines } from "./month_list.ts";
import type { ReportImage } from "./schema.ts";
import { spanOfMonth } from "./series_month.ts";
import { MEAN_ROW } from "./text.ts";

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
    read(CONSUMPTION_REPORTS_CALLS.getConsumptionAnalysis, { projectId, month }),
    read(HOUSING_CALLS.listHouses, { projectId }),
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
  const currentMonth = monthOf(today);
  if (isIsoMonth(month) && yearOf(month) >= FIRST_YEAR && month <= currentMonth) return month;
  const near = nearestPeriod(["daily", ...month.split("-")], { choices: MONTH_ONLY, today });
  const found = monthOfRange(near.range);
  const nearest = found > currentMonth ? currentMonth : found;
  const fault = near.fault.kind !== "not-offered"
    ? near.fault
    : found > currentMonth
    ? { kind: "not-begun" as const, month: found }
    : { kind: "no-period" as const };
  const href = url.pathname.replace(`/${encodeURIComponent(month)}`, `/${nearest}`);
  throw new BadPeriod(fault, { range: daysOfMonth(nearest), href });
}

/** The default month of reports: the last finished one. */
export function openingMonth(state: State): IsoMonth {
  return shiftMonth(monthOf(todayOf(state)), -1);
}

/** The image, for users of the landlord. @throws HttpError 404 without one */
export async function readReportImage({ state }: PageContext): Promise<Response> {
  const { project: { id: projectId } } = reportsOf(state);
  return imageResponse(
    await state.api.read(CONSUMPTION_REPORTS_CALLS.getConsumptionReportSettings, { projectId }),
  );
}

/** The image for the occupant of a dwelling. @throws HttpError 404 for other users, and without an image */
export async function readOwnReportImage({ state, params }: PageContext): Promise<Response> {
  const { projectId = "", houseId = "" } = params;
  return imageResponse(
    await state.api.read(CONSUMPTION_REPORTS_CALLS.getOwnReportImage, { projectId, houseId }),
  );
}

function imageResponse({ image, imageMimeType }: ReportImage): Response {
  if (image === null || imageMimeType === null) throw new HttpError(404, "not-found");
  return new Response(Uint8Array.fromBase64(image), { headers: { "content-type": imageMimeType } });
}

/**
 * The report in the URL.
 *
 * @throws HttpError 404 for a dwelling without a report; BadPeriod for an invalid month
 */
export async function readSheet(ctx: PageContext) {
  const { state } = ctx;
  const at = sheetOf(ctx);
  const { projectId, houseId, month, on } = at;
  const [sheet, spans] = await Promise.all([
    state.api.read(CONSUMPTION_REPORTS_CALLS.getConsumptionReport, at),
    state.api.read(HOUSING_CALLS.listOccupancySpans, { projectId, houseId }),
  ]);
  const qr = sheet.isVacant
    ? null
    : qrCode(publicAddress(ctx, links.ownHouse({ projectId, houseId })));
  const days = begunDays(month, todayOf(state));
  const occupancyPeriods = occupancyPeriodsOver(spans, days);
  const occupancyPeriod = occupancyPeriodOf(spans, on ?? days.to);
  return { sheet, occupancyPeriods, occupancyPeriod, on, qr };
}

/** The sheet in the URL, for the call of its page or of its file. */
function sheetOf(ctx: PageContext) {
  const { project: { id: projectId } } = reportsOf(ctx.state);
  const month = reportMonth(ctx);
  return { projectId, houseId: ctx.params.houseId ?? "", month, on: dayNamed(ctx, month) };
}

/** The day in a URL that selects an occupancy, in the part of the month that has begun; undefined for none. */
function dayNamed({ url, state }: PageContext, month: IsoMonth): IsoDate | undefined {
  const on = url.searchParams.get("on") ?? "";
  const { from, to } = begunDays(month, todayOf(state));
  return isIsoDate(on) && from <= on && on <= to ? on : undefined;
}

function begunDays(month: IsoMonth, today: IsoDate): DaySpan {
  const { from, to } = spanOfMonth(month);
  return { from, to: today < to ? today : to };
}

/** The report as a file. @throws HttpError 404 for a dwelling without a report; BadPeriod for an invalid month */
export async function readSheetPdf(ctx: PageContext) {
  return await ctx.state.api.read(CONSUMPTION_REPORTS_CALLS.getConsumptionReportPdf, sheetOf(ctx));
}

/** The report for the occupant of the dwelling. @throws HttpError 404 for other users, and before they lived there */
export async function readOwnSheet(ctx: PageContext) {
  const { state, params: { projectId = "", houseId = "" } } = ctx;
  state.home = null;
  const home = await state.api.read(HOUSING_CALLS.getOwnHouse, { projectId, houseId });
  state.home = home;
  const at = { projectId, houseId, month: reportMonth(ctx) };
  const sheet = await state.api.read(CONSUMPTION_REPORTS_CALLS.getOwnConsumptionReport, at);
  return { sheet, firstDay: monthStart(home.from) };
}
