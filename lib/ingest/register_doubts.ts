/** Lists readings to confirm, verdicts, and rates of meters that seem too low. @module */

import type { Services } from "@/lib/api/services.ts";
import { versionOf } from "@/lib/api/writes.ts";
import { DAY_S } from "@/lib/base/durations.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { instantOf, utcInstant } from "@/lib/base/time_zones.ts";
import { mayWriteScope } from "@/lib/facilities/equipment.ts";
import { type HousingWorld, readHousing } from "@/lib/housing/visible_readings.ts";
import { readAuthors } from "@/lib/identity/accounts.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import { cachedProject } from "@/lib/residences/residences.ts";
import { manualIndexRecord } from "@/lib/series/records.ts";
import { cachedSeries, cachedStoredSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries } from "@/lib/store/store.ts";
import type { RegisterVerdict } from "@/lib/timeseries/meter_event.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import type { RegisterFacts } from "@/lib/timeseries/register_judgement.ts";
import { proposedRate } from "@/lib/timeseries/register_path.ts";
import type { SecondsRange, SeriesReader } from "@/lib/timeseries/series_reader.ts";
import type { Handler } from "./calls.ts";
import { type Meter, metersOfSeries } from "./meter_events.ts";
import { seesEachIn } from "./reading_deletions.ts";
import { countedWithin, waitingReadings } from "./reading_effects.ts";
import { verdictId } from "./reading_verdicts.ts";
import type { LowRate, ReadingToConfirm, ReadingVerdictRead } from "./schema.ts";

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
      id: verdictId(meter.storedId, epochS),
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
