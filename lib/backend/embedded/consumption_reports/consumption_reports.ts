import { accountCaller } from "@/lib/backend/embedded/accounts/account_record.ts";
import { bound, type Handler, type Services } from "@/lib/backend/embedded/services.ts";
import { ownOccupancy } from "@/lib/backend/records/own_occupancy.ts";
import type { CONSUMPTION_REPORTS_CALLS } from "@/lib/contract/calls/consumption_reports.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import { spanOfMonth } from "@/lib/domain/consumption_reports/series_month.ts";
import * as mails from "./report_mails.ts";
import { orderConsumptionReports } from "./report_orders.ts";
import { getConsumptionReportPdf } from "./report_pdf.ts";
import { readAnalysis, readReportSheet } from "./report_sheets.ts";
import * as settings from "./settings.ts";

/** Consumption reports of the dwellings of a residence. @spec reports.analysis */
export function consumptionReportsArea(services: Services) {
  return {
    ...bound(services, {
      ...settings,
      ...mails,
      getOwnConsumptionReport,
      getConsumptionReportPdf,
      orderConsumptionReports,
    }),
    getConsumptionAnalysis: (at, caller) => readAnalysis(services, { ...at, reader: caller }),
    getConsumptionReport: (at, caller) => readReportSheet(services, { ...at, reader: caller }),
  } satisfies Partial<Pick<Backend, keyof typeof CONSUMPTION_REPORTS_CALLS>>;
}

/** The report of the caller's own dwelling: none for months before they lived there. @spec reports.one-occupancy */
const getOwnConsumptionReport: Handler<"getOwnConsumptionReport"> = async (
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
