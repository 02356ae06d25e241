/** Finds the readings that a caller may delete, deletes and restores them. @module */

import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { addDays } from "@/lib/base/civil_dates.ts";
import { DAY_MS, DAY_S } from "@/lib/base/durations.ts";
import { CallError } from "@/lib/base/errors.ts";
import { newId, secretHash } from "@/lib/base/secrets.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { civilDateOf, instantOf, utcInstant } from "@/lib/base/time_zones.ts";
import { mayWriteScope } from "@/lib/facilities/equipment.ts";
import { fineDays } from "@/lib/housing/occupancy.ts";
import {
  type HousingWorld,
  occupancyPeriodAt,
  readHousing,
  seenHouses,
} from "@/lib/housing/visible_readings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { changedClaims } from "@/lib/series/claims.ts";
import { covers } from "@/lib/series/day_spans.ts";
import {
  type DeletedReadings,
  deletedReadingsRecord,
  manualIndexRecord,
  rememberDeleted,
} from "@/lib/series/records.ts";
import { reaches } from "@/lib/series/resolution.ts";
import { readSeries } from "@/lib/series/series.ts";
import { expiring, lasting, readLive } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Atomic, idOf, listEntries } from "@/lib/store/store.ts";
import {
  houseOfStored,
  mergeReadings,
  type Point,
  type Reading,
  seriesOfStored,
  SLOT_S,
  slotOf,
  storedSeriesId,
} from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import {
  readingsBeside,
  registerRuleOf,
  type SecondsRange,
  type SeriesReader,
} from "@/lib/timeseries/series_reader.ts";
import { addArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { decodePoints, encodePoints, pointCountOf } from "@/lib/timeseries/store/chunk_encoding.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { type DataKind, dataUnit } from "@/lib/timeseries/units.ts";
import type { Handler } from "./calls.ts";
import {
  consumptionChanged,
  DELETED_SHOWN,
  readingsWithout,
  RESTORABLE_DAYS,
} from "./reading_effects.ts";
import { deletedText, restoredText } from "./text.ts";

/** Most readings of one deletion, about a month of five minutes, and most typed indexes among them. */
export const MOST_DELETED = 10_000;

const MOST_DELETED_INDEXES = 100;

/** A series, or that of a dwelling, of which a caller may delete readings. */
export interface DeletedFrom {
  readonly projectId: string;
  readonly seriesId: string;
  readonly houseId: string | null;
  readonly storedId: string;
  readonly name: string;
  readonly kind: DataKind;
  readonly timeZone: string;
  /** Stored readings, without those that the demo simulates. */
  readonly reader: SeriesReader;
  readonly mayDelete: { readonly indexes: boolean; readonly others: boolean };
}

/** @returns null when there is no such series; a dwelling is named for a series of dwellings alone */
export async function readDeletedFrom(
  services: Services,
  { projectId, series: seriesId, houseId = null }: {
    readonly projectId: string;
    readonly series: string;
    readonly houseId?: string | null | undefined;
  },
  caller: Caller,
): Promise<DeletedFrom | null> {
  const [record, { timeZone }, roles] = await Promise.all([
    readSeries(services, { projectId, seriesId }),
    readProject(services, projectId),
    services.callerRoles.of(caller).rolesOn(projectId),
  ]);
  if (record === null || (record.scope === "housing") !== (houseId !== null)) return null;
  const mayDelete = {
    indexes: roles.has("collect:config:manualindex:write"),
    others: await mayWriteScope(services, caller, { projectId, scope: record.scope }),
  };
  if (!mayDelete.indexes && !mayDelete.others) throw new CallError("forbidden");
  const { kind } = dataUnit(record.dataUnitId);
  const name = record.renamed ?? dataUnit(record.dataUnitId).label;
  const storedId = storedSeriesId(seriesId, houseId);
  const reader = services.newVisit === null
    ? services.seriesOf(projectId, timeZone)
    : new StoredSeries(services.store, projectId, services.now);
  return { projectId, seriesId, houseId, storedId, name, kind, timeZone, reader, mayDelete };
}

interface Deletable {
  /** In time order. */
  readonly points: readonly Point[];
  readonly indexes: readonly { id: string; record: ReturnType<typeof manualIndexRecord.parse> }[];
  readonly leftCount: number;
  readonly version: string;
}

/** The readings of a range that the caller may delete, both ends included. */
async function deletableIn(
  services: Services,
  from: DeletedFrom,
  { fromS, toS }: SecondsRange,
): Promise<Deletable | "too-many-readings"> {
  const { reader, storedId, projectId, seriesId, houseId, mayDelete } = from;
  if (await isLong(from, { fromS, toS })) return "too-many-readings";
  const span = { fromS, toS: toS + 1 };
  const shown = services.seriesOf(projectId, from.timeZone);
  const [points, all, entries] = await Promise.all([
    reader.points(storedId, span),
    shown.points(storedId, span),
    listEntries(services.store, { prefix: keys.manualIndex.under(projectId) }, manualIndexRecord),
  ]);
  const typed = new Map(
    entries.filter(({ value }) => value.seriesId === seriesId && value.houseId === houseId)
      .map(({ key, value }) => [value.epochS, { id: idOf(key), record: value }]),
  );
  const own = points.filter(({ epochS }) =>
    typed.has(epochS) ? mayDelete.indexes : mayDelete.others
  );
  const indexes = own.flatMap(({ epochS }) => typed.get(epochS) ?? []);
  if (own.length > MOST_DELETED || indexes.length > MOST_DELETED_INDEXES) {
    return "too-many-readings";
  }
  const seen = own.map(({ epochS, value, text = "" }) => [epochS, value, text]);
  return {
    points: own,
    indexes,
    leftCount: Math.max(points.length, all.length) - own.length,
    version: secretHash(JSON.stringify(seen)),
  };
}

/** True for a range whose days have far more readings than one deletion removes: they are not all read. */
async function isLong({ reader, storedId, timeZone }: DeletedFrom, { fromS, toS }: SecondsRange) {
  if (toS - fromS <= DAY_S) return false;
  const from = civilDateOf(fromS * 1_000, timeZone);
  const days = await reader.days(storedId, {
    from,
    to: addDays(civilDateOf(toS * 1_000, timeZone), 1),
  });
  return sumBy(days, ({ count }) => count) > 2 * MOST_DELETED;
}

/** Every point of the five minutes of some readings. */
async function pointsOfSlots(
  { reader, storedId }: Pick<DeletedFrom, "reader" | "storedId">,
  points: readonly Point[],
): Promise<readonly Point[]> {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return [];
  return await reader.points(storedId, {
    fromS: slotOf(first.epochS) * SLOT_S,
    toS: (slotOf(last.epochS) + 1) * SLOT_S,
  });
}

/** The readings that remove points of a series: the others of their five minutes stay. */
export async function readingsRemoving(
  from: Pick<DeletedFrom, "reader" | "storedId">,
  points: readonly Point[],
): Promise<Reading[]> {
  const deleted = new Set(points.map(({ epochS }) => epochS));
  return readingsWithout(await pointsOfSlots(from, points), deleted);
}

/** Readings on each side of a deletion that its consumption may depend on. */
const CONTEXT_COUNT = 8;

/** The points of a range and those around that its consumption depends on. */
async function pointsBeside(
  { reader, storedId }: DeletedFrom,
  { fromS, toS }: SecondsRange,
): Promise<readonly Point[]> {
  const read = (range: SecondsRange) => reader.points(storedId, range);
  const isEnough = ({ length }: readonly Point[]) => length >= CONTEXT_COUNT;
  const all = await Promise.all([
    readingsBeside(read, { atS: fromS, side: "before" }, isEnough),
    read({ fromS, toS: toS + 1 }),
    readingsBeside(read, { atS: toS + 1, side: "after" }, isEnough),
  ]);
  return all.flat();
}

/** True when the caller may see each reading of some days: those of a dwelling depend on its occupants. */
export async function seesEach(
  services: Services,
  on: Pick<DeletedFrom, "projectId" | "seriesId" | "houseId" | "timeZone">,
  { range, caller }: { readonly range: SecondsRange; readonly caller: Caller },
): Promise<boolean> {
  if (on.houseId === null) return true;
  return seesEachIn(await readHousing(services, on.projectId, caller), on, range);
}

/** As {@link seesEach}, of a dwelling of a residence that was read. */
export function seesEachIn(
  world: HousingWorld,
  { seriesId, houseId, timeZone }: Pick<DeletedFrom, "seriesId" | "houseId" | "timeZone">,
  { fromS, toS }: SecondsRange,
): boolean {
  if (houseId === null) return true;
  const days = {
    from: civilDateOf(fromS * 1_000, timeZone),
    to: civilDateOf(toS * 1_000, timeZone),
  };
  const series = world.series.find(({ id }) => id === seriesId);
  const house = series && seenHouses(world, series, days.from).find(({ id }) => id === houseId);
  if (house === undefined || !reaches(house.seen.alone, "five-minutes")) return false;
  const period = occupancyPeriodAt(world, houseId, days.from);
  const fine = covers(period, days) ? fineDays(period, days) : null;
  return fine?.from === days.from && fine.to === days.to;
}

/** Most deletions remembered of the readings of one series, or of one dwelling's. */
const MOST_DELETIONS = 100;

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
  return await transact(services, change, async (atomic) => {
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
  const readings = await readingsRemoving(from, points);
  addArrivals(changedClaims(atomic, projectId), projectId, [
    { seriesId: storedId, kind, readings },
  ]);
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
  return await transact(services, change, async (atomic) => {
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
    const deletedInstants = new Set(
      (await pointsOfSlots(from, deleted)).map(({ epochS }) => epochS),
    );
    const points = deleted.filter(({ epochS }) => !deletedInstants.has(epochS));
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
