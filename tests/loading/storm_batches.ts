/**
 * The bodies of a storm's collectors, the same for the same number, so that they can be counted
 * without being stored; and the check that the store contains each acknowledged one.
 * @module
 */
import type { RangeSlot } from "@/lib/series/schema.ts";
import { withStore } from "@/lib/store/open_store.ts";
import type { Store } from "@/lib/store/store.ts";
import { SLOT_S, storedSeriesId } from "@/lib/timeseries/readings.ts";
import { seriesFaults } from "@/lib/timeseries/store/check.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { StoredSeries } from "@/lib/timeseries/store/stored_series.ts";
import { naiveFigures } from "@/tests/helpers/made_series.ts";
import type { Landlord } from "./own_site.ts";

/** The series of each dwelling, by the suffix of their id. */
export const STORM_SERIES = [
  { suffix: "temp", measure: "temperature", kind: "instant" },
  { suffix: "hum", measure: "humidity", kind: "instant" },
  { suffix: "efs", measure: "cold_water", kind: "index" },
  { suffix: "elec", measure: "electricity", kind: "index" },
] as const;

/** A residence in the storm: its token, and the serials of its dwellings' modules. */
export interface StormResidence {
  readonly projectId: string;
  readonly token: string;
  /** The first is one shown separately, hour by hour. */
  readonly houses: readonly { readonly id: string; readonly serial: string }[];
}

/**
 * A body, by its number.
 *
 * - tick: a value of each series at one second, and for a few series a correction of the slot
 * before;
 * - history: hourly values of one dwelling followed by corrections of its first hours;
 * - absurd: two good values around one with an impossible time.
 */
export interface StormBatch {
  readonly what: "tick" | "history" | "absurd";
  /** Index of the residence. */
  readonly residence: number;
  readonly n: number;
  /** Second of a tick, or of the good values; first hour of a history. */
  readonly epochS: number;
  /** Hours of a history. */
  readonly hours?: number;
}

export interface Acknowledged extends StormBatch {
  readonly status: number;
}

interface StormReading {
  /** Rank of the series: four times that of the dwelling, plus that of its measurement. */
  readonly series: number;
  readonly epochS: number;
  readonly value: number;
}

const HOUR_S = 3_600;
/** Corrected values: in each fifth tick of the first series, and in the first hours of a history. */
const CORRECTED = { every: 5, series: 20, hours: 10 };
/** 1970, 1971, 1900 and 2242: a board without a clock, an empty cell of a sheet, a wrong unit. */
const ABSURD_S = [0, 31_536_000, -2_208_988_800, 2 ** 33];

/** The values of a batch in the order of its lines. @param seriesCount series of the residence */
export function readingsOf(batch: StormBatch, seriesCount: number): StormReading[] {
  if (batch.what === "tick") return tickOf(batch, seriesCount);
  if (batch.what === "history") return historyOf(batch);
  const { n, epochS } = batch;
  const times = [epochS - 2, ABSURD_S[n % ABSURD_S.length] ?? 0, epochS - 1];
  return times.map((at) => reading(n % seriesCount, at, n));
}

/** Whether no collector may send the time of a value. */
function isAbsurd({ epochS }: StormReading): boolean {
  return ABSURD_S.includes(epochS);
}

/** A batch as line protocol in seconds. */
export function bodyOf(batch: StormBatch, { houses }: StormResidence): string {
  return readingsOf(batch, houses.length * STORM_SERIES.length).map(({ series, epochS, value }) => {
    const serial = houses[Math.floor(series / STORM_SERIES.length)]?.serial ?? "";
    const measure = STORM_SERIES[series % STORM_SERIES.length]?.measure ?? "";
    return `${measure},serial=${serial} value=${value} ${epochS}`;
  }).join("\n");
}

