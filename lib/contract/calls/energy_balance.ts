import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { FRESH_DATA_SECONDS } from "@/lib/contract/freshness.ts";
import { onAnyProject, onProject } from "@/lib/contract/grants.ts";
import { versionQuery } from "@/lib/contract/http/version_query.ts";
import {
  balanceReadings,
  comparisonLine,
  efficiencyRead,
  efficiencySettingsDraft,
  efficiencySourcesDraft,
  gasFactorsDraft,
} from "./energy_balance_schema.ts";

const reads = onProject("collect:boilerroom:read");
const writes = onProject("collect:boilerroom:write");

/** Input and comparison of energy balances. @spec calls.catalogue */
export const ENERGY_BALANCE_CALLS = {
  getEfficiency: defineCall({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiency",
    summary: "What a boiler room burns and makes, its dated settings and gas factors (B §3)",
    access: reads,
    answer: efficiencyRead,
    refusals: ["not-found"],
  }),
  putEfficiencySources: defineCall({
    request: "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiency",
    summary: "Says what a boiler room burns and makes, and by which series (B §3)",
    audit: "Énergies du bilan modifiées",
    access: writes,
    body: efficiencySourcesDraft,
    refusals: ["not-found", "conflict", "unknown-reference", "unsuitable-series", "pce-taken"],
  }),
  putEfficiencySettings: defineCall({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiencysettings/:fromDate",
    summary: "Writes the settings in force from a day on (B §7)",
    audit: "Paramètres du bilan modifiés",
    access: writes,
    body: efficiencySettingsDraft,
    refusals: ["not-found", "conflict", "unknown-reference"],
  }),
  deleteEfficiencySettings: defineCall({
    request:
      "DELETE /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiencysettings/:fromDate",
    summary: "Deletes the settings that start on a day (B §7)",
    audit: "Paramètres du bilan supprimés",
    access: writes,
    query: versionQuery,
    refusals: ["not-found", "conflict"],
  }),
  putGasFactors: defineCall({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/gasfactors/:fromDate",
    summary: "Writes the gas factors in force from a day on (B §7)",
    audit: "Coefficients du gaz modifiés",
    access: writes,
    body: gasFactorsDraft,
    refusals: ["not-found", "conflict"],
  }),
  deleteGasFactors: defineCall({
    request:
      "DELETE /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/gasfactors/:fromDate",
    summary: "Deletes the gas factors that start on a day (B §7)",
    audit: "Coefficients du gaz supprimés",
    access: writes,
    query: versionQuery,
    refusals: ["not-found", "conflict"],
  }),
  getBalanceReadings: defineCall({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/energybalance/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "All that a boiler room's balance reads: series, DJU, settings, seasons (B §7)",
    access: reads,
    answer: balanceReadings,
    refusals: ["not-found", "bad-period"],
  }),
  compareBoilerRooms: defineCall({
    request: "GET /collect/orgs/:orgId/boilerroomreports/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The cumulative row of every boiler room one may read, over a year (B §2)",
    access: onAnyProject("collect:boilerroom:read"),
    answer: z.array(comparisonLine),
    refusals: ["bad-period"],
  }),
};
