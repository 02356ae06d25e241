/** Lists readings to confirm and rates of meters that seem too low, and records what persons say of them. @module */

import type { Services } from "@/lib/api/services.ts";
import { versionOf } from "@/lib/api/writes.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { CallError } from "@/lib/base/errors.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { civilDateOf, instantOf, utcInstant } from "@/lib/base/time_zones.ts";
import { mayWriteScope } from "@/lib/facilities/equipment.ts";
import { type HousingWorld, readHousing } from "@/lib/housing/visible_readings.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import { accountOf, type Caller } from "@/lib/identity/caller.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { manualIndexRecord } from "@/lib/series/records.ts";
import { cachedSeries, cachedStoredSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, readEntry } from "@/lib/store/store.ts";
import type { RegisterVerdict } from "@/lib/timeseries/meter_event.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { RegisterFacts } from "@/lib/timeseries/register_judgement.ts";
import { proposedRate } from "@/lib/timeseries/register_path.ts";
import {
  registerRuleOf,
  type SecondsRange,
  type SeriesReader,
} from "@/lib/timeseries/series_reader.ts";
import { replaceVerdicts } from "@/lib/timeseries/store/register_changes.ts";
import type { Handler } from "./calls.ts";
import { manualIndexId } from "./manual_indexes.ts";
import { atSecondId, type Meter, metersOfSeries, writeJudged } from "./meter_events.ts";
import { type DeletedFrom, readDeletedFrom, seesEach, seesEachIn } from "./reading_deletions.ts";
import { countedWithin, waitingReadings } from "./reading_effects.ts";
import type { LowRate, ReadingToConfirm, ReadingVerdictRead } from "./schema.ts";
import { verdictSetText, verdictTakenBackText } from "./text.ts";

/** Most meters whose waiting readings are read. */
const MOST_METERS = 50;
/** How far back from the last one the waiting readings of a meter are read, s: senders that fail send for years. */
const READ_S = 31 * DAY_S;

/** A meter, with what is known of it, and who may say what its readings are. */
interface DoubtedMeter extends Meter {
  readonly facts: RegisterFacts;
  /** Whether the caller configures its place. */
  readonly isConfigured: boolean;
}

interface DoubtedWorld {
  readonly projectId: string;
  readonly timeZone: string;
  readonly reader: SeriesReader;
  /** Those of which the caller may say something. */
  readonly meters: readonly DoubtedMeter[];
  /** Whether the caller types indexes. */
  readonly isTypist: boolean;
  /** The seconds of the typed indexes of a meter. */
  readonly typed: ReadonlyMap<string, ReadonlySet<number>>;
  readonly housing: HousingWorld | null;
}

async function doubtedWorld(
  services: Services,
  { projectId, series: only }: { readonly projectId: string; readonly series?: string | undefined },
  caller: Caller,
): Promise<DoubtedWorld> {
  const [all, { timeZone }, roles, ...scopes] = await Promise.all([
    cachedSeries(services, projectId),
    cachedProject(services, projectId),
    services.callerRoles.of(caller).rolesOn(projectId),
    mayWriteScope(services, caller, { projectId, scope: "facilities" }),
    mayWriteScope(services, caller, { projectId, scope: "housing" }),
  ]);
  const configures = { facilities: scopes[0], housing: scopes[1] };
  const isTypist = roles.has("collect:config:manualindex:write");
  const registers = all.filter(({ id, unit, scope, manualIndex }) =>
    unit.kind === "index" && (only === undefined || id === only) &&
    (configures[scope] || isTypist && manualIndex)
  );
  const scopeOf = new Map(registers.map(({ id, scope }) => [id, scope]));
  const meters = await metersOfSeries(services, projectId, registers);
  const reader = services.seriesOf(projectId, timeZone);
  const known = await reader.registersOfMany(meters.map(({ storedId }) => storedId));
  const doubted = meters.flatMap((meter) => {
    const facts = known.get(meter.storedId);
    const isDoubted = facts !== undefined &&
      (facts.suspended !== null || facts.rule.verdicts.length > 0);
    const isConfigured = configures[scopeOf.get(meter.seriesId) ?? "facilities"];
    return isDoubted ? [{ ...meter, facts, isConfigured }] : [];
  });
  const isOfHousing = doubted.some(({ houseId }) => houseId !== null);
  return {
    projectId,
    timeZone,
    reader,
    meters: doubted,
    isTypist,
    typed: doubted.length === 0 ? new Map() : await typedSeconds(services, projectId),
    housing: isOfHousing ? await readHousing(services, projectId, caller) : null,
  };
}

