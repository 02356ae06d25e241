import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { onProject } from "@/lib/contract/grants.ts";
import { created, fileAnswer, nothing } from "@/lib/contract/shapes.ts";
import * as reports from "@/lib/domain/consumption_reports/schema.ts";

const reads = onProject("collect:housesconsreport:read");
const writes = onProject("collect:housesconsreport:write");

/** Consumption reports, one for each dwelling and month. @spec calls.catalogue */
export const CONSUMPTION_REPORTS_CALLS = {
  getConsumptionReportSettings: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/consreport/settings",
    summary: "References, prices and image of the consumption reports (B §7)",
    access: reads,
    answer: reports.consumptionReportSettingsRead,
    refusals: [],
  }),
  putConsumptionReportSettings: defineCall({
    method: "PUT",
    path: "/collect/projects/:projectId/housing/consreport/settings",
    summary: "Changes references, prices and image of the consumption reports (B §7)",
    access: writes,
    body: reports.consumptionReportSettingsDraft,
    answer: nothing,
    refusals: ["conflict", "not-valid", "unknown-reference"],
  }),
  getConsumptionAnalysis: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/consreport/analysis/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A month of every dwelling; anything but a month is 'Bad period' (B §7, B §5)",
    access: reads,
    answer: reports.consumptionAnalysis,
    refusals: ["bad-period"],
  }),
  getConsumptionReportPdf: defineCall({
    method: "GET",
    path: "/collect/projects/:projectId/housing/consreport/by-house/:houseId/pdf/:month",
    summary: "The consumption report of a dwelling (B §7)",
    access: reads,
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["not-found"],
  }),
  orderConsumptionReports: defineCall({
    method: "POST",
    path: "/collect/projects/:projectId/housing/consreport/pdf/:month",
    summary: "Orders the reports of some or all dwellings; a queued report gives the PDF (B §7)",
    access: reads,
    body: reports.consumptionReportOrder,
    answer: created,
    creates: true,
    refusals: ["unknown-reference"],
  }),
};
