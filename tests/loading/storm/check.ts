/**
 * Checks that the store of a storm contains every acknowledged write: by the API while it runs,
 * then series by series.
 * @module
 */

import type { RangeSlot } from "@/lib/series/schema.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { storedSeriesId } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import type { Landlord } from "@/tests/loading/a_landlord.ts";
import { naiveFigures } from "@/tests/loading/naive_series.ts";
import { STORM_SERIES, type StormResidence } from "./batches.ts";
import { type CountedPoint, measureOf, type StormCount } from "./count.ts";

const ZONE = "Europe/Paris";
/** A mean is rounded to the millionth. */
const ROUNDED = 1e-6;
/** Registers further apart than this within a figure of hours are interpolated. */
const HOURLY_GAP_S = 7_200;
const DAILY_GAP_S = 26 * 3_600;
const FAULTS_NAMED = 20;
const TRIES = 60;
const TRY_AGAIN_MS = 1_000;

export class StormDifferences {
  compared = 0;
  count = 0;
  readonly named: string[] = [];

  add(isSame: boolean, name: () => string): void {
    this.compared++;
    if (isSame) return;
    this.count++;
    if (this.named.length < FAULTS_NAMED) this.named.push(name());
  }
}

/** Months, days and hours of one dwelling of each residence, as the API answers them. */
export async function checkAnswers(
  landlord: Landlord,
  residences: readonly StormResidence[],
  count: StormCount,
): Promise<StormDifferences> {
  const differences = new StormDifferences();
  for (const [residence, { projectId, houses }] of residences.entries()) {
    for (const [rank, { suffix }] of STORM_SERIES.entries()) {
      const points = count.points(residence, rank);
      const last = points.at(-1);
      if (last === undefined) continue;
      const series = `${projectId}-l-${suffix}`;
      const houseId = houses[0]?.id ?? "";
      for (const { segment, gapS } of segmentsOf([points[0] ?? last, last])) {
        const asked = { projectId, series, houseId, segment };
        const { slots } = await inTheEnd(() => landlord.ask("getHouseRangeData", asked));
        for (const slot of slots) {
          const counted = figureOf(slot, points, { series: rank, gapS });
          differences.add(
            isNear(slot.value, counted),
            () => `${series}@${houseId} ${slot.slot}: ${slot.value}, counted ${counted}`,
          );
        }
      }
    }
  }
  return differences;
}

/** Retries a 503 for a while, until the last arrivals are compacted. */
async function inTheEnd<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await ask();
    } catch (fault) {
      if (!/"status":50[23]/.test(String(fault)) || tries === TRIES) throw fault;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}

/** Every point of every series, and every stored figure. */
export async function checkStore(
  kvPath: string,
  residences: readonly StormResidence[],
  count: StormCount,
): Promise<StormDifferences> {
  const differences = new StormDifferences();
  await withStore(kvPath, async (store) => {
    for (const [residence, { projectId, houses }] of residences.entries()) {
      await checkSeries(store, { projectId, houses }, (series, seen) => {
        const counted = count.points(residence, series);
        const name = () => `${projectId} series ${series}: ${firstDifference(seen, counted)}`;
        differences.add(firstDifference(seen, counted) === null, name);
      });
      for await (const fault of seriesFaults(store, projectId)) {
        differences.add(false, () => `${projectId} ${fault}`);
      }
    }
  });
  return differences;
}

async function checkSeries(
  store: Store,
  { projectId, houses }: Pick<StormResidence, "projectId" | "houses">,
  check: (series: number, seen: readonly CountedPoint[]) => void,
): Promise<void> {
  // The lease of a killed server may last for a while: this clock is past its end.
  const later = () => Date.now() + 120_000;
  await compact(store, projectId, later);
  const stored = new StoredSeries(store, projectId, later);
  for (let series = 0; series < houses.length * STORM_SERIES.length; series++) {
    const house = houses[Math.floor(series / STORM_SERIES.length)];
    const id = storedSeriesId(`${projectId}-l-${measureOf(series).suffix}`, house?.id ?? "");
    check(series, await stored.points(id, { fromS: 0, toS: 2 ** 34 }));
  }
}

function firstDifference(
  seen: readonly CountedPoint[],
  counted: readonly CountedPoint[],
): string | null {
  const at = counted.findIndex(({ epochS, value }, at) =>
    seen[at]?.epochS !== epochS || seen[at]?.value !== value
  );
  if (at === -1 && seen.length === counted.length) return null;
  const [was, expected] = [seen[at === -1 ? counted.length : at], counted[at]];
  const text = (point?: CountedPoint) => point ? `${point.value} at ${point.epochS}` : "nothing";
  return `${text(was)}, counted ${text(expected)} (${seen.length} points, ${counted.length})`;
}

/** The years of some points, the months of the first and the last, and their days. */
function segmentsOf(ends: readonly CountedPoint[]): { segment: string; gapS: number }[] {
  const days = ends.map(({ epochS }) => zoned(epochS * 1_000).toPlainDate().toString());
  const segments = days.flatMap((day) => [
    { segment: `monthly-${day.slice(0, 4)}`, gapS: DAILY_GAP_S },
    { segment: `daily-${day.slice(0, 7)}`, gapS: DAILY_GAP_S },
    { segment: `hourly-${day}`, gapS: HOURLY_GAP_S },
  ]);
  return [...new Map(segments.map((one) => [one.segment, one])).values()];
}

function figureOf(
  { slot }: RangeSlot,
  points: readonly CountedPoint[],
  { series, gapS }: { series: number; gapS: number },
): number | null {
  const { kind } = measureOf(series);
  const { sum, mean } = naiveFigures(kind, points, [], boundsOf(slot), gapS);
  return kind === "index" ? sum : mean;
}

/**
 * Start and end of a month ("2026-11"), a day or an hour ("2026-11-22T08", in the residence's time
 * zone).
 */
function boundsOf(slot: string): [number, number] {
  const [date = "", hour] = slot.split("T");
  const first = Temporal.PlainDate.from(date.length === 7 ? `${date}-01` : date);
  const start = first.toZonedDateTime({ timeZone: ZONE, plainTime: `${hour ?? "00"}:00` });
  const length = hour !== undefined
    ? { hours: 1 }
    : date.length === 7
    ? { months: 1 }
    : { days: 1 };
  return [start.epochMilliseconds / 1_000, start.add(length).epochMilliseconds / 1_000];
}

function zoned(ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(ZONE);
}

function isNear(value: number | null, counted: number | null): boolean {
  if (value === null || counted === null) return value === counted;
  return Math.abs(value - counted) <= ROUNDED * Math.max(1, Math.abs(counted));
}