async function typedSeconds({ store }: Services, projectId: string) {
  const prefix = keys.manualIndex.under(projectId);
  const found = new Map<string, Set<number>>();
  for (const { value } of await listEntries(store, { prefix }, manualIndexRecord)) {
    const storedId = storedSeriesId(value.seriesId, value.houseId);
    found.getOrInsertComputed(storedId, () => new Set()).add(value.epochS);
  }
  return found;
}

/** Whether the caller sees readings of a meter, and may say what they are. */
function rightsOn(world: DoubtedWorld, meter: DoubtedMeter, { fromS, toS }: SecondsRange) {
  const { typed, timeZone, housing, isTypist } = world;
  const isSeen = meter.houseId === null ||
    housing !== null && seesEachIn(housing, { ...meter, timeZone }, { fromS, toS });
  return (epochS: number) => {
    if (typed.get(meter.storedId)?.has(epochS)) {
      return { isSeen: isTypist || isSeen, isOwn: isTypist };
    }
    return { isSeen, isOwn: isSeen && meter.isConfigured };
  };
}

/** The seconds in which the suspended readings of a register are read. */
function suspendedRange({ suspended }: RegisterFacts): SecondsRange {
  const { fromS, toS } = suspended ?? { fromS: 0, toS: 0 };
  return { fromS: Math.max(fromS, toS - READ_S), toS };
}

/** The series whose rate seems too low, of those that the caller may change. */
async function lowRatesOf(services: Services, world: DoubtedWorld): Promise<LowRate[]> {
  const low = world.meters.filter(({ facts, isConfigured }) => {
    return isConfigured && facts.rateTooLow !== null;
  });
  if (low.length === 0) return [];
  const stored = new Map(
    (await cachedStoredSeries(services, world.projectId)).map(({ series, entry }) => {
      return [series.id, versionOf(entry)];
    }),
  );
  const bySeries = Map.groupBy(low, ({ seriesId }) => seriesId);
  return await Promise.all([...bySeries].map(async ([seriesId, meters]) => {
    const rates = meters.flatMap(({ facts: { rateTooLow } }) => rateTooLow ?? []);
    const proposed = Math.max(...rates.map(proposedRate));
    const counted = await Promise.all(
      meters.slice(0, MOST_METERS).map((meter) => countedAt(world, meter, proposed)),
    );
    return {
      seriesId,
      version: stored.get(seriesId) ?? "",
      meterCount: meters.length,
      since: utcInstant(Math.min(...rates.map(({ fromS }) => fromS))),
      rate: Math.max(...meters.map(({ facts }) => facts.rule.maxRatePerHour)),
      proposed,
      counted: counted.includes(null) || meters.length > MOST_METERS
        ? null
        : sumBy(counted, (one) => one ?? 0),
    };
  }));
}

/** What the waiting readings of a meter would count within another rate; null when it may not be seen. */
async function countedAt(
  world: DoubtedWorld,
  meter: DoubtedMeter,
  rate: number,
): Promise<number | null> {
  const { facts, storedId } = meter;
  const range = suspendedRange(facts);
  const span = { fromS: facts.last?.epochS ?? 0, toS: range.toS - 1 };
  if (!rightsOn(world, meter, span)(span.toS).isSeen) return null;
  const { readings } = await world.reader.judged(storedId, range);
  return countedWithin(readings, facts, rate) ?? 0;
}

