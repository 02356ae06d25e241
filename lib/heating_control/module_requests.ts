/** Reads and changes the stored requests of modules and the choices of occupants. @module */

import type { Services } from "@/lib/api/services.ts";
import { civilDateOf, dayBounds, utcInstant } from "@/lib/base/time_zones.ts";
import { readHouse, readHouses, type StoredHouse } from "@/lib/housing/dwellings.ts";
import { occupancyRecords } from "@/lib/housing/records.ts";
import type { OccupancySpan } from "@/lib/housing/schema.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { projectRecord } from "@/lib/residences/records.ts";
import { isWithin } from "@/lib/series/day_spans.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  idOf,
  listStored,
  readEntries,
  readEntry,
  type Store,
} from "@/lib/store/store.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import { featuresOn } from "./features.ts";
import {
  pilotConfigRecord,
  pilotFeaturesRecord,
  pilotModuleRecord,
  pilotReportRecord,
  pilotRevisionRecord,
} from "./records.ts";
import {
  lastRevision,
  type ModuleRequests,
  NO_REQUESTS,
  type PilotChange,
  REVISION_STEP,
  type SetpointRequest,
  setpointRequestOf,
  type StayEnd,
} from "./setpoints.ts";
import type { KnownReport } from "./telemetry.ts";
import type { HeatingChoice } from "./text.ts";

/** Reserves the next revision of a residence in the commit of its change. */
export async function newChange(
  { store, now }: { readonly store: Store; now(): number },
  atomic: Atomic,
  { projectId, caller }: { readonly projectId: string; readonly caller: Caller | null },
): Promise<PilotChange> {
  const { key, value } = await readEntry(store, keys.pilotRevision(projectId), pilotRevisionRecord);
  const revision = (value ?? 0) + REVISION_STEP;
  atomic.set(key, revision);
  const accountId = caller?.kind === "account" ? caller.accountId : null;
  return { revision, epochS: Math.floor(now() / 1_000), accountId };
}

/** The settings common to the modules of a residence, with their entries. */
type PilotResidence = NonNullable<Awaited<ReturnType<typeof readPilotResidence>>>;

export interface PilotModule {
  readonly id: string;
  readonly house: StoredHouse["record"];
  readonly requests: ModuleRequests;
  readonly report: KnownReport | null;
  readonly endedS: StayEnd;
  readonly setpointRequest: SetpointRequest | null;
  /** Greatest revision it may have been sent; 0 for none. */
  readonly lastRevision: number;
}

export interface PilotModules {
  readonly residence: PilotResidence;
  readonly modules: readonly PilotModule[];
}

/** @returns null in a residence without pilot */
export async function readPilotResidence(store: Store, projectId: string) {
  const [project, features, config] = await Promise.all([
    readEntry(store, keys.project(projectId), projectRecord),
    readEntry(store, keys.pilotFeatures(projectId), pilotFeaturesRecord),
    readEntry(store, keys.pilotConfig(projectId), pilotConfigRecord),
  ]);
  const on = project.value && featuresOn(project.value, features.value);
  if (on === null || project.value === null) return null;
  const occupantRangeC = features.value?.occupantRangeC ?? 0;
  const requests = { features: features.value, on, occupantRangeC, config: config.value };
  const { timeZone, hasPilot } = project.value;
  return { requests, features, config, timeZone, hasPilot };
}

/** A residence with every module, by name; null in one without pilot. */
export async function readModules(
  services: Pick<Services, "store" | "now">,
  projectId: string,
): Promise<PilotModules | null> {
  const { store } = services;
  const residence = await readPilotResidence(store, projectId);
  if (residence === null) return null;
  const [houses, requests, reports] = await Promise.all([
    readHouses(services, projectId),
    listStored(store, keys.pilotModule.under(projectId), pilotModuleRecord),
    listStored(store, keys.pilotReport.under(projectId), pilotReportRecord),
  ]);
  const requestsOf = new Map(requests.map(({ id, record }) => [id, record]));
  const reportOf = new Map(reports.map(({ id, record }) => [id, record]));
  const modules = houses.filter(({ record }) => record.kind === "module").map((house) => ({
    id: house.id,
    house: house.record,
    requests: requestsOf.get(house.id) ?? NO_REQUESTS,
    report: reportOf.get(house.id) ?? null,
  }));
  const ends = await stayEnds(services, residence, { projectId, modules });
  return {
    residence,
    modules: modules.map((module) => withSetpointRequest(residence, module, ends)),
  };
}

