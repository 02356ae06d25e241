/** Reads and edits the occupancies of a dwelling, and erases an occupant. @module */

import type { AuditAction } from "@/lib/api/audit.ts";
import type { Refusal } from "@/lib/api/call.ts";
import type { Services } from "@/lib/api/services.ts";
import {
  type Commit,
  isCurrent,
  transact,
  type Transaction,
  versionOf,
  type Written,
} from "@/lib/api/writes.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { newId } from "@/lib/base/secrets.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { emailKey } from "@/lib/base/typed_formats.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { askStarts, cachedProject } from "@/lib/residences/residences.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, idOf, type Key, listEntries, readEntry } from "@/lib/store/store.ts";
import type { HouseAt } from "@/lib/ui/links.ts";
import type { Handler } from "./calls.ts";
import { endAccess, readHouse } from "./dwellings.ts";
import { isOver, isTaken, spanOf } from "./occupancy.ts";
import { accessStates, type OccupancyRecord, occupancyRecords } from "./records.ts";
import type { OccupancyDraft, OccupancySpan } from "./schema.ts";

/** Maximum number of occupancies of a dwelling: two a year for thirty years. */
export const MOST_OCCUPANCIES = 60;

type Days = Pick<OccupancySpan, "from" | "to">;

interface OccupancyAt extends HouseAt {
  readonly occupancyId: string;
}

/** What later areas add to the commit that changes an occupancy. */
export interface OccupancyHooks {
  /** The occupancy has other days. */
  moved(
    services: Services,
    at: OccupancyAt,
    days: { readonly before: Days; readonly after: Days },
    atomic: Atomic,
  ): Promise<void>;
  deleted(services: Services, at: OccupancyAt, atomic: Atomic): Promise<void>;
  /** The occupant is erased, and the days remain. */
  erased(
    services: Services,
    at: OccupancyAt,
    occupant: {
      readonly own: Pick<OccupancyRecord, "name" | "from" | "to">;
      /** The other occupancies of the dwelling. */
      readonly others: readonly Days[];
    },
    atomic: Atomic,
  ): Promise<void>;
}

/** The services of the handlers that change occupancies. */
interface OccupancyServices extends Services {
  readonly occupancyHooks: OccupancyHooks;
}

export type OccupiedHouse = NonNullable<Awaited<ReturnType<typeof readOccupied>>>;

/** The days of occupancies, by dwelling that has any. */
export async function readSpans(
  { store }: Services,
  projectId: string,
): Promise<ReadonlyMap<string, readonly OccupancySpan[]>> {
  const prefix = keys.occupancies.under(projectId);
  const entries = await listEntries(store, { prefix }, occupancyRecords, { batchSize: 500 });
  return new Map(entries.map(({ key, value }) => [idOf(key), value.map(spanOf)]));
}

/** As {@link readSpans}, for display: cached until the residence is written. */
export function cachedSpans(
  services: Services,
  projectId: string,
): Promise<ReadonlyMap<string, readonly OccupancySpan[]>> {
  return services.memory.ofSettings(projectId, "spans", () => readSpans(services, projectId));
}

/** A dwelling with its occupancies, newest first; null when it does not exist. */
export async function readOccupied(services: Services, { projectId, houseId }: HouseAt) {
  const key = keys.occupancies(projectId, houseId);
  const [house, entry] = await Promise.all([
    readHouse(services, { projectId, houseId }),
    readEntry(services.store, key, occupancyRecords),
  ]);
  const { value } = house;
  if (value === null) return null;
  const records = [...entry.value ?? []].sort((left, right) => left.from < right.from ? 1 : -1);
  return { house: { ...house, value }, entry, records };
}

export const listOccupancySpans: Handler<"listOccupancySpans"> = async (services, at) => {
  const found = await readOccupied(services, at);
  if (found === null) return { ok: false, code: "not-found" };
  return { ok: true, answer: found.records.map(spanOf) };
};

export const listOccupancies: Handler<"listOccupancies"> = async (services, at) => {
  const found = await readOccupied(services, at);
  if (found === null) return { ok: false, code: "not-found" };
  const version = versionOf(found.entry);
  const [states, { timeZone }] = await Promise.all([
    accessStates(services.store, at, found.records),
    cachedProject(services, at.projectId),
  ]);
  const today = civilDateOf(services.now(), timeZone);
  const answer = found.records.map(({ accountId: _, ...record }) => ({
    ...record,
    access: isOver(record, today) ? "none" as const : states.get(record.id) ?? "none",
    version,
  }));
  return { ok: true, answer };
};

export const createOccupancy: Handler<"createOccupancy"> = (services, { body, ...at }, caller) => {
  const writing = { ...at, caller, action: "createOccupancy" } as const;
  return writeOccupancies(services, writing, async ({ records }) => {
    if (records.length >= MOST_OCCUPANCIES) return "limit-reached";
    if (isTaken(body, records)) return "occupancy-overlap";
    const confirmation = await askStarts(services, writing, startsOf(body));
    if (confirmation !== null) return confirmation;
    const id = newId();
    return { records: [...records, { id, ...cardOf(body), accountId: null }], answer: { id } };
  });
};

