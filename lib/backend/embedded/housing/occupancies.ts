import { newId } from "@/lib/backend/accounts/secrets.ts";
import { erasedWith } from "@/lib/backend/embedded/autoconsumption/people.ts";
import {
  isCurrent,
  type ProjectChange,
  saveInProject,
  unchanged,
  versionOf,
} from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import { listEntries, readEntry } from "@/lib/backend/kv/entries.ts";
import { idOf } from "@/lib/backend/kv/key.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Atomic, MaybeEntry } from "@/lib/backend/kv/store.ts";
import type { HouseRecord } from "@/lib/backend/records/housing.ts";
import {
  accessStates,
  closeHomes,
  type OccupancyRecord,
  occupancyRecords,
} from "@/lib/backend/records/occupancies.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Backend, Input, Outcome } from "@/lib/contract/catalogue.ts";
import { MOST_OCCUPANCIES } from "@/lib/domain/housing/limits.ts";
import {
  isTaken,
  type OccupancyDraft,
  type OccupancySpan,
  spanOf,
} from "@/lib/domain/housing/occupancy.ts";
import type { HouseAt } from "@/lib/domain/housing/own_house.ts";
import { readHouse } from "./houses.ts";

/** A dwelling with its occupancies. */
export interface OccupiedHouse {
  house: MaybeEntry<HouseRecord> & { value: HouseRecord };
  entry: MaybeEntry<OccupancyRecord[]>;
  /** The last first. */
  records: readonly OccupancyRecord[];
}

/** Who lives in dwellings, and when. */
export function occupanciesArea(services: Services) {
  return {
    listOccupancySpans: (at) => listOccupancySpans(services, at),
    listOccupancies: (at) => listOccupancies(services, at),
    createOccupancy: (input, caller) => createOccupancy(services, input, caller),
    putOccupancy: (input, caller) => putOccupancy(services, input, caller),
    deleteOccupancy: (input, caller) => deleteOccupancy(services, input, caller),
    eraseOccupant: (input, caller) => eraseOccupant(services, input, caller),
  } satisfies Partial<Backend>;
}

/** The days of the occupancies of every dwelling that has some, by dwelling. */
export async function readSpans(
  { store }: Services,
  projectId: string,
): Promise<ReadonlyMap<string, readonly OccupancySpan[]>> {
  const prefix = keys.occupancies.under(projectId);
  const entries = await listEntries(store, { prefix }, occupancyRecords, { batchSize: 500 });
  return new Map(entries.map(({ key, value }) => [idOf(key), value.map(spanOf)]));
}

/** {@link readSpans} for what is shown: kept until the residence is written. */
export function cachedSpans(
  services: Services,
  projectId: string,
): Promise<ReadonlyMap<string, readonly OccupancySpan[]>> {
  return services.memory.ofSettings(projectId, "spans", () => readSpans(services, projectId));
}

/** A dwelling with its occupancies; null when there is no such dwelling. */
export async function readOccupied(
  services: Services,
  { projectId, houseId }: HouseAt,
): Promise<OccupiedHouse | null> {
  const key = keys.occupancies(projectId, houseId);
  const [house, entry] = await Promise.all([
    readHouse(services, projectId, houseId),
    readEntry(services.store, key, occupancyRecords),
  ]);
  const { value } = house;
  if (value === null) return null;
  const records = [...entry.value ?? []].sort((left, right) => left.from < right.from ? 1 : -1);
  return { house: { ...house, value }, entry, records };
}

async function listOccupancySpans(
  services: Services,
  at: HouseAt,
): Promise<Outcome<"listOccupancySpans">> {
  const found = await readOccupied(services, at);
  if (found === null) return { ok: false, code: "not-found" };
  return { ok: true, answer: found.records.map(spanOf) };
}

async function listOccupancies(
  services: Services,
  at: HouseAt,
): Promise<Outcome<"listOccupancies">> {
  const found = await readOccupied(services, at);
  if (found === null) return { ok: false, code: "not-found" };
  const version = versionOf(found.entry);
  const states = await accessStates(services.store, at, found.records);
  const answer = found.records.map(({ accountId: _, ...record }) => ({
    ...record,
    access: states.get(record.id) ?? "none",
    version,
  }));
  return { ok: true, answer };
}

