/** Declares the calls of monthly consumption reports and queued PDF files. @module */

import * as z from "zod/mini";
import {
  atHomeCall,
  callFor,
  created,
  fileAnswer,
  FRESH_DATA_SECONDS,
  FRESH_STATUS_SECONDS,
  named,
  occupancyQuery,
  onProject,
  ownCall,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import * as reports from "./schema.ts";
import { queuedReport } from "./schema.ts";

const reads = callFor(onProject("collect:housesconsreport:read"));
const writes = callFor(onProject("collect:housesconsreport:write"));

/** Consumption reports, one for each dwelling and month. @spec calls.catalogue */
export const CONSUMPTION_REPORTS_CALLS = named({
  getConsumptionReportSettings: reads({
    request: "GET /collect/projects/:projectId/housing/consreport/settings",
    summary: "References, prices and image of the consumption reports (B §7)",
    answer: reports.consumptionReportSettingsRead,
    refusals: ["consumption-reports-off"],
  }),
  putConsumptionReportSettings: writes({
    request: "PUT /collect/projects/:projectId/housing/consreport/settings",
    summary: "Changes references, prices and image of the consumption reports (B §7)",
    audit: "Réglages des bilans de consommation modifiés",
    body: reports.consumptionReportSettingsDraft,
    refusals: ["conflict", "consumption-reports-off", "not-valid", "unknown-reference"],
  }),
  getConsumptionReportMails: writes({
    request: "GET /collect/projects/:projectId/housing/consreport/mails",
    summary:
      "Whether reports are mailed to occupants each month, and what was mailed (domain §5.6)",
    answer: reports.consumptionReportMails,
    refusals: ["consumption-reports-off"],
  }),
  putConsumptionReportMails: writes({
    request: "PUT /collect/projects/:projectId/housing/consreport/mails",
    summary: "Turns the monthly mail to occupants on or off (domain §5.6)",
    audit: "Envoi des bilans aux occupants modifié",
    body: reports.consumptionReportMailsDraft,
    refusals: ["conflict", "consumption-reports-off"],
  }),
  getConsumptionAnalysis: reads({
    request: "GET /collect/projects/:projectId/housing/consreport/analysis/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "A month of every dwelling; anything but a month is 'Bad period' (B §7, B §5)",
    answer: reports.consumptionAnalysis,
    refusals: ["bad-period", "consumption-reports-off"],
  }),
  getConsumptionReport: reads({
    request: "GET /collect/projects/:projectId/housing/consreport/by-house/:houseId/sheet/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "What the report of a dwelling says, of the occupancy of a day of the month (B §7)",
    query: occupancyQuery,
    answer: reports.reportSheet,
    refusals: ["bad-period", "consumption-reports-off", "not-found"],
  }),
  getOwnConsumptionReport: atHomeCall({
    request: "GET /collect/projects/:projectId/housing/ownhouses/:houseId/sheet/:month",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The report of one's own dwelling, since one lives there (domain §5.6)",
    answer: reports.reportSheet,
    refusals: ["bad-period", "consumption-reports-off", "not-found"],
  }),
  getOwnReportImage: atHomeCall({
    request: "GET /collect/projects/:projectId/housing/ownhouses/:houseId/sheetimage",
    summary: "The landlord's image on the reports of one's own dwelling (domain §5.6)",
    answer: reports.reportImage,
    refusals: ["consumption-reports-off"],
  }),
  getConsumptionReportPdf: reads({
    request: "GET /collect/projects/:projectId/housing/consreport/by-house/:houseId/pdf/:month",
    summary: "The consumption report of a dwelling, of the occupancy of a day of the month (B §7)",
    query: occupancyQuery,
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["bad-period", "consumption-reports-off", "not-found"],
  }),
  orderConsumptionReports: reads({
    request: "POST /collect/projects/:projectId/housing/consreport/pdf/:month",
    summary: "Orders the reports of some or all dwellings; a queued report gives the PDF (B §7)",
    audit: "Bilans de consommation demandés",
    body: reports.consumptionReportOrder,
    answer: created,
    refusals: ["bad-period", "consumption-reports-off", "limit-reached", "unknown-reference"],
  }),
});

/** Reports generated in the background, each for the user who requested it. @spec calls.catalogue */
export const QUEUED_REPORTS_CALLS = named({
  listQueuedReports: ownCall({
    request: "GET /collect/queuedreports",
    freshForSeconds: FRESH_STATUS_SECONDS,
    summary: "The reports one has asked for, newest first (B §7)",
    answer: z.array(queuedReport),
  }),
  getQueuedReportPdf: ownCall({
    request: "GET /collect/queuedreports/:reportId/pdf",
    summary: "A report one has asked for, once it is done (B §7)",
    answer: fileAnswer,
    answerKind: "pdf",
    refusals: ["not-found"],
  }),
  deleteQueuedReport: ownCall({
    request: "DELETE /collect/queuedreports/:reportId",
    summary: "Deletes a report one has asked for, or stops it",
    audit: "Bilans en préparation supprimés",
    refusals: ["not-found"],
  }),
});

type Calls = typeof CONSUMPTION_REPORTS_CALLS & typeof QUEUED_REPORTS_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;
