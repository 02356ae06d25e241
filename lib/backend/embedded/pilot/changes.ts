import { isDeepStrictEqual } from "node:util";
import { isCurrent } from "@/lib/backend/embedded/saving.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { changedOff, featuresKept, type FeaturesOn } from "@/lib/domain/pilot/features.ts";
import type { PilotConfig } from "@/lib/domain/pilot/types.ts";
import { configOf, type ModuleRequests } from "@/lib/domain/pilot/wishes.ts";
import { configChangesText } from "@/lib/text/pilot/config.ts";
import { changeVersion } from "./module_reads.ts";
import { type PilotModule, readModule, readPilotResidence } from "./requests.ts";
import { newChange } from "./revisions.ts";
import { refusedSteps } from "./set_point_steps.ts";

const NOT_FOUND = { ok: false, code: "not-found" } as const;
const CONFLICT = { ok: false, code: "conflict" } as const;
/** Settings sent again raise no revision. @spec pilot.changes */
export const UNCHANGED = { ok: true, answer: null, subject: "", isUnchanged: true } as const;

/** Which functions are controlled. @spec pilot.changes */
export const putPilotFeatures: Handler<"putPilotFeatures"> = (services, input, caller) => {
  const { projectId, body: { version, ...features } } = input;
  return write(services, { caller, action: "putPilotFeatures", projectId }, async (atomic) => {
    const residence = await readPilotResidence(services.store, projectId);
    if (residence === null) return NOT_FOUND;
    const kept = featuresKept(residence, residence.features.value);
    const wanted = { ...features, ...kept };
    const { change: _last, ...stored } = residence.features.value ?? { change: null };
    if (isDeepStrictEqual(stored, wanted)) return UNCHANGED;
    if (!isCurrent(version, residence.features)) return CONFLICT;
    const change = await newChange(services, atomic, { projectId, caller });
    atomic.set(residence.features.key, { ...wanted, change });
    return { ok: true, answer: null, subject: "" };
  });
};

export const putPilotConfig: Handler<"putPilotConfig"> = (services, input, caller) => {
  const { projectId, body: { version, ...config } } = input;
  return write(services, { caller, action: "putPilotConfig", projectId }, async (atomic) => {
    const residence = await readPilotResidence(services.store, projectId);
    if (residence === null) return NOT_FOUND;
    if (isDeepStrictEqual(residence.config.value?.config, config)) return UNCHANGED;
    if (!isCurrent(version, residence.config)) return CONFLICT;
    const edit = { before: configOf(residence.requests, { own: null }), after: config };
    const refused = refusedOff({ ...edit, on: residence.requests.on }) ?? refusedSteps(edit);
    if (refused !== null) return refused;
    const change = await newChange(services, atomic, { projectId, caller });
    atomic.set(residence.config.key, { config, change });
    return { ok: true, answer: null, subject: configChangesText(edit.before, config) };
  });
};

export const putModuleConfig: Handler<"putModuleConfig"> = (services, input, caller) => {
  const { projectId, moduleId, body } = input;
  const { version, isDefault, ...config } = body;
  return write(services, { caller, action: "putModuleConfig", projectId }, async (atomic) => {
    const found = await readModule(services, { projectId, moduleId });
    if (found === null) return NOT_FOUND;
    const { residence: { requests }, module } = found;
    const wanted = isDefault ? null : config;
    const { own: stored } = module.requests;
    const isFollowing = stored === null && isDefault && requests.config !== null;
    if (isFollowing || (stored && isDeepStrictEqual(stored.config, wanted))) return UNCHANGED;
    if (version !== undefined && version !== changeVersion(module.requests.own)) return CONFLICT;
    const after = isDefault ? configOf(requests, { own: null }) : config;
    const edit = { before: configOf(requests, module.requests), after };
    const refused = isDefault
      ? null
      : refusedOff({ ...edit, on: requests.on }) ?? refusedSteps(edit);
    if (refused !== null) return refused;
    const change = await newChange(services, atomic, { projectId, caller });
    const own = { config: wanted, change };
    setAsked(atomic, { projectId, module }, { own });
    const changes = configChangesText(edit.before, after);
    const { name } = module.house.settings;
    return { ok: true, answer: null, subject: changes === "" ? name : `${name} – ${changes}` };
  });
};

export const putModuleStatus: Handler<"putModuleStatus"> = (services, input, caller) => {
  const { projectId, moduleId, body: { house_status, version } } = input;
  return write(services, { caller, action: "putModuleStatus", projectId }, async (atomic) => {
    const found = await readModule(services, { projectId, moduleId });
    if (found === null) return NOT_FOUND;
    const { residence, module } = found;
    if (!residence.requests.on.house_status) return { ok: false, code: "pilot-feature-off" };
    if (module.requests.presence?.house_status === house_status) return UNCHANGED;
    if (version !== undefined && version !== changeVersion(module.requests.presence)) {
      return CONFLICT;
    }
    const change = await newChange(services, atomic, { projectId, caller });
    setAsked(atomic, { projectId, module }, { presence: { house_status, change } });
    return { ok: true, answer: null, subject: module.house.settings.name };
  });
};

/** Adds changed settings of a module to a commit; the others remain. */
export function setAsked(
  atomic: Atomic,
  { projectId, module }: { readonly projectId: string; readonly module: PilotModule },
  requests: Partial<ModuleRequests>,
): void {
  atomic.set(keys.pilotModule(projectId, module.id), { ...module.requests, ...requests });
}

/** The refusal of changed values whose feature is off, by name; null when none changes. @spec pilot.features */
function refusedOff(
  change: { readonly before: PilotConfig; readonly after: PilotConfig; readonly on: FeaturesOn },
) {
  const issues = changedOff(change).map((path) => ({ path, message: "Not driven here" }));
  return issues.length === 0 ? null : { ok: false, code: "pilot-feature-off", issues } as const;
}