function createOccupancy(
  services: Services,
  { projectId, houseId, body }: Input<"createOccupancy">,
  caller: Caller,
): Promise<Outcome<"createOccupancy">> {
  return retried(async () => {
    const found = await readOccupied(services, { projectId, houseId });
    if (found === null) return { ok: false, code: "not-found" };
    const { records } = found;
    if (records.length >= MOST_OCCUPANCIES) return { ok: false, code: "limit-reached" };
    if (isTaken(body, records)) return { ok: false, code: "occupancy-overlap" };
    const id = newId();
    const writing = { caller, action: "createOccupancy", projectId } as const;
    const created = { id, ...cardOf(body), accountId: null };
    const saved = await writeOccupancies(services, found, {
      ...writing,
      records: [...records, created],
    });
    return saved.ok ? { ok: true, answer: { id } } : null;
  });
}

/** An occupant whose address changed was somebody else, or is to prove the new one: the page they had is closed. */
async function putOccupancy(
  services: Services,
  { projectId, houseId, occupancyId, body }: Input<"putOccupancy">,
  caller: Caller,
): Promise<Outcome<"putOccupancy">> {
  const at = { projectId, houseId };
  const found = await readOccupied(services, at);
  const kept = found?.records.find(({ id }) => id === occupancyId);
  if (found === null || kept === undefined) return { ok: false, code: "not-found" };
  if (!isCurrent(body.version, found.entry)) return { ok: false, code: "conflict" };
  const others = found.records.filter((record) => record !== kept);
  if (isTaken(body, others)) return { ok: false, code: "occupancy-overlap" };
  const isSame = body.email.toLowerCase() === kept.email.toLowerCase();
  const accountId = isSame ? kept.accountId : null;
  const records = [...others, { id: occupancyId, ...cardOf(body), accountId }];
  const writing = { caller, action: "putOccupancy", projectId, records } as const;
  return await writeOccupancies(services, found, writing, (atomic) => {
    if (!isSame) closeHomes(atomic, at, [kept]);
  });
}

async function deleteOccupancy(
  services: Services,
  { projectId, houseId, occupancyId, version }: Input<"deleteOccupancy">,
  caller: Caller,
): Promise<Outcome<"deleteOccupancy">> {
  const at = { projectId, houseId };
  const found = await readOccupied(services, at);
  const gone = found?.records.filter(({ id }) => id === occupancyId) ?? [];
  if (found === null || gone.length === 0) return { ok: false, code: "not-found" };
  if (!isCurrent(version, found.entry)) return { ok: false, code: "conflict" };
  const records = found.records.filter((record) => !gone.includes(record));
  const writing = { caller, action: "deleteOccupancy", projectId, records } as const;
  return await writeOccupancies(services, found, writing, (atomic) => {
    closeHomes(atomic, at, gone);
  });
}

/**
 * The days stay: without them, the figures of two occupants would be put together again, and hours shown. In a
 * collective self-consumption too, the person goes and the days stay.
 */
function eraseOccupant(
  services: Services,
  { projectId, houseId, occupancyId }: Input<"eraseOccupant">,
  caller: Caller,
): Promise<Outcome<"eraseOccupant">> {
  const at = { projectId, houseId };
  return retried(async () => {
    const found = await readOccupied(services, at);
    const kept = found?.records.find(({ id }) => id === occupancyId);
    if (found === null || kept === undefined) return { ok: false, code: "not-found" };
    const records = found.records.map((record) =>
      record === kept
        ? { ...record, name: null, email: "", consent: null, accountId: null }
        : record
    );
    const others = found.records.filter((record) => record !== kept);
    const eraseElsewhere = await erasedWith(services, at, { own: kept, others });
    const writing = { caller, action: "eraseOccupant", projectId, records } as const;
    const saved = await writeOccupancies(services, found, writing, (atomic) => {
      closeHomes(atomic, at, [kept]);
      eraseElsewhere(atomic);
    });
    return saved.ok ? saved : null;
  });
}

/** A change of the occupancies of a dwelling: who makes it, and what they are then. */
interface Writing extends Pick<ProjectChange, "caller" | "action" | "projectId" | "also"> {
  records: readonly OccupancyRecord[];
}

/**
 * Writes the occupancies of a dwelling. The audit line names the dwelling, never who lives there.
 *
 * @spec housing.occupancies
 * @param fill what else the commit holds
 */
export async function writeOccupancies(
  services: Services,
  { house, entry }: OccupiedHouse,
  { records, ...writing }: Writing,
  fill: (atomic: Atomic) => void = () => {},
) {
  const change = { ...writing, subject: house.value.settings.name };
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(house), unchanged(entry));
    if (records.length === 0) atomic.delete(entry.key);
    else atomic.set(entry.key, records);
    fill(atomic);
  });
  return saved.ok ? { ok: true, answer: null } as const : saved;
}

function cardOf({ version: _, ...card }: OccupancyDraft): Omit<OccupancyDraft, "version"> {
  return card;
}
