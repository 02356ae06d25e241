/**
 * The bodies of a storm's collectors: the same for the same number, so that they can be counted
 * without being stored.
 * @module
 */

import { SLOT_S } from "@/lib/timeseries/readings.ts";

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

export interface StormReading {
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
export function isAbsurd({ epochS }: StormReading): boolean {
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
