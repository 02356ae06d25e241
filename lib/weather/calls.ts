/** Declares the calls of outdoor sources and degree days. @module */

import * as z from "zod/mini";
import {
  type AnswerOf,
  callFor,
  created,
  fileText,
  FRESH_DATA_SECONDS,
  importQuery,
  named,
  onProject,
  onProjectOrAdmin,
} from "@/lib/api/call.ts";
import type { HandlerOf } from "@/lib/api/services.ts";
import * as facilities from "@/lib/facilities/schema.ts";
import { djuData, importReport, monthlyDjuDraft, publicStation } from "./schema.ts";

// The settings of consumption reports refer to a source of DJU.
const reads = callFor(onProjectOrAdmin(
  "collect:boilerroom:read",
  "collect:building:read",
  "collect:housesconsreport:write",
));
const writes = callFor(onProjectOrAdmin("collect:boilerroom:write"));
const readsDju = callFor({
  ...onProject("collect:boilerroom:read", "collect:building:read"),
  freshForSeconds: FRESH_DATA_SECONDS,
}, "not-found");

/** Outdoor temperatures and degree days. @spec calls.catalogue */
export const DEGREE_DAYS_CALLS = named({
  listOutdoorSources: reads({
    request: "GET /collect/projects/:projectId/facilities/outdoorsources",
    dependsOn: "settings",
    summary: "The sources of outdoor temperature and DJU of a residence (B §7)",
    answer: z.array(facilities.outdoorSource),
  }),
  createOutdoorSource: writes({
    request: "POST /collect/projects/:projectId/facilities/outdoorsources",
    summary: "Creates an outdoor source (B §3)",
    audit: "Source extérieure créée",
    body: facilities.outdoorSourceDraft,
    answer: created,
    refusals: ["unknown-reference", "unsuitable-series", "name-taken"],
  }),
  putOutdoorSource: writes({
    request: "PUT /collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId",
    summary: "Changes an outdoor source; its DJU follow the new method (B §3)",
    audit: "Source extérieure modifiée",
    body: facilities.outdoorSourceDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series", "name-taken"],
  }),
  deleteOutdoorSource: writes({
    request: "DELETE /collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId",
    summary: "Deletes an outdoor source that no settings refer to, with its days and months (B §3)",
    audit: "Source extérieure supprimée",
    refusals: ["not-found", "in-use"],
  }),
  getPublicStation: reads({
    request: "GET /collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId/station",
    summary: "The public station whose days an outdoor source receives, and those around it",
    answer: publicStation,
    refusals: ["not-found"],
  }),
  importOutdoorDays: writes({
    request: "POST /collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId/days",
    summary:
      "Imports the daily temperatures of a file of the national weather service (domain §5.1)",
    audit: "Températures importées",
    query: importQuery,
    body: fileText,
    bodyKind: "text",
    answer: importReport,
    refusals: ["not-found", "bad-file"],
  }),
  putMonthlyDju: writes({
    request: "PUT /collect/projects/:projectId/facilities/outdoorsources/:outdoorSourceId/dju",
    summary: "Writes DJU typed month by month (domain §5.1)",
    audit: "DJU mensuels saisis",
    body: monthlyDjuDraft,
    answer: importReport,
    refusals: ["not-found"],
  }),
  getDju: readsDju({
    request: "GET /collect/projects/:projectId/outdoordju/:outdoorSourceId/:segment",
    summary: "DJU month by month or day by day: monthly, monthly-shifted or daily range (B §7)",
    answer: djuData,
    refusals: ["bad-period"],
  }),
  getDjuDailyYear: readsDju({
    request: "GET /collect/projects/:projectId/outdoordju/:outdoorSourceId/dailyYear-:year",
    summary: "DJU of each day of a year; a past year without a known day is refused (B §7)",
    answer: djuData,
    refusals: ["bad-period"],
  }),
});

type Calls = typeof DEGREE_DAYS_CALLS;

export type Answer<Name extends keyof Calls> = AnswerOf<Calls[Name]>;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls> = HandlerOf<Calls[Name]>;
