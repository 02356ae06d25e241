import type { RangeSlot } from "@/lib/series/schema.ts";

/** A slot of a range: by default completely read, or not at all when it has no value. */
export function aSlot(
  slot: string,
  value: number | null,
  over: Partial<RangeSlot> = {},
): RangeSlot {
  const completeness = value === null ? 0 : 1;
  return { slot, value, min: null, max: null, completeness, estimated: false, ...over };
}
