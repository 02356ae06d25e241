/** Lists, adds and deletes indexes typed by hand, with their consumption and contradictions. @module */

import { askFirst } from "@/lib/api/confirmations.ts";
import type { Services } from "@/lib/api/services.ts";
import { transact } from "@/lib/api/writes.ts";
import { secretHash } from "@/lib/base/secrets.ts";
import { highest, lowest, sumBy } from "@/lib/base/sums.ts";
import { formatNumber } from "@/lib/base/text_format.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { readHouse } from "@/lib/housing/dwellings.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { readProject } from "@/lib/residences/residences.ts";
import { eventSpan, fallSpan } from "@/lib/series/range_reads.ts";
import {
  deletedReadingsRecord,
  type ManualIndexRecord,
  manualIndexRecord,
} from "@/lib/series/records.ts";
import { readSeries } from "@/lib/series/series.ts";
import { expiring } from "@/lib/store/expiry.ts";
import { keys } from "@/lib/store/keys.ts";
import { idOf, listEntries, readEntry } from "@/lib/store/store.ts";
import type { MeterEvent, RegisterJump } from "@/lib/timeseries/meter_event.ts";
import {
  type Bounds,
  isTooOld,
  isWithin,
  plausibleBounds,
  type Point,
  storedSeriesId,
  timeWindow,
} from "@/lib/timeseries/readings.ts";
import {
  countedAlong,
  countedBetween,
  type JudgedReading,
  judgeRegister,
} from "@/lib/timeseries/register_judgement.ts";
import { NO_RULE } from "@/lib/timeseries/register_rules.ts";
import {
  type Beside,
  readingsBeside,
  registerRuleOf,
  type SecondsRange,
  type SeriesReader,
} from "@/lib/timeseries/series_reader.ts";
import type { ManualIndex, ManualIndexDraft } from "@/lib/timeseries/schema.ts";
import { addArrivals } from "@/lib/timeseries/store/arrivals.ts";
import { decodePoints } from "@/lib/timeseries/store/chunk_encoding.ts";
import { dataUnit } from "@/lib/timeseries/units.ts";
import type { Effect } from "@/lib/ui/confirmation.ts";
import type { Handler } from "./calls.ts";
import { manualIndexSecond } from "./meter_rules.ts";
import { type DeletedFrom, includeDeletion, seesEach } from "./reading_deletions.ts";
import { contradictionOf } from "./reading_effects.ts";

type TypedIndex = ManualIndexRecord & { readonly id: string };

/** What is counted between two indexes, null for nothing, and whether it is doubtful. */
type Counted = Pick<ManualIndex, "counted" | "doubtful">;

/** The indexes of meters, each with what is counted since the one before. @spec indexes.list */
async function readTypedIndexes(
  reader: SeriesReader,
  ofMeter: ReadonlyMap<string, readonly TypedIndex[]>,
  timeZone: string,
): Promise<ManualIndex[]> {
  const storedIds = [...ofMeter.keys()];
  const [registers, jumps, doubtful] = await Promise.all([
    reader.registersOfMany(storedIds),
    reader.jumpsOfMany(storedIds),
    doubtfulMonths(reader, ofMeter, timeZone),
  ]);
  const all: ManualIndex[] = [];
  for (const [storedId, indexes] of ofMeter) {
    const rule = registers.get(storedId)?.rule ?? NO_RULE;
    const happened = { events: rule.events, jumps: jumps.get(storedId) ?? [], timeZone };
    const typed = indexes.toSorted((a, b) => a.epochS - b.epochS);
    const alone = judgeRegister(typed, rule).intervals;
    let before: TypedIndex | undefined;
    for (const one of typed) {
      const since = before;
      const counted = since === undefined
        ? { counted: null }
        : isDoubtful(doubtful.get(storedId), [since.date, one.date])
        ? await countedAmongReadings(reader, storedId, [since, one])
        : { counted: countedAlong(alone, { fromS: since.epochS, toS: one.epochS }) };
      const { epochS: _, ...index } = one;
      all.push({ ...index, ...counted, events: since ? marksBetween(since, one, happened) : [] });
      before = one;
    }
  }
  return all;
}

/** The months of the meters in which a figure is doubtful: only there may an index not count. */
async function doubtfulMonths(
  reader: SeriesReader,
  ofMeter: ReadonlyMap<string, readonly TypedIndex[]>,
  timeZone: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const years = [...ofMeter.values()].flat()
    .map(({ epochS }) => Number(civilDateOf(epochS * 1_000, timeZone).slice(0, 4)));
  const [first, last] = [lowest(years) ?? 0, highest(years) ?? -1];
  for (let year = first; year <= last; year++) {
    for (const [storedId, months] of await reader.monthsOfMany([...ofMeter.keys()], year)) {
      const some = months.flatMap(({ at, doubtful }) => doubtful ? [at] : []);
      if (some.length > 0) found.set(storedId, [...found.get(storedId) ?? [], ...some]);
    }
  }
  return found;
}

