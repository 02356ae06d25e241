import { newId } from "@/lib/backend/accounts/secrets.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { expiring, lasting, readLive } from "@/lib/backend/kv/expiry.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { addArrivals } from "@/lib/backend/kv/series/arrivals/arrivals.ts";
import { decodePoints, encodePoints, pointCountOf } from "@/lib/backend/kv/series/chunk.ts";
import { type Atomic, idOf, listEntries } from "@/lib/backend/kv/store.ts";
import {
  type DeletedReadings,
  deletedReadingsRecord,
  rememberDeleted,
} from "@/lib/backend/records/deleted_readings.ts";
import { changedClaims } from "@/lib/backend/sources/sources.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { DAY_MS } from "@/lib/domain/periods/durations.ts";
import { instantOf, utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import {
  consumptionChanged,
  DELETED_SHOWN,
  MOST_DELETIONS,
  readingsWithout,
  RESTORABLE_DAYS,
} from "@/lib/domain/series/deleted_readings.ts";
import { mergeReadings } from "@/lib/domain/series/merge.ts";
import { registerRuleOf, type SecondsRange } from "@/lib/domain/series/reader.ts";
import { judgeRegister } from "@/lib/domain/series/registers/judge.ts";
import { houseOfStored, seriesOfStored } from "@/lib/domain/series/sources.ts";
import type { Point } from "@/lib/domain/series/types.ts";
import { deletedText, restoredText } from "@/lib/text/series/deletions.ts";
import {
  type Deletable,
  deletableIn,
  type DeletedFrom,
  pointsBeside,
  pointsOfSlots,
  readDeletedFrom,
  seesEach,
} from "./deletable_readings.ts";

/** What a deletion would remove, and the consumption it changes: said before it is done. @spec series.deletions */
export const getReadingsToDelete: Handler<"getReadingsToDelete"> = async (
  services,
  input,
  caller,
) => {
  const from = await readDeletedFrom(services, input, caller);
  if (from === null) return { ok: false, code: "not-found" };
  const range = secondsOf(input);
  const found = await deletableIn(services, from, range);
  if (found === "too-many-readings") return { ok: false, code: found };
  const { points, indexes, leftCount, version } = found;
  const isSeen = await seesEach(services, from, { range, caller });
  const shown = isSeen ? points.slice(0, DELETED_SHOWN) : [];
  return {
    ok: true,
    answer: {
      version,
      count: points.length,
      indexCount: indexes.length,
      leftCount,
      firstAt: instantAt(points[0]),
      lastAt: instantAt(points.at(-1)),
      readings: shown.map(({ epochS, value, text }) => ({
        at: utcInstant(epochS),
        value: text === undefined ? value : null,
        message: text ?? null,
      })),
      consumption: isSeen ? await consumptionWithout(from, points) : null,
    },
  };
};

function instantAt(point: Point | undefined): string | null {
  return point === undefined ? null : utcInstant(point.epochS);
}

function secondsOf({ from, to }: { readonly from: string; readonly to: string }): SecondsRange {
  return {
    fromS: Math.max(0, Math.ceil(Date.parse(from) / 1_000)),
    toS: Math.floor(Date.parse(to) / 1_000),
  };
}

async function consumptionWithout(from: DeletedFrom, deleted: readonly Point[]) {
  const [first, last] = [deleted[0], deleted.at(-1)];
  if (first === undefined || last === undefined) return null;
  const [points, rule] = await Promise.all([
    pointsBeside(from, { fromS: first.epochS, toS: last.epochS }),
    registerRuleOf(from.reader, from.storedId),
  ]);
  const { kind } = from;
  const removals = readingsWithout(points, new Set(deleted.map(({ epochS }) => epochS)));
  const judged = (some: readonly Point[]) => {
    return { kind, points: some, register: judgeRegister(some, rule) };
  };
  const left = mergeReadings(points, removals, kind);
  const changed = consumptionChanged(judged(points), judged(left));
  return changed && {
    from: utcInstant(changed.fromS),
    to: utcInstant(changed.toS),
    before: changed.before,
    after: changed.after,
  };
}

/** Deletes the readings of a range; their roll-ups are computed again, and senders do not bring them back. */
export const deleteReadings: Handler<"deleteReadings"> = async (services, input, caller) => {
  const { projectId, series, body } = input;
  const from = await readDeletedFrom(services, { projectId, series, ...body }, caller);
  if (from === null) return { ok: false, code: "not-found" };
  const change = { caller, action: "deleteReadings", projectId } as const;
  return await write(services, change, async (atomic) => {
    const found = await deletableIn(services, from, secondsOf(body));
    if (found === "too-many-readings") return { ok: false, code: found };
    if (found.points.length === 0) return { ok: false, code: "not-found" };
    if (found.version !== body.version) return { ok: false, code: "conflict" };
    const included = await includeDeletion(services, atomic, from, found);
    if (!included.ok) return included;
    const answer = { id: included.deletionId };
    return { ok: true, answer, subject: deletedText(from, found.points) };
  });
};

/** Largest value that the store takes, with room for the rest of a record, bytes. */
const MOST_BYTES = 40_000;

/** Adds the deletion of some readings to a commit. */
export async function includeDeletion(
  services: Services,
  atomic: Atomic,
  from: Pick<DeletedFrom, "projectId" | "storedId" | "kind" | "reader">,
  { points, indexes }: Pick<Deletable, "points" | "indexes">,
): Promise<
  | { readonly ok: true; readonly deletionId: string }
  | { readonly ok: false; readonly code: "too-many-readings" | "limit-reached" }
> {
  const { projectId, storedId, kind } = from;
  const bytes = new Uint8Array(encodePoints(points));
  if (bytes.length > MOST_BYTES) return { ok: false, code: "too-many-readings" };
  const prefix = keys.deletedInstants.under(projectId, storedId);
  const known = await Array.fromAsync(services.store.list({ prefix }, { limit: MOST_DELETIONS }));
  if (known.length === MOST_DELETIONS) return { ok: false, code: "limit-reached" };
  const deletionId = newId();
  const nowMs = services.now();
  const record: DeletedReadings = { atMs: nowMs, kind, points: bytes, indexes: [...indexes] };
  const { value, options } = lasting(record, nowMs + RESTORABLE_DAYS * DAY_MS, nowMs);
  atomic.set(keys.deletedReadings(projectId, storedId, deletionId), value, options);
  rememberDeleted(atomic, [projectId, storedId, deletionId], points);
  for (const { id } of indexes) atomic.delete(keys.manualIndex(projectId, id));
  const deleted = new Set(points.map(({ epochS }) => epochS));
  const readings = readingsWithout(await pointsOfSlots(from, points), deleted);
  addArrivals(changedClaims(atomic, projectId), projectId, [{
    seriesId: storedId,
    kind,
    readings,
  }]);
  return { ok: true, deletionId };
}

/** The deletions of a series that can be undone, the last first. */
export const listReadingsDeletions: Handler<"listReadingsDeletions"> = async (
  services,
  { projectId, series },
  caller,
) => {
  if (await readOfSeries(services, { projectId, series }, caller) === null) {
    return { ok: false, code: "not-found" };
  }
  const prefix = keys.deletedReadings.under(projectId);
  const entries = await listEntries(services.store, { prefix }, expiring(deletedReadingsRecord));
  const answer = entries.flatMap(({ key, value: { value, expiresAtMs } }) => {
    const storedId = String(key.at(-2));
    if (seriesOfStored(storedId) !== series || expiresAtMs <= services.now()) return [];
    const points = decodePoints(value.points);
    return [{
      id: idOf(key),
      houseId: houseOfStored(storedId),
      from: utcInstant(points[0]?.epochS ?? 0),
      to: utcInstant(points.at(-1)?.epochS ?? 0),
      count: points.length,
      indexCount: value.indexes.length,
      deletedAt: instantOf(value.atMs),
      until: instantOf(expiresAtMs),
    }];
  });
  return { ok: true, answer: answer.sort((a, b) => b.deletedAt.localeCompare(a.deletedAt)) };
};

/** The rights on a series, those of its dwellings included. */
async function readOfSeries(
  services: Services,
  at: { readonly projectId: string; readonly series: string },
  caller: Caller,
): Promise<DeletedFrom | null> {
  return await readDeletedFrom(services, at, caller) ??
    await readDeletedFrom(services, { ...at, houseId: "" }, caller);
}

/** Restores deleted readings; an instant that has another reading by now keeps it. */
export const restoreReadings: Handler<"restoreReadings"> = async (services, input, caller) => {
  const { projectId, series, deletionId } = input;
  const change = { caller, action: "restoreReadings", projectId } as const;
  return await write(services, change, async (atomic) => {
    const storedId = await storedIdOf(services, input);
    const houseId = storedId === null ? null : houseOfStored(storedId);
    const from = await readDeletedFrom(services, { projectId, series, houseId }, caller);
    if (storedId === null || from === null) return { ok: false, code: "not-found" };
    const key = keys.deletedReadings(projectId, storedId, deletionId);
    const entry = await readLive(services.store, key, deletedReadingsRecord, services.now());
    if (entry.value === null) return { ok: false, code: "not-found" };
    const { kind, indexes, points: bytes } = entry.value;
    const isOwn = indexes.length === 0 || from.mayDelete.indexes;
    if (!isOwn || pointCountOf(bytes) > indexes.length && !from.mayDelete.others) {
      return { ok: false, code: "forbidden" };
    }
    const deleted = decodePoints(bytes);
    const taken = new Set((await pointsOfSlots(from, deleted)).map(({ epochS }) => epochS));
    const points = deleted.filter(({ epochS }) => !taken.has(epochS));
    atomic.check(entry).delete(key).delete(keys.deletedInstants(projectId, storedId, deletionId));
    for (const { id, record } of indexes) {
      const index = await services.store.get(keys.manualIndex(projectId, id));
      if (index.versionstamp === null) atomic.check(index).set(index.key, record);
    }
    addArrivals(changedClaims(atomic, projectId), projectId, [
      { seriesId: storedId, kind, readings: points },
    ]);
    const answer = { count: points.length, leftCount: deleted.length - points.length };
    return { ok: true, answer, subject: restoredText(from, deleted) };
  });
};

async function storedIdOf(
  { store }: Services,
  { projectId, series, deletionId }: { projectId: string; series: string; deletionId: string },
): Promise<string | null> {
  for await (const { key } of store.list({ prefix: keys.deletedInstants.under(projectId) })) {
    const storedId = String(key.at(-2));
    if (idOf(key) === deletionId && seriesOfStored(storedId) === series) return storedId;
  }
  return null;
}
