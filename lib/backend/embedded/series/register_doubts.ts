import { readAuthors } from "@/lib/backend/embedded/alarms/authors.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { instantOf, utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import { waitingReadings } from "@/lib/domain/series/registers/waiting.ts";
import type {
  ReadingToConfirm,
  ReadingVerdictRead,
  RegisterVerdict,
} from "@/lib/domain/series/types.ts";
import {
  type DoubtedMeter,
  type DoubtedWorld,
  doubtedWorld,
  MOST_METERS,
  rightsOn,
  suspendedRange,
} from "./doubted_meters.ts";
import { lowRatesOf } from "./low_rates.ts";
import { verdictId } from "./reading_verdicts.ts";

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
  const waiting = world.meters.filter(({ facts }) => facts.suspended !== null)
    .sort((a, b) => (b.facts.suspended?.toS ?? 0) - (a.facts.suspended?.toS ?? 0));
  const readings: ReadingToConfirm[] = [];
  for (const meter of waiting.slice(0, MOST_METERS)) {
    readings.push(...await waitingOf(world, meter));
  }
  readings.sort((a, b) => b.at.localeCompare(a.at));
  return {
    ok: true,
    answer: {
      meterCount: waiting.length,
      readings,
      verdicts: await verdictsOf(services, world),
      lowRates: await lowRatesOf(services, world),
    },
  };
};

async function waitingOf(world: DoubtedWorld, meter: DoubtedMeter): Promise<ReadingToConfirm[]> {
  const { storedId, seriesId, houseId, facts, isConfigured } = meter;
  const { readings } = await world.reader.judged(storedId, suspendedRange(facts));
  const waiting = waitingReadings(readings, facts, MOST_OF_METER);
  const span = {
    fromS: facts.last?.epochS ?? 0,
    toS: waiting[0]?.reading.epochS ?? 0,
  };
  const rightsAt = rightsOn(world, meter, span);
  return waiting.flatMap(({ reading, before, next, counted }) => {
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
