import { accountCaller } from "@/lib/backend/embedded/accounts/account_record.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { ownOccupancy } from "@/lib/backend/records/own_occupancy.ts";
import { spanOfMonth } from "@/lib/domain/consumption_reports/series_month.ts";
import { readAnalysis, readReportSheet } from "./report_sheets.ts";

export * from "./report_mails.ts";
export * from "./report_orders.ts";
export * from "./report_pdf.ts";
export * from "./settings.ts";

/** Consumption of the dwellings of a residence in a month. @spec reports.analysis */
export const getConsumptionAnalysis: Handler<"getConsumptionAnalysis"> = (services, at, reader) =>
  readAnalysis(services, { ...at, reader });

export const getConsumptionReport: Handler<"getConsumptionReport"> = (services, at, reader) =>
  readReportSheet(services, { ...at, reader });

/** The report of the caller's own dwelling: none for months before they lived there. @spec reports.one-occupancy */
export const getOwnConsumptionReport: Handler<"getOwnConsumptionReport"> = async (
  services,
  { month, ...at },
  caller,
) => {
  const { accountId } = accountCaller(caller);
  const own = await ownOccupancy(services.store, { ...at, accountId, now: services.now() });
  if (own === null) return { ok: false, code: "not-found" };
  const { to } = spanOfMonth(month);
  const on = to < own.today ? to : own.today;
  if (on < own.record.from) return { ok: false, code: "not-found" };
  return await readReportSheet(services, { ...at, month, on, reader: "occupants" });
};
