/** Data of the pages of a residence's consumption reports. @module */
import { kindsOf, meanLine, reportLines } from "@/lib/domain/consumption_reports/report_list.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { links } from "@/lib/links/links.ts";
import { MEAN_ROW } from "@/lib/text/consumption_reports/report_list.ts";
import { HttpError, type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { reportMonth } from "./report_month.ts";

/**
 * The residence of a page of its consumption reports.
 *
 * @throws HttpError 403 without a role for it, 404 when the residence has none
 */
export function reportsOf(state: State) {
  const place = residenceOf(state);
  if (!opensScreen("consumption-reports", place.roles)) throw new HttpError(403, "forbidden");
  if (!place.project.features.housesConsreport) throw new HttpError(404, "not-found");
  // The menu has one entry for all the pages.
  if (state.place) state.place.menuPath = links.consumptionReports(place.project.id);
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
