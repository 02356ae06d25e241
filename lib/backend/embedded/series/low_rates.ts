import { versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { utcInstant } from "@/lib/domain/periods/utc_instant.ts";
import { proposedRate } from "@/lib/domain/series/registers/excess.ts";
import { countedWithin } from "@/lib/domain/series/registers/waiting.ts";
import type { LowRate } from "@/lib/domain/series/types.ts";
import {
  type DoubtedMeter,
  type DoubtedWorld,
  MOST_METERS,
  rightsOn,
  suspendedRange,
} from "./doubted_meters.ts";
import { cachedStoredSeries } from "./series.ts";

/** The series whose rate seems too low, of those that the caller may change. */
export async function lowRatesOf(services: Services, world: DoubtedWorld): Promise<LowRate[]> {
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
