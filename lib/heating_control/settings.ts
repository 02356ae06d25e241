/** Edits features, configurations, an occupant's own heating, and thresholds. @module */

import { isDeepStrictEqual } from "node:util";
import type { Services } from "@/lib/api/services.ts";
import { isCurrent, transact, versionOf } from "@/lib/api/writes.ts";
import { projectSeries } from "@/lib/facilities/equipment.ts";
import { ownOccupancy } from "@/lib/housing/records.ts";
import { accountCaller, ANONYMOUS, type Caller } from "@/lib/identity/caller.ts";
import { cachedProject, readProject } from "@/lib/residences/residences.ts";
import { seriesNameAmongAll } from "@/lib/series/series_names.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, idOf, listStored, readEntries, readEntry } from "@/lib/store/store.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import { nearestSteps } from "@/lib/ui/number_input.ts";
import type { Handler } from "./calls.ts";
import {
  changedOff,
  featuresKept,
  type FeaturesOn,
  hasThreshold,
  type WatchedThreshold,
} from "./features.ts";
import { newChange, type PilotModule, readModule, readPilotResidence } from "./module_requests.ts";
import { changeVersion } from "./modules.ts";
import { pilotThresholdRecord } from "./records.ts";
import type { PilotConfig } from "./schema.ts";
import { PILOT_LIMITS, SET_POINT_STEP_C } from "./setpoint_limits.ts";
import {
  configOf,
  type ModuleRequests,
  occupantBounds,
  type OccupantChoice,
  occupantTempC,
  setpointRequestState,
} from "./setpoints.ts";
import { configChangesText, thresholdChangeText } from "./text.ts";

const SET_POINTS = ["temp_conf", "temp_conf_clim", "night_decrease"] as const;
type SetPoints = Readonly<Record<typeof SET_POINTS[number], number>>;

/** Refuses set-points between two steps; an unchanged stored one is accepted. @spec forms.steps */
function refusedSteps({ before, after }: { before: SetPoints; after: SetPoints }) {
  const issues = SET_POINTS.flatMap((name) => {
    const [min, max] = PILOT_LIMITS[name];
    return stepIssues(name, { before: before[name], after: after[name], min, max });
  });
  return issues.length === 0 ? null : { ok: false, code: "off-step", issues } as const;
}

/** Errors of one set-point; none when it was not changed. */
function stepIssues(
  name: string,
  { before, after, min, max }: {
    readonly before: number | null;
    readonly after: number | null;
    readonly min: number;
    readonly max: number;
  },
): { path: string; message: string }[] {
  if (after === null || after === before) return [];
  const nearest = nearestSteps(after, { step: SET_POINT_STEP_C, min, max });
  return nearest === null ? [] : [{
    path: `body.${name}`,
    message: `A multiple of ${SET_POINT_STEP_C}: ${nearest.join(" or ")}`,
  }];
}

const NOT_FOUND = { ok: false, code: "not-found" } as const;
const CONFLICT = { ok: false, code: "conflict" } as const;
/** Settings sent again raise no revision. @spec pilot.changes */
const UNCHANGED = { ok: true, answer: null, subject: "", isUnchanged: true } as const;

