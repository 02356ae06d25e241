/**
 * Series that look real, and their expected figures, computed in a simple and slow way.
 * @module
 */
import { sumBy, sumOf } from "@/lib/base/sums.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point, Reading, SeriesBatch } from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { NO_LIMITS } from "@/lib/timeseries/register_rules.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";

/** A generator of pseudo-random numbers from 0 to 1, the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export type Look =
  | "temperature" // one decimal, drifting: as in a scaled 16-bit integer
  | "register" // litres counted by a water meter, in m³
  | "float32"; // a device that computes in 32 bits and sends every digit

export const KIND_OF: Readonly<Record<Look, DataKind>> = {
  temperature: "instant",
  register: "index",
  float32: "instant",
};

/** Five-minute points from a second on, sometimes a few seconds late. */
export function fiveMinutePoints(
  look: Look,
  { fromS, count, seed }: { readonly fromS: number; readonly count: number; readonly seed: number },
): Point[] {
  const chance = seeded(seed);
  let register = 1000 + Math.floor(chance() * 1000);
  let drift = 20;
  return Array.from({ length: count }, (_, at) => {
    const late = chance() < 0.05 ? Math.floor(chance() * 20) : 0;
    const epochS = fromS + at * 300 + late;
    drift += (chance() - 0.5) * 0.4 + (20 - drift) * 0.01;
    if (chance() < 0.4) register += Math.floor(chance() * 30) / 1000;
    const value = look === "register"
      ? Math.round(register * 1000) / 1000
      : look === "temperature"
      ? Math.round(drift * 10) / 10
      : Math.fround(drift);
    return { epochS, value };
  });
}

export function batchOf(seriesId: string, look: Look, points: readonly Point[]): SeriesBatch {
  return { seriesId, kind: KIND_OF[look], readings: points };
}

/**
 * The expected figures of a series, computed again from every reading, in a simple and slow way. Which readings of a
 * register count is judged from the first one, by the one rule.
 */
export interface NaiveFigures {
  sum: number | null;
  mean: number | null;
  min: number | null;
  max: number | null;
  last: number | null;
  count: number;
  coveredS: number;
  estimated: boolean;
  doubtful?: true;
}

/**
 * The points stored after readings came one by one: the latest second of a slot, and for a register
 * also the first.
 */
export function naivePoints(readings: readonly Reading[], kind: DataKind): Point[] {
  const slotS = kind === "consumption" ? 1 : 300;
  const came: Record<string, Point[]> = {};
  for (const reading of readings) {
    const slot = String(Math.floor(reading.epochS / slotS));
    came[slot] = "removed" in reading ? [] : [...came[slot] ?? [], reading];
  }
  return Object.values(came).flatMap((ofSlot) => {
    const seconds = ofSlot.map(({ epochS }) => epochS);
    const kept = [...kind === "index" ? [Math.min(...seconds)] : [], Math.max(...seconds)];
    return [...new Set(kept)].flatMap((second) =>
      ofSlot.findLast((one) => one.epochS === second) ?? []
    );
  }).sort((a, b) => a.epochS - b.epochS);
}

/** The figures of one period, from all the points of the series. */
export function naiveFigures(
  kind: DataKind,
  points: readonly Point[],
  events: readonly MeterEvent[],
  [fromS, toS]: readonly [number, number],
  gapS = 26 * 3600,
): NaiveFigures {
  if (kind === "index") return naiveIndex(points, events, [fromS, toS], gapS);
  const inside = points.filter((point) => point.epochS >= fromS && point.epochS < toS);
  if (inside.length === 0) return NO_FIGURES;
  const values = inside.map((point) => point.value);
  const sum = sumBy(values, (value) => Math.round(value * 1e6)) / 1e6;
  const last = inside.at(-1)!.value; // not empty
  const count = inside.length;
  const blocks = new Set(inside.map(({ epochS }) => Math.floor((epochS - fromS) / 10_800)));
  const spokenS = [...blocks].map((block) => Math.min(10_800, toS - fromS - block * 10_800));
  const coveredS = kind === "consumption" ? toS - fromS : sumOf(spokenS);
  if (kind === "state") return { ...NO_FIGURES, last, count, coveredS };
  return {
    sum: kind === "consumption" ? sum : null,
    mean: sum / count,
    min: Math.min(...values),
    max: Math.max(...values),
    last,
    count,
    coveredS,
    estimated: false,
  };
}

/** The figures of a slot without a point. */
export const NO_FIGURES: NaiveFigures = {
  sum: null,
  mean: null,
  min: null,
  max: null,
  last: null,
  count: 0,
  coveredS: 0,
  estimated: false,
};

function naiveIndex(
  points: readonly Point[],
  events: readonly MeterEvent[],
  [fromS, toS]: readonly [number, number],
  gapS: number,
): NaiveFigures {
  const slotOf = ({ epochS }: Point) => Math.floor(epochS / 300);
  const rule = { ...NO_LIMITS, events, verdicts: [] };
  const { counted: kept, intervals, marks } = judgeRegister(points, rule);
  let [millionths, coveredS, estimated] = [0, 0, false];
  for (const interval of intervals) {
    const lengthS = interval.toS - interval.fromS;
    const until = (t: number) => {
      const share = Math.min(1, Math.max(0, (t - interval.fromS) / lengthS));
      return share === 1 ? interval.millionths : Math.round(interval.millionths * share);
    };
    millionths += until(toS) - until(fromS);
    const overlap = Math.min(interval.toS, toS) - Math.max(interval.fromS, fromS);
    if (overlap <= 0) continue;
    coveredS += overlap;
    const isSpread = lengthS > gapS || interval.hasError;
    if (isSpread && (interval.fromS < fromS || interval.toS > toS)) estimated = true;
  }
  const isDoubtful = marks.some((mark) => mark.fromS < toS && mark.toS > fromS);
  const inside = kept.filter((point) => point.epochS >= fromS && point.epochS < toS);
  return {
    ...NO_FIGURES,
    sum: coveredS > 0 ? millionths / 1e6 : null,
    last: inside.at(-1)?.value ?? null,
    count: new Set(inside.map(slotOf)).size,
    coveredS,
    estimated,
    ...isDoubtful && { doubtful: true },
  };
}
