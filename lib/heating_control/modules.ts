/** Answers the configuration, status and connectivity of modules, with their temperatures. @module */

import type { Services } from "@/lib/api/services.ts";
import { versionOf } from "@/lib/api/writes.ts";
import { civilDateOf, utcInstant } from "@/lib/base/time_zones.ts";
import {
  connectivityState,
  type HousingWorld,
  lastSeen,
  occupancyPeriodAt,
  readHousing,
} from "@/lib/housing/visible_readings.ts";
import { isFineAgreed } from "@/lib/housing/occupancy.ts";
import { finestData, houseDetail } from "@/lib/housing/visibility.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { isWithin } from "@/lib/series/day_spans.ts";
import { reaches } from "@/lib/series/resolution.ts";
import type { Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { Handler } from "./calls.ts";
import { lastPollS } from "./gateway.ts";
import {
  type PilotModule,
  type PilotModules,
  readModule,
  readModules,
  readPilotResidence,
} from "./module_requests.ts";
import type { ModuleConfig, ModuleConnectivity, ModuleStatus } from "./schema.ts";
import {
  configOf,
  FIRST_CONFIG,
  occupantChoiceC,
  occupantTempC,
  type PilotChange,
  setpointRequestState,
} from "./setpoints.ts";
import { heardOf } from "./telemetry.ts";

type Temperature = Pick<ModuleStatus, "temperatureC" | "temperatureFrom" | "temperatureAt">;

interface Measure {
  readonly value: number;
  readonly epochS: number;
  readonly from: "module" | "sensor";
}

const UNKNOWN: Temperature = { temperatureC: null, temperatureFrom: null, temperatureAt: null };

/**
 * The newest temperature of the dwellings of modules: the one reported by the module, or the last reading of a series.
 *
 * A current temperature reveals presence: it is returned only if the residence, the dwelling and its occupant allow
 * hours, and only from today's occupancy.
 *
 * @spec pilot.temperatures
 */
async function newestTemperatures(
  world: HousingWorld,
  modules: readonly PilotModule[],
): Promise<(module: PilotModule) => Temperature> {
  const series = world.series.filter(({ dataUnitId }) => dataUnitId === "TEMP");
  const shown = modules.filter((module) => isShown(world, module));
  const idsOf = ({ id }: PilotModule) => series.map((one) => storedSeriesId(one.id, id));
  const points = await world.reader.lastOfMany(shown.flatMap(idsOf));
  const found = new Map(shown.map((module) => {
    const read = idsOf(module).flatMap((id): Measure[] => {
      const point = points.get(id);
      return point === undefined || point.text !== undefined
        ? []
        : [{ value: point.value, epochS: point.epochS, from: "sensor" }];
    });
    return [module.id, newest(world, module, [...reported(module), ...read])] as const;
  }));
  return ({ id }) => found.get(id) ?? UNKNOWN;
}

function isShown(world: HousingWorld, { id, house: { settings: choices } }: PilotModule): boolean {
  const { features, today, hidden } = world;
  const quantity = { features, choices, dataUnitId: "TEMP" } as const;
  const isAgreed = isFineAgreed(occupancyPeriodAt(world, id, today), today);
  return !hidden.has(id) && houseDetail(quantity) === "detailed" &&
    reaches(finestData({ ...quantity, isFineAgreed: isAgreed }), "hour");
}

function reported({ report }: PilotModule): Measure[] {
  const { temperatureC: value = null, reportedS: epochS = null } = report ?? {};
  return value === null || epochS === null ? [] : [{ value, epochS, from: "module" }];
}

function newest(
  world: HousingWorld,
  { id }: PilotModule,
  measures: readonly Measure[],
): Temperature {
  const period = occupancyPeriodAt(world, id, world.today);
  const own = measures.filter(({ epochS }) =>
    isWithin(period, civilDateOf(epochS * 1_000, world.timeZone))
  );
  const [first] = own;
  if (first === undefined) return UNKNOWN;
  const { value, from, epochS } = own.reduce((last, one) => one.epochS > last.epochS ? one : last);
  return { temperatureC: value, temperatureFrom: from, temperatureAt: utcInstant(epochS) };
}

const NOT_FOUND = { ok: false, code: "not-found" } as const;

interface PilotReader {
  readonly projectId: string;
  readonly caller: Caller;
}

type ReadModules<Answer> = (
  services: Services,
  modules: PilotModules,
  reader: PilotReader,
) => Promise<Answer>;

/** Settings of each module. */
export const listModulesConfig = ofModules(configs);
export const getModuleConfig = ofModule(configs);

/** State of each module. */
export const listModulesStatus = ofModules(statuses);
export const getModuleStatus = ofModule(statuses);

export const listModulesConnectivity = ofModules(
  async (services, { modules }, { projectId, caller }) => {
    const [housing, polledS] = await Promise.all([
      readHousing(services, projectId, caller),
      lastPollS(services.store, projectId),
    ]);
    const nowS = services.now() / 1_000;
    const seen = await moduleStates(housing, modules, { nowS, polledS });
    return modules.map((module): ModuleConnectivity => ({ ...named(module), ...seen(module) }));
  },
);

/** Handler of a call on the modules of a residence. */
function ofModules<Answer>(read: ReadModules<Answer>) {
  return async (services: Services, at: { readonly projectId: string }, caller: Caller) => {
    const all = await readModules(services, at.projectId);
    if (all === null) return NOT_FOUND;
    return { ok: true, answer: await read(services, all, { ...at, caller }) } as const;
  };
}

/** Handler of a call on one module. */
function ofModule<Answer>(read: ReadModules<readonly Answer[]>) {
  return async (services: Services, at: Parameters<typeof readModule>[1], caller: Caller) => {
    const found = await readModule(services, at);
    const modules = found && { residence: found.residence, modules: [found.module] };
    const [answer] = modules === null ? [] : await read(services, modules, { ...at, caller });
    return answer === undefined ? NOT_FOUND : { ok: true, answer } as const;
  };
}

function named({ id, house }: PilotModule) {
  return { moduleId: id, houseId: id, name: house.settings.name };
}

async function configs(
  { store }: Services,
  { residence: { requests }, modules }: PilotModules,
): Promise<ModuleConfig[]> {
  const lastOf = (module: PilotModule) => module.requests.own?.change ?? requests.config?.change;
  const changeOf = await namedChanges(store, modules.map(lastOf));
  return modules.map((module) => ({
    ...named(module),
    isDefault: !module.requests.own?.config,
    ...configOf(requests, module.requests),
    occupantChoiceC: occupantChoiceC(module.requests, module.endedS),
    occupantTempC: occupantTempC(requests, module.requests, module.endedS),
    ...changeOf(lastOf(module)),
    version: changeVersion(module.requests.own),
  }));
}

/** The version of one setting of a module, independent of the others. */
export function changeVersion(
  requests: { readonly change: PilotChange } | null | undefined,
): string {
  return String(requests?.change.revision ?? 0);
}

async function statuses(
  services: Services,
  { modules }: PilotModules,
  { projectId, caller }: PilotReader,
): Promise<ModuleStatus[]> {
  const changeOf = await namedChanges(
    services.store,
    modules.map(({ setpointRequest }) => setpointRequest?.change),
  );
  const housing = await readHousing(services, projectId, caller);
  const temperatureOf = await newestTemperatures(housing, modules);
  return modules.map((module) => {
    const { requests, report, setpointRequest } = module;
    const state = setpointRequestState(setpointRequest, report);
    return {
      ...named(module),
      house_status: requests.presence?.house_status ?? "present",
      reportedHouseStatus: report?.house_status ?? null,
      ...temperatureOf(module),
      setpointC: report?.setpointC ?? null,
      isHeating: report?.isHeating ?? null,
      isCooling: report?.isCooling ?? null,
      isWaterHeating: report?.isWaterHeating ?? null,
      at: instantOrNull(report?.reportedS),
      wish: {
        state,
        revision: setpointRequest?.change.revision ?? 0,
        ...changeOf(setpointRequest?.change),
        isOccupants: setpointRequest?.isOccupants ?? false,
        appliedAt: state === "applied" ? instantOrNull(report?.appliedS) : null,
      },
      version: changeVersion(requests.presence),
    };
  });
}

function instantOrNull(epochS: number | null | undefined): string | null {
  return epochS === null || epochS === undefined ? null : utcInstant(epochS);
}

/**
 * Connectivity of modules: that of a module from its readings and the gateway's reports; that of the gateway from its
 * reports and its requests for them.
 *
 * @spec pilot.connectivity
 */
async function moduleStates(
  world: HousingWorld,
  modules: readonly PilotModule[],
  { nowS, polledS }: { readonly nowS: number; readonly polledS: number | null },
): Promise<(module: PilotModule) => Pick<ModuleConnectivity, "state" | "lastSeenAt">> {
  const ids = new Set(modules.map(({ id }) => id));
  const houses = world.houses.filter(({ id }) => ids.has(id));
  const seen = await lastSeen({ ...world, houses });
  const gatewayS = latest([polledS, ...modules.map(heardS)]);
  return (module) => {
    const houseS = latest([seen.get(module.id) ?? null, heardS(module)]);
    const lastSeenAt = houseS === null ? null : utcInstant(houseS);
    return { state: connectivityState({ houseS, gatewayS }, nowS), lastSeenAt };
  };
}

function heardS({ report }: PilotModule): number | null {
  return report && heardOf(report);
}

function latest(times: readonly (number | null)[]): number | null {
  return times.reduce<number | null>(
    (last, one) => one !== null && (last === null || one > last) ? one : last,
    null,
  );
}

/** Functions that are controlled in a residence, and the limits for occupants. */
export const getPilotFeatures: Handler<"getPilotFeatures"> = async ({ store }, { projectId }) => {
  const residence = await readPilotResidence(store, projectId);
  if (residence === null) return { ok: false, code: "not-found" };
  const { requests: { on, occupantRangeC }, features } = residence;
  return { ok: true, answer: { ...on, occupantRangeC, version: versionOf(features) } };
};

/** Settings common to the modules of a residence. */
export const getPilotConfig: Handler<"getPilotConfig"> = async ({ store }, { projectId }) => {
  const residence = await readPilotResidence(store, projectId);
  if (residence === null) return { ok: false, code: "not-found" };
  const { value } = residence.config;
  const changeOf = await namedChanges(store, [value?.change]);
  const answer = {
    ...value?.config ?? FIRST_CONFIG,
    ...changeOf(value?.change),
    version: versionOf(residence.config),
  };
  return { ok: true, answer };
};

/** Times and authors of changes. */
async function namedChanges(
  store: Store,
  changes: readonly (PilotChange | null | undefined)[],
): Promise<
  (change: PilotChange | null | undefined) => {
    changedAt: string | null;
    changedBy: string | null;
  }
> {
  const ids = changes.flatMap((change) => change?.accountId ?? []);
  const authorOf = await readAuthors(store, ids);
  return (change) => {
    if (!change) return { changedAt: null, changedBy: null };
    const { firstName, lastName } = authorOf(change.accountId ?? "");
    const changedBy = `${firstName} ${lastName}`.trim() || null;
    return { changedAt: utcInstant(change.epochS), changedBy };
  };
}
