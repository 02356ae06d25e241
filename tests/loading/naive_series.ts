import { sumBy, sumOf } from "@/lib/base/sums.ts";
import type { MeterEvent } from "@/lib/timeseries/meter_event.ts";
import type { Point, Reading } from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import { NO_LIMITS } from "@/lib/timeseries/register_rules.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";

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
