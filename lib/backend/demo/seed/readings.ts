import { demoSeries } from "@/lib/backend/demo/simulation/demo_series.ts";
import { SimulatedReader } from "@/lib/backend/demo/simulation/simulate.ts";
import { seriesOfSite, siteId } from "@/lib/backend/demo/simulation/simulated_series.ts";
import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { DAY_S, HOUR_S } from "@/lib/domain/periods/durations.ts";
import { wholeYear } from "@/lib/domain/periods/months.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { SeriesWriter } from "@/lib/domain/series/reader.ts";
import type { Point, SeriesBatch } from "@/lib/domain/series/types.ts";
import { dataUnit } from "@/lib/domain/series/units.ts";
import type { DemoSite } from "./site_table.ts";

/** Instants are written for as many days, hour by hour. */
const INSTANT_DAYS = 62;

/** Dwellings are many: those of the first residence are enough to see theirs. */
const RESIDENCES_WITH_DWELLINGS = 1;

interface ReadingsToSeed {
  site: DemoSite;
  index: number;
  years: number;
  /** Epoch ms. */
  now: number;
}

/** Writes the simulated readings of a residence into a store, as its collectors would have sent them. */
export async function seedReadings(
  writer: SeriesWriter,
  { site, index, years, now }: ReadingsToSeed,
): Promise<number> {
  const projectId = siteId(index);
  const own = new Set(seriesOfSite(site, projectId).map(({ id }) => id));
  const series = demoSeries(site, projectId, now)
    .filter(({ id }) => index < RESIDENCES_WITH_DWELLINGS || own.has(id));
  const reader = new SimulatedReader({ series, timeZone: DEFAULT_TIME_ZONE, now: () => now });
  const toS = Math.floor(now / 1_000);
  const batches: SeriesBatch[] = [];
  for (const { id, dataUnitId } of series) {
    const { kind } = dataUnit(dataUnitId);
    const readings = kind === "consumption"
      ? await daysOf(reader, id, { toS, years })
      : kind === "index"
      ? await sampled(reader, id, { fromS: toS - years * 365 * DAY_S, toS, stepS: DAY_S })
      : await sampled(reader, id, { fromS: toS - INSTANT_DAYS * DAY_S, toS, stepS: HOUR_S });
    batches.push({ seriesId: id, kind, readings });
  }
  await writer.append(batches);
  return sumBy(batches, ({ readings }) => readings.length);
}

/** A register or an instant, once a step. */
async function sampled(
  reader: SimulatedReader,
  seriesId: string,
  { fromS, toS, stepS }: { fromS: number; toS: number; stepS: number },
): Promise<Point[]> {
  const points: Point[] = [];
  for (let at = Math.ceil(fromS / stepS) * stepS; at <= toS; at += stepS) {
    const [point] = await reader.points(seriesId, { fromS: at, toS: at + 1 });
    if (point) points.push(point);
  }
  return points;
}

/** Consumption of each day, read at noon. */
async function daysOf(
  reader: SimulatedReader,
  seriesId: string,
  { toS, years }: { toS: number; years: number },
): Promise<Point[]> {
  const lastYear = new Date(toS * 1_000).getUTCFullYear();
  const points: Point[] = [];
  const { from } = wholeYear(lastYear - years);
  for (const { at, sum } of await reader.days(seriesId, { from, to: wholeYear(lastYear).to })) {
    const epochS = Date.parse(`${at}T12:00:00Z`) / 1_000;
    if (sum !== null && epochS <= toS) points.push({ epochS, value: sum });
  }
  return points;
}