/** A module with its residence; null when there is none. */
export async function readModule(
  services: Pick<Services, "store" | "now">,
  { projectId, moduleId }: { readonly projectId: string; readonly moduleId: string },
): Promise<{ readonly residence: PilotResidence; readonly module: PilotModule } | null> {
  const { store } = services;
  const residence = await readPilotResidence(store, projectId);
  if (residence === null) return null;
  const [{ value: house }, requests, report] = await Promise.all([
    readHouse(services, { projectId, houseId: moduleId }),
    readEntry(store, keys.pilotModule(projectId, moduleId), pilotModuleRecord),
    readEntry(store, keys.pilotReport(projectId, moduleId), pilotReportRecord),
  ]);
  if (house?.kind !== "module") return null;
  const module = {
    id: moduleId,
    house,
    requests: requests.value ?? NO_REQUESTS,
    report: report.value,
  };
  const ends = await stayEnds(services, residence, { projectId, modules: [module] });
  return { residence, module: withSetpointRequest(residence, module, ends) };
}

type ReadModule = Omit<PilotModule, "endedS" | "setpointRequest" | "lastRevision">;

function withSetpointRequest(
  { requests }: PilotResidence,
  module: ReadModule,
  ends: ReadonlyMap<string, StayEnd>,
): PilotModule {
  const endedS = ends.get(module.id) ?? null;
  return {
    ...module,
    endedS,
    setpointRequest: setpointRequestOf(requests, module.requests, endedS),
    lastRevision: lastRevision(requests, module.requests, endedS),
  };
}

async function stayEnds(
  { store, now }: Pick<Services, "store" | "now">,
  { timeZone }: PilotResidence,
  { projectId, modules }: { readonly projectId: string; readonly modules: readonly ReadModule[] },
): Promise<ReadonlyMap<string, StayEnd>> {
  const chosen = new Map(
    modules.flatMap(({ id, requests }) =>
      requests.occupant?.occupancyId ? [[id, requests.occupant.occupancyId]] : []
    ),
  );
  const entries = await readEntries(
    store,
    [...chosen.keys()].map((id) => keys.occupancies(projectId, id)),
    occupancyRecords,
  );
  const today = civilDateOf(now(), timeZone);
  return new Map(entries.map(({ key, value }) => {
    const id = idOf(key);
    const stay = value?.find((one) => one.id === chosen.get(id));
    if (stay !== undefined && isWithin(stay, today)) return [id, null];
    const { to = null } = stay ?? {};
    // When the occupancy was deleted or starts later, the choice has ended.
    return [id, to === null || to > today ? 0 : dayBounds(to, timeZone).to / 1_000];
  }));
}

interface ChoiceAt extends HouseAt {
  readonly occupancyId: string;
}

/** The heating choices of an occupant for their dwelling. @spec housing.personal-data */
export async function heatingChoicesOf(store: Store, at: ChoiceAt): Promise<HeatingChoice[]> {
  const found = await readChoice(store, at);
  if (found === null) return [];
  const { tempC, change: { epochS } } = found.choice;
  return [{ chosenAt: utcInstant(epochS), tempC }];
}

/** Adds the deletion of an occupant's choice to a commit: the landlord's settings apply. @spec housing.personal-data */
export async function eraseHeatingChoice(
  services: Pick<Services, "store" | "now">,
  at: ChoiceAt,
  atomic: Atomic,
): Promise<void> {
  const found = await readChoice(services.store, at);
  if (found === null) return;
  const { projectId } = at;
  const change = await newChange(services, atomic, { projectId, caller: null });
  const occupant = { occupancyId: null, tempC: null, change };
  atomic.set(found.entry.key, { ...found.entry.value, occupant });
}

/**
 * Adds to a commit what a change of an occupancy's days does to its choice. A withdrawn end date gives it a new revision:
 * the gateway may have applied that end, which has the greater revision. A start on a later day deletes it: that day comes
 * without a write, so no revision could request it again.
 *
 * @spec pilot.wishes
 */
export async function moveHeatingChoice(
  services: Pick<Services, "store" | "now">,
  at: ChoiceAt,
  { before, after }: { readonly before: Days; readonly after: Days },
  atomic: Atomic,
): Promise<void> {
  const found = await readChoice(services.store, at);
  const residence = found && await readPilotResidence(services.store, at.projectId);
  if (found === null || residence === null) return;
  const today = civilDateOf(services.now(), residence.timeZone);
  if (after.from > today) return await eraseHeatingChoice(services, at, atomic);
  if (isWithin(before, today) || !isWithin(after, today)) return;
  const { projectId } = at;
  const change = await newChange(services, atomic, { projectId, caller: null });
  atomic.set(found.entry.key, { ...found.entry.value, occupant: { ...found.choice, change } });
}

type Days = Pick<OccupancySpan, "from" | "to">;

async function readChoice(store: Store, { projectId, houseId, occupancyId }: ChoiceAt) {
  const entry = await readEntry(store, keys.pilotModule(projectId, houseId), pilotModuleRecord);
  const choice = entry.value?.occupant ?? null;
  return choice?.occupancyId === occupancyId ? { entry, choice } : null;
}
