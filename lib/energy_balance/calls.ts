/** Declares the calls on the energy balance and its settings. @module */

import * as z from "zod/mini";
import {
  type AnswerOf,
  callFor,
  FRESH_DATA_SECONDS,
  type InputOf,
  named,
  onAnyProject,
  onProject,
  type OutcomeOf,
  versionQuery,
} from "@/lib/api/call.ts";
import type { HandlerOf } from "@/lib/api/services.ts";
import {
  efficiencyRead,
  efficiencySettingsDraft,
  efficiencySourcesDraft,
  gasFactorsDraft,
} from "@/lib/facilities/energy_settings_schema.ts";
import * as balance from "./schema.ts";

const reads = callFor(onProject("collect:boilerroom:read"), "not-found");
const writes = callFor(onProject("collect:boilerroom:write"), "not-found", "conflict");
const compares = callFor(onAnyProject("collect:boilerroom:read"));

/** Input and comparison of energy balances. @spec calls.catalogue */
export const ENERGY_BALANCE_CALLS = named({
  getEfficiency: reads({
    request: "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiency",
    dependsOn: "settings",
    summary: "What a boiler room burns and makes, its dated settings and gas factors (B §3)",
    answer: efficiencyRead,
  }),
  putEfficiencySources: writes({
    request: "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiency",
    summary: "Says what a boiler room burns and makes, and by which series (B §3)",
    audit: "Énergies du bilan modifiées",
    body: efficiencySourcesDraft,
    refusals: ["unknown-reference", "unsuitable-series", "pce-taken"],
  }),
  putEfficiencySettings: writes({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiencysettings/:fromDate",
    summary: "Writes the settings in force from a day on (B §7)",
    audit: "Paramètres du bilan modifiés",
    body: efficiencySettingsDraft,
    refusals: ["to-confirm", "unknown-reference"],
  }),
  deleteEfficiencySettings: writes({
    request:
      "DELETE /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/efficiencysettings/:fromDate",
    summary: "Deletes the settings that start on a day (B §7)",
    audit: "Paramètres du bilan supprimés",
    query: versionQuery,
  }),
  putGasFactors: writes({
    request:
      "PUT /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/gasfactors/:fromDate",
    summary: "Writes the gas factors in force from a day on (B §7)",
    audit: "Coefficients du gaz modifiés",
    body: gasFactorsDraft,
    refusals: ["to-confirm"],
  }),
  deleteGasFactors: writes({
    request:
      "DELETE /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/gasfactors/:fromDate",
    summary: "Deletes the gas factors that start on a day (B §7)",
    audit: "Coefficients du gaz supprimés",
    query: versionQuery,
  }),
  getBalanceReadings: reads({
    request:
      "GET /collect/projects/:projectId/facilities/boilerrooms/:boilerRoomId/energybalance/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "All that a boiler room's balance reads: series, DJU, settings, seasons (B §7)",
    answer: balance.balanceReadings,
    refusals: ["bad-period"],
  }),
  getProjectEnergy: reads({
    request: "GET /collect/projects/:projectId/facilities/energy",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The last twelve finished months of each boiler room, and the twelve before (E §5)",
    answer: z.array(balance.roomYear),
  }),
  compareBoilerRooms: compares({
    request: "GET /collect/orgs/:orgId/boilerroomreports/:segment",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The cumulative row of every boiler room one may read, over a year (B §2)",
    answer: z.array(balance.comparisonLine),
    refusals: ["bad-period"],
  }),
});

type Calls = typeof ENERGY_BALANCE_CALLS;

export type Answer<Name extends keyof Calls> = AnswerOf<Calls[Name]>;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls> = HandlerOf<Calls[Name]>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;
