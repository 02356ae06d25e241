import * as z from "zod/mini";
import * as pilot from "../domain/pilot/schema.ts";
import { defineCall } from "./call.ts";
import { onProject } from "./grants.ts";
import { PILOT_PATHS as at } from "./pilot_paths.ts";
import { nothing } from "./shapes.ts";

const reads = onProject("pilot:read");
const writes = onProject("pilot:write");
/** Temperatures of the dwellings may be driven without the rest of the pilot side. @spec F §6 "pilottemp" */
const readsTemperature = onProject("pilot:read", "collect:housing:pilottemp:read");
const writesTemperature = onProject("pilot:write", "collect:housing:pilottemp:write");

/** Remote control of dwellings; a residence without pilot answers 404. @spec B §6, B §7 */
export const PILOT_CALLS = {
  getPilotFeatures: defineCall({
    ...at.getPilotFeatures,
    summary: "What the modules of a residence can do (B §7)",
    access: readsTemperature,
    answer: pilot.pilotFeatures,
    refusals: ["not-found"],
  }),
  getPilotConfig: defineCall({
    ...at.getPilotConfig,
    summary: "The configuration that modules follow unless they have their own (B §7)",
    access: reads,
    answer: pilot.pilotConfigRead,
    refusals: ["not-found"],
  }),
  putPilotConfig: defineCall({
    ...at.putPilotConfig,
    summary: "Changes the configuration that modules follow (B §7)",
    access: writes,
    body: pilot.pilotConfigDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  listPilotThresholds: defineCall({
    ...at.listPilotThresholds,
    summary: "From which value on each series raises an alarm (B §7)",
    access: reads,
    answer: z.array(pilot.pilotThreshold),
    refusals: ["not-found"],
  }),
  putPilotThreshold: defineCall({
    ...at.putPilotThreshold,
    summary: "Changes from which value on a series raises an alarm (B §7)",
    access: writes,
    body: pilot.pilotThresholdDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  listModulesConfig: defineCall({
    ...at.listModulesConfig,
    summary: "The configuration of every module (B §7)",
    access: readsTemperature,
    answer: z.array(pilot.moduleConfig),
    refusals: ["not-found"],
  }),
  listModulesStatus: defineCall({
    ...at.listModulesStatus,
    summary: "What every module says of itself (B §7)",
    access: readsTemperature,
    answer: z.array(pilot.moduleStatus),
    refusals: ["not-found"],
  }),
  listModulesConnectivity: defineCall({
    ...at.listModulesConnectivity,
    summary: "How every module answers (B §7)",
    access: readsTemperature,
    answer: z.array(pilot.moduleConnectivity),
    refusals: ["not-found"],
  }),
  getModuleConfig: defineCall({
    ...at.getModuleConfig,
    summary: "The configuration of a module (B §7)",
    access: readsTemperature,
    answer: pilot.moduleConfig,
    refusals: ["not-found"],
  }),
  putModuleConfig: defineCall({
    ...at.putModuleConfig,
    summary: "Changes the configuration of a module (B §7)",
    access: writesTemperature,
    body: pilot.moduleConfigDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  getModuleStatus: defineCall({
    ...at.getModuleStatus,
    summary: "What a module says of itself (B §7)",
    access: readsTemperature,
    answer: pilot.moduleStatus,
    refusals: ["not-found"],
  }),
  putModuleStatus: defineCall({
    ...at.putModuleStatus,
    summary: "Tells a module whether somebody is at home (B §7)",
    access: writesTemperature,
    body: pilot.moduleStatusDraft,
    answer: nothing,
    refusals: ["not-found"],
  }),
};