/** After a change of address the occupant may be another person, or must verify it: access to the page ends. */
export const putOccupancy: Handler<"putOccupancy", OccupancyServices> = (
  services,
  { occupancyId, body, ...at },
  caller,
) => {
  const change = { ...at, occupancyId, caller, action: "putOccupancy" } as const;
  return writeOccupancy(services, change, async ({ entry, atomic }, stored, others) => {
    if (!isCurrent(body.version, entry)) return "conflict";
    if (isTaken(body, others)) return "occupancy-overlap";
    const confirmation = await askStarts(services, change, startsOf(body, stored));
    if (confirmation !== null) return confirmation;
    await services.occupancyHooks.moved(services, change, { before: stored, after: body }, atomic);
    const isSame = emailKey(body.email) === emailKey(stored.email);
    const accountId = isSame ? stored.accountId : null;
    const records = [...others, { id: occupancyId, ...cardOf(body), accountId }];
    return { records, closed: isSame ? [] : [stored], answer: null };
  });
};

export const deleteOccupancy: Handler<"deleteOccupancy", OccupancyServices> = (
  services,
  { version, ...at },
  caller,
) => {
  const change = { ...at, caller, action: "deleteOccupancy" } as const;
  return writeOccupancy(services, change, async ({ entry, atomic }, gone, others) => {
    if (!isCurrent(version, entry)) return "conflict";
    await services.occupancyHooks.deleted(services, at, atomic);
    return { records: others, closed: [gone], answer: null };
  });
};

/**
 * The days remain: without them, the figures of two occupants would be merged, and hours shown. In a collective
 * self-consumption too, the person is erased and the days remain.
 */
export const eraseOccupant: Handler<"eraseOccupant", OccupancyServices> = (
  services,
  at,
  caller,
) => {
  const change = { ...at, caller, action: "eraseOccupant" } as const;
  return writeOccupancy<null, never>(services, change, async (found, stored, others) => {
    const { atomic, records } = found;
    await services.occupancyHooks.erased(services, at, { own: stored, others }, atomic);
    for (const key of await mailsAbout(services, at, { stored, house: found.house })) {
      atomic.delete(key);
    }
    const erased = { ...stored, name: null, email: "", consent: null, accountId: null };
    const after = records.map((record) => record === stored ? erased : record);
    return { records: after, closed: [stored], answer: null };
  });
};

/** The keys of the mails to an occupant about their occupancy, waiting or given up: they contain name and address. */
async function mailsAbout(
  services: Services,
  { projectId, houseId }: HouseAt,
  { stored, house }: { readonly stored: OccupancyRecord } & Pick<OccupiedHouse, "house">,
): Promise<Key[]> {
  const { name: residence } = await cachedProject(services, projectId);
  const { name: dwelling } = house.value.settings;
  return await services.outbox.mailsOfOccupant(stored.email, {
    projectId,
    houseId,
    residence,
    dwelling,
    span: stored,
  });
}

interface Writing extends HouseAt {
  readonly caller: Caller;
  readonly action: AuditAction;
}

interface WritableHouse extends OccupiedHouse {
  readonly atomic: Atomic;
}

interface Occupied<Answer> extends Pick<Commit<Answer>, "answer" | "also" | "mail"> {
  readonly records: readonly OccupancyRecord[];
  /** Occupancies that lose access to the page of the dwelling, and the account of an unanswered invitation. */
  readonly closed?: readonly OccupancyRecord[];
}

type Made<Answer, Code extends ErrorCode> = Occupied<Answer> | Code | Refusal<Code>;

/**
 * Writes the occupancies of a dwelling. The audit line names the dwelling, never its occupants.
 *
 * @spec housing.occupancies
 */
export function writeOccupancies<Answer, Code extends ErrorCode>(
  services: Services,
  { projectId, houseId, caller, action }: Writing,
  make: (found: WritableHouse) => Made<Answer, Code> | Promise<Made<Answer, Code>>,
): Promise<Written<Answer, Code | "not-found">> {
  const at = { projectId, houseId };
  const plan: Transaction<Answer, Code | "not-found"> = async (atomic) => {
    const found = await readOccupied(services, at);
    if (found === null) return { ok: false, code: "not-found" };
    const created = await make({ ...found, atomic });
    if (typeof created === "string") return { ok: false, code: created };
    if ("code" in created) return created;
    const { records, closed = [], also = [], ...decided } = created;
    const lost = await endAccess(services, atomic, { at, ended: closed, records });
    if (records.length === 0) atomic.delete(found.entry.key);
    else atomic.set(found.entry.key, records);
    const subject = found.house.value.settings.name;
    return { ok: true, ...decided, subject, also: [...also, ...lost] };
  };
  return transact(services, { projectId, caller, action }, plan);
}

/** As {@link writeOccupancies}, for one occupancy beside the others. */
export function writeOccupancy<Answer, Code extends ErrorCode = never>(
  services: Services,
  { occupancyId, ...writing }: Writing & { readonly occupancyId: string },
  make: (
    found: WritableHouse,
    own: OccupancyRecord,
    others: readonly OccupancyRecord[],
  ) => Made<Answer, Code> | Promise<Made<Answer, Code>>,
): Promise<Written<Answer, Code | "not-found">> {
  return writeOccupancies<Answer, Code | "not-found">(services, writing, (found) => {
    const own = found.records.find(({ id }) => id === occupancyId);
    if (own === undefined) return "not-found";
    return make(found, own, found.records.filter((record) => record !== own));
  });
}

function cardOf({ version: _, ...card }: OccupancyDraft): Omit<OccupancyDraft, "version"> {
  return card;
}

function startsOf(after: OccupancyDraft, before?: OccupancyRecord) {
  return [
    { date: after.from, before: before?.from },
    { date: after.consent?.givenOn, before: before?.consent?.givenOn },
  ];
}