/** Which functions are controlled. @spec pilot.changes */
export const putPilotFeatures: Handler<"putPilotFeatures"> = (services, input, caller) => {
  const { projectId, body: { version, ...features } } = input;
  return transact(services, { caller, action: "putPilotFeatures", projectId }, async (atomic) => {
    const residence = await readPilotResidence(services.store, projectId);
    if (residence === null) return NOT_FOUND;
    const storedFeatures = featuresKept(residence, residence.features.value);
    const wanted = { ...features, ...storedFeatures };
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
  return transact(services, { caller, action: "putPilotConfig", projectId }, async (atomic) => {
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
  return transact(services, { caller, action: "putModuleConfig", projectId }, async (atomic) => {
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
  return transact(services, { caller, action: "putModuleStatus", projectId }, async (atomic) => {
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
function setAsked(
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

/** The heating choice of an occupant in their own dwelling. @spec pilot.occupant-range */
export const getOwnPilot: Handler<"getOwnPilot"> = async (services, at, caller) => {
  const own = await readOwn(services, at, caller);
  if (own === null) return NOT_FOUND;
  const { residence: { requests }, module } = own;
  if (!requests.on.ch_pilot) return NOT_FOUND;
  const [minC, maxC] = boundsOf(own) ?? [];
  const residenceTempC = configOf(requests, module.requests).temp_conf;
  const answer = {
    residenceTempC,
    chosenC: choiceOf(own)?.tempC ?? null,
    askedC: occupantTempC(requests, module.requests, module.endedS) ?? residenceTempC,
    minC: minC ?? null,
    maxC: maxC ?? null,
    state: setpointRequestState(module.setpointRequest, module.report),
    version: changeVersion(choiceOf(own)),
  };
  return { ok: true, answer };
};

/** The audit line names only the dwelling, as every line about occupants. */
export const putOwnPilot: Handler<"putOwnPilot"> = (services, input, caller) => {
  const { body: { tempC, version }, ...at } = input;
  const { projectId } = at;
  const by = { caller: ANONYMOUS, action: "putOwnPilot", projectId } as const;
  return transact(services, by, async (atomic) => {
    const own = await readOwn(services, at, caller);
    if (own === null) return NOT_FOUND;
    const bounds = boundsOf(own);
    if (bounds === null) return { ok: false, code: "pilot-feature-off" };
    if ((choiceOf(own)?.tempC ?? null) === tempC) return UNCHANGED;
    if (version !== undefined && version !== changeVersion(choiceOf(own))) return CONFLICT;
    const [min, max] = bounds;
    if (tempC !== null && (tempC < min || tempC > max)) {
      const issues = [{ path: "tempC", message: `${min} to ${max}` }];
      return { ok: false, code: "outside-range", issues };
    }
    const before = choiceOf(own)?.tempC ?? null;
    const issues = stepIssues("tempC", { before, after: tempC, min, max });
    if (issues.length > 0) return { ok: false, code: "off-step", issues };
    const change = await newChange(services, atomic, { projectId, caller: null });
    const occupancyId = own.occupancy.record.id;
    setAsked(atomic, { projectId, module: own.module }, {
      occupant: { occupancyId, tempC, change },
    });
    return { ok: true, answer: null, subject: own.module.house.settings.name };
  });
};

/** The caller's own choice; that of a former occupant is ignored. */
function choiceOf({ occupancy, module }: OwnModule): OccupantChoice | null {
  const choice = module.requests.occupant;
  return choice?.occupancyId === occupancy.record.id ? choice : null;
}

/** Lowest and highest choice; null when the landlord or the role does not allow a choice. */
function boundsOf({ occupancy, residence: { requests }, module }: OwnModule) {
  const mayDrive = occupancy.roles.has("ecotouch:houses:write");
  return mayDrive ? occupantBounds(requests, configOf(requests, module.requests)) : null;
}

type OwnModule = NonNullable<Awaited<ReturnType<typeof readOwn>>>;

async function readOwn(services: Services, { projectId, houseId }: HouseAt, caller: Caller) {
  const { accountId } = accountCaller(caller);
  const [occupancy, found] = await Promise.all([
    ownOccupancy(services.store, { projectId, houseId, accountId, now: services.now() }),
    readModule(services, { projectId, moduleId: houseId }),
  ]);
  return occupancy && found && { occupancy, ...found };
}

/** The configured thresholds of a residence. */
export async function readThresholds(
  { store }: Pick<Services, "store">,
  projectId: string,
): Promise<WatchedThreshold[]> {
  const prefix = keys.pilotThreshold.under(projectId);
  const stored = await listStored(store, prefix, pilotThresholdRecord);
  return stored.map(({ id, record: { threshold } }) => ({ dataSeriesId: id, threshold }));
}

/** Every series that may have a threshold; null where none was set. @spec pilot.thresholds */
export const listPilotThresholds: Handler<"listPilotThresholds"> = async (
  services,
  { projectId },
) => {
  const { hasPilot } = await cachedProject(services, projectId);
  if (!hasPilot) return { ok: false, code: "not-found" };
  const series = (await projectSeries(services, projectId)).filter(hasThreshold);
  const entries = await readEntries(
    services.store,
    series.map(({ id }) => keys.pilotThreshold(projectId, id)),
    pilotThresholdRecord,
  );
  const answer = entries.map((entry) => ({
    dataSeriesId: idOf(entry.key),
    threshold: entry.value?.threshold ?? null,
    version: versionOf(entry),
  }));
  return { ok: true, answer };
};

/** Sets the threshold of a series, or removes it. @spec pilot.thresholds */
export const putPilotThreshold: Handler<"putPilotThreshold"> = (services, input, caller) => {
  const { projectId, dataSeriesId, body: { threshold, version } } = input;
  const change = { caller, action: "putPilotThreshold", projectId } as const;
  return transact(services, change, async (atomic) => {
    const [{ hasPilot }, all, entry] = await Promise.all([
      readProject(services, projectId),
      projectSeries(services, projectId),
      readEntry(services.store, keys.pilotThreshold(projectId, dataSeriesId), pilotThresholdRecord),
    ]);
    const series = all.find(({ id }) => id === dataSeriesId);
    if (!hasPilot || series === undefined || !hasThreshold(series)) {
      return { ok: false, code: "not-found" };
    }
    if ((entry.value?.threshold ?? null) === threshold) return UNCHANGED;
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    if (threshold === null) atomic.delete(entry.key);
    else atomic.set(entry.key, { threshold });
    const changed = thresholdChangeText(entry.value?.threshold ?? null, threshold);
    return { ok: true, answer: null, subject: `${seriesNameAmongAll(series)} – ${changed}` };
  });
};
