import * as z from "zod";
import type { Reading } from "@/lib/domain/series/types.ts";

/** How many readings of a source were dropped, and the first and last of their instants, seconds since 1970. */
export type DroppedReadings = z.output<typeof droppedReadings>;
export const droppedReadings = z.object({ count: z.number(), fromS: z.number(), toS: z.number() });

/**
 * Adds dropped readings, in time order: one between those dropped before was sent again.
 *
 * @spec series.dropped-readings
 */
export function withDropped(
  known: DroppedReadings | null,
  readings: readonly Reading[],
): DroppedReadings | null {
  const { fromS, toS, count } = known ?? { fromS: Infinity, toS: -Infinity, count: 0 };
  const seconds = readings.map(({ epochS }) => epochS).filter((at) => at < fromS || at > toS);
  const [first, last] = [seconds[0], seconds.at(-1)];
  if (first === undefined || last === undefined) return known;
  return {
    count: count + seconds.length,
    fromS: Math.min(fromS, first),
    toS: Math.max(toS, last),
  };
}
