import { eventsBetween, isLatestOfSlot, isRising, validRegisters } from "./register.ts";
import type { FallCause, MeterEvent, Point, RegisterFall } from "./types.ts";

/** Maximum number of falls stored per meter, newest first kept: a counter reset each night has one a day. */
export const FALLS_KEPT = 20;

/** Readings needed to classify a fall: at most two of its slot and of each of the two previous slots. */
export const FALL_READINGS = 6;

/** A register below this share of its previous value most likely restarted. */
const BEGUN_AGAIN = 0.5;

/**
 * The registers that fell below the previous one without a dated event between them, for any kind of input.
 *
 * A single reading below both its neighbours is ignored, so it is not a fall.
 *
 * @spec series.register-falls
 * @param points registers in time order
 * @param events dated events of the meter, in time order
 * @returns in time order
 */
export function registerFalls(
  points: readonly Point[],
  events: readonly MeterEvent[] = [],
): readonly RegisterFall[] {
  if (isRising(points)) return [];
  const valid = validRegisters(points, events);
  const kept = valid.filter((_, at) => isLatestOfSlot(valid, at));
  const falls: RegisterFall[] = [];
  for (const [at, point] of kept.entries()) {
    const before = kept[at - 1];
    if (before === undefined || point.value >= before.value) continue;
    if (eventsBetween(events, before.epochS, point.epochS).length > 0) continue;
    const cause = fallCause(kept[at - 2], before, point);
    const { epochS, value } = point;
    falls.push({ epochS, value, beforeS: before.epochS, before: before.value, cause });
  }
  return falls;
}

/**
 * Most likely cause of a fall: a mistake when the previous reading is a peak above its neighbours, or when the loss is
 * small; otherwise a replacement or reset of the meter.
 */
function fallCause(earlier: Point | undefined, before: Point, point: Point): FallCause {
  if (earlier !== undefined && earlier.value <= point.value) return "mistake";
  return point.value < BEGUN_AGAIN * before.value ? "replacement" : "mistake";
}

/**
 * The falls of a meter after a part of its readings changed: the falls in that part are replaced, the others stay.
 *
 * @param known falls before the change, in time order
 * @param part seconds in which readings may have changed, `toS` excluded
 */
export function changedFalls(
  { known, found }: {
    readonly known: readonly RegisterFall[];
    readonly found: readonly RegisterFall[];
  },
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): readonly RegisterFall[] {
  const isInPart = ({ epochS }: RegisterFall) => epochS >= fromS && epochS < toS;
  const inPart = found.filter(isInPart);
  const others = known.filter((fall) => !isInPart(fall));
  if (inPart.length === 0) return others.length === known.length ? known : others;
  return [...others, ...inPart].sort((a, b) => a.epochS - b.epochS).slice(-FALLS_KEPT);
}
