import { slotsOfSpans } from "@/lib/backend/kv/series/frames.ts";
import { HOUR_S } from "@/lib/domain/periods/durations.ts";
import type { Figures } from "@/lib/domain/series/figures.ts";
import { countedBetween } from "@/lib/domain/series/register.ts";
import type { Span } from "@/lib/domain/series/rollup.ts";
import type { RollupSlot } from "@/lib/domain/series/types.ts";
import { STEP_S } from "./missing_hours.ts";

/**
 * Slots within the hours of a day of a simulated meter, which counts evenly during each hour.
 *
 * @param hours of the day, the first of which starts at `dayS`, epoch s
 */
export function partsOfHours(
  hours: readonly RollupSlot[],
  dayS: number,
  spans: readonly Span[],
): readonly RollupSlot[] {
  const figures = spans.map(({ fromS, toS }): Figures | null => {
    const rank = Math.floor((fromS - dayS) / HOUR_S);
    const hour = hours[rank];
    if (hour === undefined || hour.sum === null) return null;
    const startS = dayS + rank * HOUR_S;
    const endS = startS + hour.coveredS;
    const coveredS = Math.max(0, Math.min(toS, endS) - fromS);
    if (coveredS === 0) return null;
    const interval = { fromS: startS, toS: endS, millionths: Math.round(hour.sum * 1e6) };
    return {
      millionths: countedBetween(interval, fromS, toS),
      min: 0,
      max: 0,
      last: null,
      count: hour.count === 0 ? 0 : Math.floor(coveredS / STEP_S),
      coveredS,
      drawnAtStart: hour.estimated,
      drawnAtEnd: false,
    };
  });
  return slotsOfSpans(spans, "index", figures);
}
