import { readHouse, readHouses, type StoredHouse } from "@/lib/backend/embedded/housing/houses.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored } from "@/lib/backend/kv/lists.ts";
import { idOf, readEntries, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { occupancyRecords } from "@/lib/backend/records/occupancies.ts";
import {
  pilotConfigRecord,
  pilotFeaturesRecord,
  pilotModuleRecord,
  pilotReportRecord,
} from "@/lib/backend/records/pilot.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { isWithin } from "@/lib/domain/housing/occupancy.ts";
import { civilDateOf, dayBounds } from "@/lib/domain/periods/zoned_days.ts";
import { featuresOn } from "@/lib/domain/pilot/features.ts";
import type { KnownReport } from "@/lib/domain/pilot/reports.ts";
import {
  lastRevision,
  type ModuleRequests,
  NO_REQUESTS,
  type StayEnd,
  type Wish,
  wishOf,
} from "@/lib/domain/pilot/wishes.ts";

/** The settings common to the modules of a residence, with their entries. */
type PilotResidence = NonNullable<Awaited<ReturnType<typeof readPilotResidence>>>;

export interface PilotModule {
  readonly id: string;
  readonly house: StoredHouse["record"];
  readonly requests: ModuleRequests;
  readonly report: KnownReport | null;
  readonly endedS: StayEnd;
  readonly wish: Wish | null;
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
  return { residence, modules: modules.map((module) => wished(residence, module, ends)) };
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
  return { residence, module: wished(residence, module, ends) };
}

type ReadModule = Omit<PilotModule, "endedS" | "wish" | "lastRevision">;

function wished(
  { requests }: PilotResidence,
  module: ReadModule,
  ends: ReadonlyMap<string, StayEnd>,
): PilotModule {
  const endedS = ends.get(module.id) ?? null;
  return {
    ...module,
    endedS,
    wish: wishOf(requests, module.requests, endedS),
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
