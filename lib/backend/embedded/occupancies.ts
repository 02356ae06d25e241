import { z } from "zod";
import type { AuditAction } from "../../contract/audit.ts";
import type { Caller } from "../../contract/caller.ts";
import type { Backend, Input, Outcome } from "../../contract/catalogue.ts";
import { MOST_OCCUPANCIES } from "../../domain/housing/limits.ts";
import {
  isTaken,
  type Occupancy,
  type OccupancyDraft,
  type OccupancySpan,
  spanOf,
} from "../../domain/housing/occupancy.ts";
import { newId } from "../accounts/secrets.ts";
import { listEntries, readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { MaybeEntry } from "../kv/store.ts";
import { readHouse } from "./houses.ts";
import type { HouseRecord } from "./housing_records.ts";
import { isCurrent, retried, saveInProject, unchanged, versionOf } from "./saving.ts";
import type { Services } from "./services.ts";

/** An occupancy as a dwelling's entry keeps it. */
export type OccupancyRecord = Omit<Occupancy, "version">;

/** All those of a dwelling stand in one entry, so that two writes cannot give the same day to two people. */
export const occupancyRecords: z.ZodType<OccupancyRecord[]> = z.array(z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  from: z.string(),
  to: z.string().nullable(),
  consent: z.object({
    givenOn: z.string(),
    source: z.string(),
    withdrawnOn: z.string().nullable(),
  }).nullable(),
}));

type HouseAt = { projectId: string; houseId: string };

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
  return new Map(entries.map(({ key, value }) => [String(key.at(-1)), value.map(spanOf)]));
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
  return { ok: true, answer: found.records.map((record) => ({ ...record, version })) };
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
    const change = { caller, action: "createOccupancy", projectId } as const;
    const saved = await write(services, found, change, [...records, recordOf(id, body)]);
    return saved.ok ? { ok: true, answer: { id } } : null;
  });
}

async function putOccupancy(
  services: Services,
  { projectId, houseId, occupancyId, body }: Input<"putOccupancy">,
  caller: Caller,
): Promise<Outcome<"putOccupancy">> {
  const found = await readOccupied(services, { projectId, houseId });
  const others = found?.records.filter(({ id }) => id !== occupancyId) ?? [];
  if (found === null || others.length === found.records.length) {
    return { ok: false, code: "not-found" };
  }
  if (!isCurrent(body.version, found.entry)) return { ok: false, code: "conflict" };
  if (isTaken(body, others)) return { ok: false, code: "occupancy-overlap" };
  const change = { caller, action: "putOccupancy", projectId } as const;
  return await write(services, found, change, [...others, recordOf(occupancyId, body)]);
}

async function deleteOccupancy(
  services: Services,
  { projectId, houseId, occupancyId, version }: Input<"deleteOccupancy">,
  caller: Caller,
): Promise<Outcome<"deleteOccupancy">> {
  const found = await readOccupied(services, { projectId, houseId });
  const others = found?.records.filter(({ id }) => id !== occupancyId) ?? [];
  if (found === null || others.length === found.records.length) {
    return { ok: false, code: "not-found" };
  }
  if (!isCurrent(version, found.entry)) return { ok: false, code: "conflict" };
  const change = { caller, action: "deleteOccupancy", projectId } as const;
  return await write(services, found, change, others);
}

/** The days stay: without them, the figures of two occupants would be put together again, and hours shown. */
function eraseOccupant(
  services: Services,
  { projectId, houseId, occupancyId }: Input<"eraseOccupant">,
  caller: Caller,
): Promise<Outcome<"eraseOccupant">> {
  return retried(async () => {
    const found = await readOccupied(services, { projectId, houseId });
    if (!found?.records.some(({ id }) => id === occupancyId)) {
      return { ok: false, code: "not-found" };
    }
    const records = found.records.map((record) =>
      record.id === occupancyId ? { ...record, name: null, email: "", consent: null } : record
    );
    const change = { caller, action: "eraseOccupant", projectId } as const;
    const saved = await write(services, found, change, records);
    return saved.ok ? saved : null;
  });
}

interface Writing {
  caller: Caller;
  action: AuditAction;
  projectId: string;
}

/** The audit line names the dwelling, never who lives there. */
async function write(
  services: Services,
  { house, entry }: OccupiedHouse,
  writing: Writing,
  records: readonly OccupancyRecord[],
) {
  const change = { ...writing, subject: house.value.settings.name };
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(house), unchanged(entry));
    if (records.length === 0) atomic.delete(entry.key);
    else atomic.set(entry.key, records);
  });
  return saved.ok ? { ok: true, answer: null } as const : saved;
}

function recordOf(id: string, { name, email, from, to, consent }: OccupancyDraft): OccupancyRecord {
  return { id, name, email, from, to, consent };
}