/** Readings of one meter in an answer: the newest. */
const MOST_OF_METER = 20;
/** Most verdicts in an answer. */
const MOST_SAID = 200;
/** What persons may say, or said, of the readings of registers. @spec series.verdicts */
export const listRegisterDoubts: Handler<"listRegisterDoubts"> = async (
  services,
  input,
  caller,
) => {
  const world = await doubtedWorld(services, input, caller);
  const pending = world.meters.filter(({ facts }) => facts.suspended !== null)
    .sort((a, b) => (b.facts.suspended?.toS ?? 0) - (a.facts.suspended?.toS ?? 0));
  const readings: ReadingToConfirm[] = [];
  for (const meter of pending.slice(0, MOST_METERS)) {
    readings.push(...await waitingOf(world, meter));
  }
  readings.sort((a, b) => b.at.localeCompare(a.at));
  return {
    ok: true,
    answer: {
      meterCount: pending.length,
      readings,
      verdicts: await verdictsOf(services, world),
      lowRates: await lowRatesOf(services, world),
    },
  };
};

async function waitingOf(world: DoubtedWorld, meter: DoubtedMeter): Promise<ReadingToConfirm[]> {
  const { storedId, seriesId, houseId, facts, isConfigured } = meter;
  const { readings } = await world.reader.judged(storedId, suspendedRange(facts));
  const pending = waitingReadings(readings, facts, MOST_OF_METER);
  const span = {
    fromS: facts.last?.epochS ?? 0,
    toS: pending[0]?.reading.epochS ?? 0,
  };
  const rightsAt = rightsOn(world, meter, span);
  return pending.flatMap(({ reading, before, next, counted }) => {
    const { isSeen, isOwn } = rightsAt(reading.epochS);
    if (!isOwn && !isConfigured) return [];
    const others = rightsAt(before.epochS).isSeen;
    return [{
      seriesId,
      houseId,
      at: utcInstant(reading.epochS),
      value: isSeen ? reading.value : null,
      beforeAt: utcInstant(before.epochS),
      before: others ? before.value : null,
      nextAt: next && utcInstant(next.epochS),
      next: next !== null && rightsAt(next.epochS).isSeen ? next.value : null,
      counted: isSeen && others ? counted : null,
      isOwn,
    }];
  });
}

async function verdictsOf(
  services: Services,
  world: DoubtedWorld,
): Promise<ReadingVerdictRead[]> {
  const said = world.meters
    .flatMap((meter) => meter.facts.rule.verdicts.map((verdict) => ({ meter, verdict })))
    .sort((a, b) => b.verdict.atMs - a.verdict.atMs)
    .slice(0, MOST_SAID);
  const authorOf = await readAuthors(services.store, said.map(({ verdict }) => verdict.by));
  const read = said.map(async ({ meter, verdict }) => {
    const { epochS, value, isReal, by, atMs } = verdict;
    const { isSeen, isOwn } = rightsOn(world, meter, { fromS: epochS, toS: epochS })(epochS);
    if (!isOwn && !meter.isConfigured) return [];
    return [{
      id: atSecondId(meter, verdict),
      seriesId: meter.seriesId,
      houseId: meter.houseId,
      at: utcInstant(epochS),
      value: isSeen ? value : null,
      isReal,
      by: authorOf(by).email,
      saidAt: instantOf(atMs),
      isVoid: await isVoid(world.reader, meter.storedId, verdict),
      isOwn,
    }];
  });
  return (await Promise.all(read)).flat();
}

/** Whether the reading that was meant was corrected or deleted. */
async function isVoid(
  reader: SeriesReader,
  storedId: string,
  { epochS, value }: RegisterVerdict,
): Promise<boolean> {
  const points = await reader.points(storedId, { fromS: epochS, toS: epochS + 1 });
  return points[0]?.value !== value;
}

/** Most answers of persons about the readings of one meter. */
const MOST_VERDICTS = 100;

/** Says whether a reading is real, with the figures that it changes. @spec series.verdicts */
export const addReadingVerdict: Handler<"addReadingVerdict"> = async (services, input, caller) => {
  const { projectId, series, body: { houseId, at, value, isReal } } = input;
  const from = await readDeletedFrom(services, { projectId, series, houseId }, caller);
  if (from === null) return { ok: false, code: "not-found" };
  if (from.kind !== "index") return { ok: false, code: "unsuitable-series" };
  const epochS = Date.parse(at) / 1_000;
  await checkAnswering(services, from, { epochS, caller });
  const second = { fromS: epochS, toS: epochS + 1 };
  const [reading] = Number.isInteger(epochS) ? await from.reader.points(from.storedId, second) : [];
  if (reading === undefined) return { ok: false, code: "not-found" };
  if (reading.value !== value) return { ok: false, code: "conflict" };
  const before = await storedVerdicts(from.reader, from.storedId);
  const known = before.find((one) => one.epochS === epochS);
  const id = atSecondId(from, { epochS });
  if (known?.value === value && known.isReal === isReal) return { ok: true, answer: { id } };
  const others = before.filter((one) => one !== known);
  if (others.length >= MOST_VERDICTS) return { ok: false, code: "limit-reached" };
  const said = { epochS, value, isReal, by: accountOf(caller), atMs: services.now() };
  const changed = await writeVerdicts(services, from, {
    before,
    after: [...others, said],
    action: "addReadingVerdict",
    subject: verdictSetText(from, said, known ?? null),
    caller,
  });
  return changed === "done" ? { ok: true, answer: { id } } : { ok: false, code: changed };
};

