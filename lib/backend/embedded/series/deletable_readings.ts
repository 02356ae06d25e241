import { secretHash } from "@/lib/backend/accounts/secrets.ts";
import { Refused } from "@/lib/backend/core/refused.ts";
import {
  type HousingWorld,
  occupancyPeriodAt,
  readHousing,
  seenHouses,
} from "@/lib/backend/embedded/housing/housing_readings.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { StoredSeries } from "@/lib/backend/kv/series/series.ts";
import { idOf, listEntries } from "@/lib/backend/kv/store.ts";
import { manualIndexRecord } from "@/lib/backend/records/projects.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { covers, fineDays } from "@/lib/domain/housing/occupancy.ts";
import { reaches } from "@/lib/domain/housing/visibility.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { addDays } from "@/lib/domain/periods/civil_dates.ts";
import { DAY_S } from "@/lib/domain/periods/durations.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { MOST_DELETED, MOST_DELETED_INDEXES } from "@/lib/domain/series/deleted_readings.ts";
import { SLOT_S, slotOf } from "@/lib/domain/series/merge.ts";
import type { SecondsRange, SeriesReader } from "@/lib/domain/series/reader.ts";
import { storedSeriesId } from "@/lib/domain/series/sources.ts";
import type { DataKind, Point } from "@/lib/domain/series/types.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";
import { mayWriteScope } from "./dataseries.ts";
import { readSeries } from "./series.ts";

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
  if (!mayDelete.indexes && !mayDelete.others) throw new Refused("forbidden");
  const { kind } = dataUnit(record.dataUnitId);
  const name = record.renamed ?? dataUnit(record.dataUnitId).label;
  const storedId = storedSeriesId(seriesId, houseId);
  const reader = services.newVisit === null
    ? services.seriesOf(projectId, timeZone)
    : new StoredSeries(services.store, projectId, services.now);
  return { projectId, seriesId, houseId, storedId, name, kind, timeZone, reader, mayDelete };
}

export interface Deletable {
  /** In time order. */
  readonly points: readonly Point[];
  readonly indexes: readonly { id: string; record: ReturnType<typeof manualIndexRecord.parse> }[];
  readonly leftCount: number;
  readonly version: string;
}

/** The readings of a range that the caller may delete, both ends included. */
export async function deletableIn(
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
export async function pointsOfSlots(
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

/** Readings on each side of a deletion that its consumption may depend on. */
const CONTEXT_COUNT = 8;

/** Spans searched around a deletion for the readings on which its consumption depends, one after the other, s. */
const AROUND_S = [2 * DAY_S, 62 * DAY_S, 732 * DAY_S];

/** The points of a range and those around that its consumption depends on. */
export async function pointsBeside(
  { reader, storedId }: DeletedFrom,
  { fromS, toS }: SecondsRange,
): Promise<readonly Point[]> {
  let points: readonly Point[] = [];
  for (const aroundS of AROUND_S) {
    const span = { fromS: Math.max(0, fromS - aroundS), toS: toS + aroundS };
    points = await reader.points(storedId, span);
    const [before, after] = [
      points.filter(({ epochS }) => epochS < fromS),
      points.filter(({ epochS }) => epochS > toS),
    ];
    if (before.length >= CONTEXT_COUNT && after.length >= CONTEXT_COUNT) break;
  }
  return points;
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
