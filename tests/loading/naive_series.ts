import { sumBy, sumOf } from "@/lib/domain/numbers/sums.ts";
import type { DataKind, MeterEvent, Point, Reading } from "@/lib/domain/series/types.ts";

/**
 * The expected figures of a series, computed again from every reading, in a simple and slow way.
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
  const eventsIn = (a: number, b: number) => events.filter((e) => e.epochS >= a && e.epochS <= b);
  const slotOf = ({ epochS }: Point) => Math.floor(epochS / 300);
  const isLatest = (one: Point) =>
    !points.some((other) => slotOf(other) === slotOf(one) && other.epochS > one.epochS);
  const latest = points.filter(isLatest);
  const sure = latest.filter((point, at) => {
    const [before, after] = [latest[at - 1], latest[at + 1]];
    if (!before || !after || eventsIn(before.epochS, after.epochS).length > 0) return true;
    return point.value >= before.value || after.value < before.value;
  });
  const kept = points.reduce<Point[]>((before, point) => {
    if (isLatest(point)) return sure.includes(point) ? [...before, point] : before;
    const around = [before.at(-1), sure.find(({ epochS }) => epochS > point.epochS)];
    const fits = around.every((one, at) => {
      if (!one) return at === 0;
      const [low, high] = at === 0 ? [one, point] : [point, one];
      return low.value <= high.value || eventsIn(low.epochS, high.epochS).length > 0;
    });
    return fits ? [...before, point] : before;
  }, []);
  // Every known register, event ends included; null starts a period that cannot be counted.
  const marks: { atS: number; value: number; starts: boolean }[] = [];
  kept.forEach((point, at) => {
    const before = kept[at - 1];
    for (const event of before ? eventsIn(before.epochS, point.epochS) : []) {
      const register = marks.at(-1)?.value ?? 0;
      const isFinal = event.epochS === point.epochS && point.value >= register &&
        point.value - register < Math.abs(point.value - event.firstIndex);
      const final = event.finalIndex ?? (isFinal ? point.value : null);
      if (final !== null) marks.push({ atS: event.epochS, value: final, starts: false });
      marks.push({ atS: event.epochS, value: event.firstIndex, starts: true });
    }
    marks.push({ atS: point.epochS, value: point.value, starts: before === undefined });
  });
  let [millionths, coveredS, estimated] = [0, 0, false];
  marks.forEach((mark, at) => {
    const before = marks[at - 1];
    if (!before || mark.starts) return;
    const lengthS = mark.atS - before.atS;
    const counted = mark.value - before.value;
    if (counted < 0 || lengthS === 0 || lengthS > 3 * 366 * 86_400) return;
    const whole = Math.round(counted * 1e6);
    const until = (t: number) => {
      const share = Math.min(1, Math.max(0, (t - before.atS) / lengthS));
      return share === 1 ? whole : Math.round(whole * share);
    };
    millionths += until(toS) - until(fromS);
    const overlap = Math.min(mark.atS, toS) - Math.max(before.atS, fromS);
    if (overlap <= 0) return;
    coveredS += overlap;
    if (lengthS > gapS && (before.atS < fromS || mark.atS > toS)) estimated = true;
  });
  const inside = kept.filter((point) => point.epochS >= fromS && point.epochS < toS);
  return {
    ...NO_FIGURES,
    sum: coveredS > 0 ? millionths / 1e6 : null,
    last: inside.at(-1)?.value ?? null,
    count: new Set(inside.map(slotOf)).size,
    coveredS,
    estimated,
  };
}