function isDoubtful(
  months: readonly string[] = [],
  [from, to]: readonly [from: string, to: string],
): boolean {
  return months.some((month) => month >= from.slice(0, 7) && month <= to.slice(0, 7));
}

/** What is counted between two indexes, of which one may not count itself, along all the readings of their meter. */
async function countedAmongReadings(
  reader: SeriesReader,
  storedId: string,
  [from, to]: readonly [TypedIndex, TypedIndex],
): Promise<Counted> {
  const range = { fromS: from.epochS, toS: to.epochS };
  const { intervals, marks } = await reader.judged(storedId, range);
  const counted = intervals.length === 0
    ? null
    : sumBy(intervals, (interval) => countedBetween(interval, range.fromS, range.toS)) / 1e6;
  return { counted, ...marks.length > 0 && { doubtful: true } };
}

/** The events and jumps of a meter between two indexes, in order. */
function marksBetween(
  { epochS: fromS }: TypedIndex,
  { epochS: toS }: TypedIndex,
  { events, jumps, timeZone }: {
    readonly events: readonly MeterEvent[];
    readonly jumps: readonly RegisterJump[];
    readonly timeZone: string;
  },
) {
  const isBetween = ({ epochS }: { readonly epochS: number }) => fromS < epochS && epochS <= toS;
  return [
    ...events.filter(isBetween).map((event) => eventSpan(event, timeZone)),
    ...jumps.filter(isBetween).map((jump) => fallSpan(jump, timeZone)),
  ].map(({ mark }) => mark);
}

type TypedOn = Pick<DeletedFrom, "projectId" | "seriesId" | "houseId" | "storedId" | "timeZone">;

/**
 * What must be confirmed before an index is typed that contradicts other readings of its meter.
 *
 * @spec indexes.contradiction
 */
async function contradictingEffects(
  services: Services,
  on: TypedOn,
  { typed, caller }: { readonly typed: Point; readonly caller: Caller },
): Promise<readonly Effect[]> {
  const { projectId, storedId, timeZone } = on;
  const reader = services.seriesOf(projectId, timeZone);
  const [before, after, rule] = await Promise.all([
    nearReadings(reader, storedId, { atS: typed.epochS, side: "before" }),
    nearReadings(reader, storedId, { atS: typed.epochS, side: "after" }),
    registerRuleOf(reader, storedId),
  ]);
  const found = contradictionOf([...before, ...after], typed, rule);
  if (found === null) return [];
  const range = {
    fromS: found.before?.epochS ?? typed.epochS,
    toS: found.after?.epochS ?? typed.epochS,
  };
  const isSeen = await seesEach(services, on, { range, caller });
  return [{
    kind: "contradicting-index",
    value: typed.value,
    lostCount: found.lostCount,
    ...isSeen && found.before !== null && { before: found.before.value },
    ...isSeen && found.after !== null && { after: found.after.value },
  }];
}

/** Readings on a side from which its register is judged. */
const NEAR_READINGS = 8;

/** The readings on a side of a second, without index errors; before it, until enough of them count. */
async function nearReadings(
  reader: SeriesReader,
  storedId: string,
  beside: Beside,
): Promise<readonly Point[]> {
  const read = async (range: SecondsRange) => (await reader.judged(storedId, range)).readings;
  const isWanted = ({ verdict }: JudgedReading) => beside.side === "after" || verdict === "counted";
  const near = await readingsBeside(
    read,
    beside,
    (found) => found.filter(isWanted).length >= NEAR_READINGS,
  );
  return near.filter(({ verdict }) => verdict !== "index-error");
}

/** The indexes entered in a residence, of one series or of all, newest first. */
export const listManualIndexes: Handler<"listManualIndexes"> = async (services, input) => {
  const { projectId, series } = input;
  const prefix = keys.manualIndex.under(projectId);
  const typed = (await listEntries(services.store, { prefix }, manualIndexRecord))
    .map(({ key, value }) => ({ id: idOf(key), ...value }))
    .filter(({ seriesId }) => series === undefined || seriesId === series);
  const ofMeter = Map.groupBy(
    typed,
    ({ seriesId, houseId }) => storedSeriesId(seriesId, houseId),
  );
  const { timeZone } = await readProject(services, projectId);
  const reader = services.seriesOf(projectId, timeZone);
  const answer = await readTypedIndexes(reader, ofMeter, timeZone);
  answer.sort((a, b) => b.date.localeCompare(a.date) || a.id.localeCompare(b.id));
  return { ok: true, answer };
};