function tickOf({ n, epochS }: StormBatch, seriesCount: number): StormReading[] {
  const tick = Array.from({ length: seriesCount }, (_, series) => reading(series, epochS, 0));
  if (n % CORRECTED.every !== 0) return tick;
  // A slot stores its last second.
  const correctedS = Math.floor(epochS / SLOT_S) * SLOT_S - 1;
  const corrected = Array.from(
    { length: Math.min(CORRECTED.series, seriesCount) },
    (_, at) => reading((n + at * 7) % seriesCount, correctedS, n),
  );
  return [...tick, ...corrected];
}

/** Series after series, as loggers are emptied. */
function historyOf({ n, epochS, hours = 0 }: StormBatch): StormReading[] {
  return STORM_SERIES.flatMap((_, measure) => {
    const series = n * STORM_SERIES.length + measure;
    const hourly = Array.from(
      { length: hours },
      (_, hour) => reading(series, epochS + hour * HOUR_S, 0),
    );
    const corrected = hourly.slice(0, CORRECTED.hours).map(({ epochS }) =>
      reading(series, epochS, n + 1)
    );
    return [...hourly, ...corrected];
  });
}

/** Another version has another value, small enough that a register still only increases. */
function reading(series: number, epochS: number, version: number): StormReading {
  const changed = version % 9 + (version === 0 ? 0 : 1);
  const isIndex = STORM_SERIES[series % STORM_SERIES.length]?.kind === "index";
  const base = isIndex ? Math.floor(epochS / SLOT_S) * (1 + series % 5) : wave(series, epochS);
  return { series, epochS, value: (base * 100 + changed) / 10_000 };
}

/** From 1,800 to 2,599 hundredths: irregular, and the same in every process. */
function wave(series: number, epochS: number): number {
  return 1_800 + (Math.imul(series * 31 + epochS, 2_654_435_761) >>> 8) % 800;
}

interface CountedPoint {
  readonly epochS: number;
  readonly value: number;
}

/**
 * Within five minutes an instant series stores the last second, a register also the first one.
 * @spec series.slots
 */
const KEPT_S = 300;

/** Points by residence and rank of the series. */
export class StormCount {
  readonly #series = new Map<string, Map<number, CountedPoint[]>>();

  constructor(private readonly seriesCount: number) {}

  /** Reads the lines of the log, in order of acknowledgement. */
  static async of(log: string, seriesCount: number): Promise<StormCount> {
    const count = new StormCount(seriesCount);
    for (const line of (await Deno.readTextFile(log)).split("\n")) {
      if (line !== "") count.take(JSON.parse(line));
    }
    return count;
  }

  take(batch: Acknowledged): void {
    for (const reading of readingsOf(batch, this.seriesCount)) {
      // A body answered 400 is stored, except the lines it names.
      if (batch.status !== 204 && isAbsurd(reading)) continue;
      const slots = this.#slotsOf(batch.residence, reading.series);
      const slot = Math.floor(reading.epochS / KEPT_S);
      const { epochS, value } = reading;
      const all = (slots.get(slot) ?? []).filter((known) => known.epochS !== epochS)
        .concat({ epochS, value }).sort((a, b) => a.epochS - b.epochS);
      const isRegister = measureOf(reading.series).kind === "index";
      slots.set(slot, all.filter((_, at) => at === all.length - 1 || at === 0 && isRegister));
    }
  }

  points(residence: number, series: number): CountedPoint[] {
    return [...this.#slotsOf(residence, series).values()].flat().sort((a, b) =>
      a.epochS - b.epochS
    );
  }

  #slotsOf(residence: number, series: number): Map<number, CountedPoint[]> {
    const name = `${residence} ${series}`;
    const known = this.#series.get(name);
    if (known !== undefined) return known;
    const slots = new Map<number, CountedPoint[]>();
    this.#series.set(name, slots);
    return slots;
  }
}

function measureOf(series: number): typeof STORM_SERIES[number] {
  const measure = STORM_SERIES[series % STORM_SERIES.length];
  if (measure === undefined) throw new TypeError(`No series ${series}.`);
  return measure;
}

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
