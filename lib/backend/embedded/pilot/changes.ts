import { isCurrent } from "@/lib/backend/embedded/saving.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { changedOff, type FeaturesOn } from "@/lib/domain/pilot/features.ts";
import type { PilotConfig } from "@/lib/domain/pilot/types.ts";
import { type AskedOfModule, configOf } from "@/lib/domain/pilot/wishes.ts";
import { configChangesText } from "@/lib/text/pilot/config.ts";
import { type PilotModule, readModule, readPilotResidence } from "./asked.ts";
import { changeVersion } from "./module_reads.ts";
import { newChange } from "./revisions.ts";
import { refusedSteps } from "./set_point_steps.ts";

const NOT_FOUND = { ok: false, code: "not-found" } as const;
const CONFLICT = { ok: false, code: "conflict" } as const;

/** Which functions are controlled. @spec pilot.changes */
export const putPilotFeatures: Handler<"putPilotFeatures"> = (services, input, caller) => {
  const { projectId, body: { version, ...features } } = input;
  return write(services, { caller, action: "putPilotFeatures", projectId }, async (atomic) => {
    const residence = await readPilotResidence(services.store, projectId);
    if (residence === null) return NOT_FOUND;
    if (!isCurrent(version, residence.features)) return CONFLICT;
    const change = await newChange(services, atomic, { projectId, caller });
    atomic.set(residence.features.key, { ...features, change });
    return { ok: true, answer: null, subject: "" };
  });
};

export const putPilotConfig: Handler<"putPilotConfig"> = (services, input, caller) => {
  const { projectId, body: { version, ...config } } = input;
  return write(services, { caller, action: "putPilotConfig", projectId }, async (atomic) => {
    const residence = await readPilotResidence(services.store, projectId);
    if (residence === null) return NOT_FOUND;
    if (!isCurrent(version, residence.config)) return CONFLICT;
    const edit = { before: configOf(residence.asked, { own: null }), after: config };
    const refused = refusedOff({ ...edit, on: residence.asked.on }) ?? refusedSteps(edit);
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
    const { residence: { asked }, module } = found;
    if (version !== undefined && version !== changeVersion(module.asked.own)) return CONFLICT;
    const after = isDefault ? configOf(asked, { own: null }) : config;
    const edit = { before: configOf(asked, module.asked), after };
    const refused = isDefault ? null : refusedOff({ ...edit, on: asked.on }) ?? refusedSteps(edit);
    if (refused !== null) return refused;
    const change = await newChange(services, atomic, { projectId, caller });
    const own = { config: isDefault ? null : config, change };
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
    if (!residence.asked.on.house_status) return { ok: false, code: "pilot-feature-off" };
    if (version !== undefined && version !== changeVersion(module.asked.presence)) return CONFLICT;
    const change = await newChange(services, atomic, { projectId, caller });
    setAsked(atomic, { projectId, module }, { presence: { house_status, change } });
    return { ok: true, answer: null, subject: module.house.settings.name };
  });
};

/** Adds changed settings of a module to a commit; the others remain. */
export function setAsked(
  atomic: Atomic,
  { projectId, module }: { readonly projectId: string; readonly module: PilotModule },
  asked: Partial<AskedOfModule>,
): void {
  atomic.set(keys.pilotModule(projectId, module.id), { ...module.asked, ...asked });
}

/** The refusal of changed values whose feature is off, by name; null when none changes. @spec pilot.features */
function refusedOff(
  change: { readonly before: PilotConfig; readonly after: PilotConfig; readonly on: FeaturesOn },
) {
  const issues = changedOff(change).map((path) => ({ path, message: "Not driven here" }));
  return issues.length === 0 ? null : { ok: false, code: "pilot-feature-off", issues } as const;
}