/** Adds an index and its reading, in one commit; a meter has one index a day. @spec indexes.readings */
export const addManualIndex: Handler<"addManualIndex"> = async (services, input, caller) => {
  const { projectId, body } = input;
  const { timeZone } = await readProject(services, projectId);
  if (body.date > civilDateOf(services.now(), timeZone)) return { ok: false, code: "future-date" };
  const { seriesId, houseId, date, value, acceptOld = false } = body;
  const epochS = manualIndexSecond(date, timeZone);
  const window = timeWindow(Math.floor(services.now() / 1_000), services.readingYears);
  if (isTooOld(epochS, window, acceptOld)) return { ok: false, code: "old-date" };
  const email = caller.kind === "account" ? caller.email : "";
  const change = { caller, action: "addManualIndex", projectId } as const;
  return await transact(services, change, async (atomic) => {
    const meter = await meterOf(services, projectId, body);
    if (typeof meter === "string") return { ok: false, code: meter };
    if (!isWithin(value, meter.bounds)) return { ok: false, code: "implausible-value" };
    const id = manualIndexId(meter.storedId, date);
    const key = keys.manualIndex(projectId, id);
    if ((await services.store.get(key)).versionstamp !== null) {
      return { ok: false, code: "index-taken" };
    }
    const isDeleted = body.restoreDeleted !== true &&
      await isDeletedIndex(services, projectId, { storedId: meter.storedId, epochS, value });
    if (isDeleted) return { ok: false, code: "deleted-reading" };
    const on = { projectId, seriesId, houseId, storedId: meter.storedId, timeZone };
    const contradicting = { typed: { epochS, value }, caller };
    const confirmation = askFirst(caller, await contradictingEffects(services, on, contradicting));
    if (confirmation !== null) return confirmation;
    const record: ManualIndexRecord = { seriesId, houseId, date, value, email, epochS };
    const batch = {
      seriesId: meter.storedId,
      kind: "index",
      readings: [{ epochS, value }],
    } as const;
    addArrivals(atomic.set(key, record), projectId, [batch]);
    return { ok: true, answer: { id }, subject: `${meter.name}, ${date}` };
  });
};

/** Deletes an index and its reading, in one commit; it can be restored. @spec series.deletions */
export const deleteManualIndex: Handler<"deleteManualIndex"> = (services, input, caller) => {
  const { projectId, indexId } = input;
  const key = keys.manualIndex(projectId, indexId);
  const change = { caller, action: "deleteManualIndex", projectId } as const;
  return transact(services, change, async (atomic) => {
    const { value } = await readEntry(services.store, key, manualIndexRecord);
    if (value === null) return { ok: false, code: "not-found" };
    const { seriesId, houseId, date, epochS } = value;
    const storedId = storedSeriesId(seriesId, houseId);
    const { timeZone } = await readProject(services, projectId);
    const reader = services.seriesOf(projectId, timeZone);
    const points = await reader.points(storedId, { fromS: epochS, toS: epochS + 1 });
    atomic.delete(key);
    if (points.length > 0) {
      const from = { projectId, storedId, kind: "index", reader } as const;
      const indexes = [{ id: indexId, record: value }];
      const included = await includeDeletion(services, atomic, from, { points, indexes });
      if (!included.ok) return included;
    }
    const series = await readSeries(services, { projectId, seriesId });
    const name = series?.renamed ?? series?.dataUnitId ?? seriesId;
    return { ok: true, answer: null, subject: `${name}, ${date} (${formatNumber(value.value)})` };
  });
};

/** True for a value that was deleted at that second and can still be restored. */
async function isDeletedIndex(
  { store, now }: Services,
  projectId: string,
  { storedId, ...typed }: Point & { readonly storedId: string },
): Promise<boolean> {
  const prefix = keys.deletedReadings.under(projectId, storedId);
  const entries = await listEntries(store, { prefix }, expiring(deletedReadingsRecord));
  return entries.some(({ value: { value, expiresAtMs } }) =>
    expiresAtMs > now() &&
    decodePoints(value.points).some(({ epochS, value }) =>
      epochS === typed.epochS && value === typed.value
    )
  );
}

/** Id of a meter's index of a day: the same for all users, so that two users cannot both add it. */
export function manualIndexId(storedId: string, date: string): string {
  return secretHash(`${storedId} ${date}`);
}

interface Meter {
  readonly storedId: string;
  readonly name: string;
  readonly bounds: Bounds;
}

/** A meter whose indexes are entered manually: a register, of the residence or of a dwelling as its series says. */
async function meterOf(
  services: Services,
  projectId: string,
  { seriesId, houseId }: ManualIndexDraft,
): Promise<Meter | "unknown-reference" | "unsuitable-series"> {
  const value = await readSeries(services, { projectId, seriesId });
  if (value === null) return "unknown-reference";
  const isRegister = dataUnit(value.dataUnitId).kind === "index";
  if (!value.manualIndex || !isRegister || (value.scope === "housing") !== (houseId !== null)) {
    return "unsuitable-series";
  }
  if (houseId !== null && (await readHouse(services, { projectId, houseId })).value === null) {
    return "unknown-reference";
  }
  const name = value.renamed ?? value.dataUnitId;
  const bounds = plausibleBounds(value.dataUnitId, value.importedUnit);
  return { storedId: storedSeriesId(seriesId, houseId), name, bounds };
}