/** Takes back what was said of a reading, and counts its register without it. */
export const deleteReadingVerdict: Handler<"deleteReadingVerdict"> = async (
  services,
  input,
  caller,
) => {
  const { projectId, series, verdictId: id } = input;
  const found = await findVerdict(services, { projectId, series, id }, caller);
  if (found === null) return { ok: false, code: "not-found" };
  const { from, before, said } = found;
  await checkAnswering(services, from, { epochS: said.epochS, caller });
  const changed = await writeVerdicts(services, from, {
    before,
    after: before.filter((one) => one !== said),
    action: "deleteReadingVerdict",
    subject: verdictTakenBackText(from, said),
    caller,
  });
  return changed === "done" ? { ok: true, answer: null } : { ok: false, code: changed };
};

async function findVerdict(
  services: Services,
  { projectId, series: seriesId, id }: {
    readonly projectId: string;
    readonly series: string;
    readonly id: string;
  },
  caller: Caller,
) {
  const series = (await cachedSeries(services, projectId)).filter((one) => one.id === seriesId);
  const meters = await metersOfSeries(services, projectId, series);
  const { timeZone } = await cachedProject(services, projectId);
  const registers = await services.seriesOf(projectId, timeZone)
    .registersOfMany(meters.map(({ storedId }) => storedId));
  for (const { storedId, houseId } of meters) {
    const before = registers.get(storedId)?.rule.verdicts ?? [];
    const said = before.find((verdict) => atSecondId({ storedId }, verdict) === id);
    if (said === undefined) continue;
    const from = await readDeletedFrom(services, { projectId, series: seriesId, houseId }, caller);
    return from && { from, before, said };
  }
  return null;
}

async function storedVerdicts(
  reader: SeriesReader,
  storedId: string,
): Promise<readonly RegisterVerdict[]> {
  return (await registerRuleOf(reader, storedId)).verdicts;
}

/** Refuses who may not say what a reading is: who types it, or configures its place, and may see it. */
async function checkAnswering(
  services: Services,
  from: DeletedFrom,
  { epochS, caller }: { readonly epochS: number; readonly caller: Caller },
): Promise<void> {
  const isTyped = await isTypedAt(services, from, epochS);
  const may = isTyped ? from.mayDelete.indexes : from.mayDelete.others &&
    await seesEach(services, from, { range: { fromS: epochS, toS: epochS }, caller });
  if (!may) throw new CallError("forbidden");
}

async function isTypedAt(
  { store }: Services,
  { projectId, storedId, timeZone }: DeletedFrom,
  epochS: number,
): Promise<boolean> {
  const id = manualIndexId(storedId, civilDateOf(epochS * 1_000, timeZone));
  const { value } = await readEntry(store, keys.manualIndex(projectId, id), manualIndexRecord);
  return value?.epochS === epochS;
}

interface VerdictsWrite {
  /** The verdicts the change is based on. */
  readonly before: readonly RegisterVerdict[];
  readonly after: readonly RegisterVerdict[];
  readonly action: "addReadingVerdict" | "deleteReadingVerdict";
  readonly subject: string;
  readonly caller: Caller;
}

function writeVerdicts(
  services: Services,
  { projectId, storedId }: DeletedFrom,
  { before, after, ...write }: VerdictsWrite,
) {
  return writeJudged(
    services,
    { projectId, ...write },
    (place, also) => replaceVerdicts(place, storedId, { before, after, also }),
  );
}
