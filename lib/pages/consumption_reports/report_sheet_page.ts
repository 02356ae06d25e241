/** Data of the page of a dwelling's report, for its landlord and for its occupant. @module */
import { qrCode } from "@/lib/backend/files/qr_code.ts";
import { spanOfMonth } from "@/lib/domain/consumption_reports/series_month.ts";
import {
  type DaySpan,
  occupancyPeriodOf,
  occupancyPeriodsOver,
} from "@/lib/domain/housing/occupancy.ts";
import {
  isIsoDate,
  type IsoDate,
  type IsoMonth,
  monthStart,
} from "@/lib/domain/periods/civil_dates.ts";
import { links } from "@/lib/links/links.ts";
import { publicAddress } from "@/lib/web/public_address.ts";
import { type PageContext, todayOf } from "@/lib/web/state.ts";
import { reportMonth, reportsOf } from "./reports_page.ts";

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
    state.api.read("getConsumptionReport", at),
    state.api.read("listOccupancySpans", { projectId, houseId }),
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
  return await ctx.state.api.read("getConsumptionReportPdf", sheetOf(ctx));
}

/** The report for the occupant of the dwelling. @throws HttpError 404 for other users, and before they lived there */
export async function readOwnSheet(ctx: PageContext) {
  const { state, params: { projectId = "", houseId = "" } } = ctx;
  state.home = null;
  const home = await state.api.read("getOwnHouse", { projectId, houseId });
  state.home = home;
  const at = { projectId, houseId, month: reportMonth(ctx) };
  const sheet = await state.api.read("getOwnConsumptionReport", at);
  return { sheet, firstDay: monthStart(home.from) };
}
