/** The page of a dwelling's report, for its landlord and for its occupant: what it reads. @module */
import type { Context } from "fresh";
import { type QrCode, qrCode } from "@/lib/backend/files/qr_code.ts";
import type { ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { firstDayOf, type IsoDate, monthOf } from "@/lib/domain/periods/civil_dates.ts";
import { links } from "@/lib/links/links.ts";
import { publicAddress } from "@/lib/web/public_address.ts";
import type { State } from "@/lib/web/state.ts";
import { reportMonth } from "./report_month.ts";
import { reportsOf } from "./reports_page.ts";

export interface SheetRead {
  readonly sheet: ReportSheet;
  /** The way to the page of its occupant. */
  readonly qr: QrCode;
}

/**
 * The report that the address names.
 *
 * @throws HttpError 404 for a dwelling without a report; BadPeriod for what is no month
 */
export async function readSheet(ctx: Context<State>): Promise<SheetRead> {
  const { state, params: { houseId = "" }, url } = ctx;
  const { project: { id: projectId } } = reportsOf(state);
  const month = reportMonth(ctx);
  const on = url.searchParams.get("on") ?? undefined;
  const at = { projectId, houseId, month, ...on !== undefined && { on } };
  const sheet = await state.api.read("getConsumptionReport", at);
  const qr = qrCode(publicAddress(ctx, links.ownHouse({ projectId, houseId })));
  return { sheet, qr };
}

/** The same as a file. @throws HttpError 404 for a dwelling without a report; BadPeriod for what is no month */
export async function readSheetPdf(ctx: Context<State>) {
  const { state, params: { houseId = "" } } = ctx;
  const { project: { id: projectId } } = reportsOf(state);
  const at = { projectId, houseId, month: reportMonth(ctx) };
  return await state.api.read("getConsumptionReportPdf", at);
}

/** The report of one's own dwelling. */
interface OwnSheetRead {
  readonly sheet: ReportSheet;
  /** First day of the month one came to live there. */
  readonly firstDay: IsoDate;
}

/** The same for the occupant of the dwelling. @throws HttpError 404 for everybody else, and before they lived there */
export async function readOwnSheet(ctx: Context<State>): Promise<OwnSheetRead> {
  const { state, params: { projectId = "", houseId = "" } } = ctx;
  state.home = null;
  const home = await state.api.read("getOwnHouse", { projectId, houseId });
  state.home = home;
  const at = { projectId, houseId, month: reportMonth(ctx) };
  const sheet = await state.api.read("getOwnConsumptionReport", at);
  return { sheet, firstDay: firstDayOf(monthOf(home.from)) };
}
