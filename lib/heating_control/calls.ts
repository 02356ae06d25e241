/** Declares the calls on the heating control. @module */

import * as z from "zod/mini";
import {
  atHomeCall,
  callFor,
  FRESH_DATA_SECONDS,
  FRESH_STATUS_SECONDS,
  named,
  onProject,
  onProjectOrAdmin,
  orgAdminCall,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import * as pilot from "./schema.ts";

const reads = callFor(onProject("pilot:read"), "not-found");
const writes = callFor(onProject("pilot:write"));
/** Heating control is available without the rest of the pilot side. @spec calls.catalogue */
const readsTemperature = callFor(
  onProject("pilot:read", "collect:housing:pilottemp:read"),
  "not-found",
);
const readsFeatures = callFor(
  onProjectOrAdmin("pilot:read", "collect:housing:pilottemp:read"),
  "not-found",
);
const writesTemperature = callFor(onProject("pilot:write", "collect:housing:pilottemp:write"));

/** Remote control of dwellings; for a residence without pilot, the answer is 404. @spec calls.catalogue */
export const HEATING_CONTROL_CALLS = named({
  getPilotFeatures: readsFeatures({
    request: "GET /pilot/projects/:projectId/features",
    dependsOn: "settings",
    summary: "What the modules of a residence are driven for (B §7)",
    answer: pilot.pilotFeatures,
  }),
  putPilotFeatures: orgAdminCall({
    request: "PUT /pilot/projects/:projectId/features",
    summary: "Says what the modules of a residence are driven for (B §3)",
    audit: "Fonctions du pilotage modifiées",
    body: pilot.pilotFeaturesDraft,
    refusals: ["not-found", "conflict"],
  }),
  getPilotConfig: reads({
    request: "GET /pilot/projects/:projectId/config",
    dependsOn: "settings",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The configuration that modules follow unless they have their own (B §7)",
    answer: pilot.pilotConfigRead,
  }),
  putPilotConfig: writes({
    request: "PUT /pilot/projects/:projectId/config",
    summary: "Changes the configuration that modules follow (B §7)",
    audit: "Pilotage configuré",
    body: pilot.pilotConfigDraft,
    refusals: ["not-found", "conflict", "pilot-feature-off", "off-step"],
  }),
  listPilotThresholds: reads({
    request: "GET /pilot/projects/:projectId/thresholds",
    dependsOn: "settings",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "From which value on each series raises an alarm (B §7)",
    answer: z.array(pilot.pilotThreshold),
  }),
  putPilotThreshold: writes({
    request: "PUT /pilot/projects/:projectId/thresholds/:dataSeriesId",
    summary: "Changes from which value on a series raises an alarm (B §7)",
    audit: "Seuil de pilotage modifié",
    body: pilot.pilotThresholdDraft,
    refusals: ["not-found", "conflict"],
  }),
  listModulesConfig: readsTemperature({
    request: "GET /pilot/projects/:projectId/modulesconfig",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The configuration of every module (B §7)",
    answer: z.array(pilot.moduleConfig),
  }),
  listModulesStatus: readsTemperature({
    request: "GET /pilot/projects/:projectId/modulesstatus",
    freshForSeconds: FRESH_STATUS_SECONDS,
    summary: "What every module says of itself (B §7)",
    answer: z.array(pilot.moduleStatus),
  }),
  listModulesConnectivity: readsTemperature({
    request: "GET /pilot/projects/:projectId/modulesconnectivity",
    freshForSeconds: FRESH_STATUS_SECONDS,
    summary: "How every module answers (B §7)",
    answer: z.array(pilot.moduleConnectivity),
  }),
  getModuleConfig: readsTemperature({
    request: "GET /pilot/projects/:projectId/modules/:moduleId/config",
    freshForSeconds: FRESH_DATA_SECONDS,
    summary: "The configuration of a module (B §7)",
    answer: pilot.moduleConfig,
  }),
  putModuleConfig: writesTemperature({
    request: "PUT /pilot/projects/:projectId/modules/:moduleId/config",
    summary: "Changes the configuration of a module (B §7)",
    audit: "Module configuré",
    body: pilot.moduleConfigDraft,
    refusals: ["not-found", "conflict", "pilot-feature-off", "off-step"],
  }),
  getModuleStatus: readsTemperature({
    request: "GET /pilot/projects/:projectId/modules/:moduleId/status",
    freshForSeconds: FRESH_STATUS_SECONDS,
    summary: "What a module says of itself (B §7)",
    answer: pilot.moduleStatus,
  }),
  putModuleStatus: writesTemperature({
    request: "PUT /pilot/projects/:projectId/modules/:moduleId/status",
    summary: "Says to a module whether somebody is at home (B §7)",
    audit: "État d’un module changé",
    body: pilot.moduleStatusDraft,
    refusals: ["not-found", "conflict", "pilot-feature-off"],
  }),
  getOwnPilot: atHomeCall({
    request: "GET /pilot/projects/:projectId/ownhouses/:houseId",
    summary: "The heating of one's own dwelling, and how far one may change it (domain §3)",
    answer: pilot.ownPilot,
    refusals: ["not-found"],
  }),
  putOwnPilot: atHomeCall({
    request: "PUT /pilot/projects/:projectId/ownhouses/:houseId",
    summary: "Chooses the heating of one's own dwelling, within the landlord's range (domain §3)",
    audit: "Chauffage réglé par l’occupant",
    body: pilot.ownPilotDraft,
    refusals: ["not-found", "conflict", "pilot-feature-off", "outside-range", "off-step"],
  }),
});

type Calls = typeof HEATING_CONTROL_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;
