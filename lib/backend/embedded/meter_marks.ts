import { civilDateOf, zonedSlots } from "../../domain/periods/zoned_days.ts";
import type { SeriesReader } from "../../domain/series/reader.ts";
import type { MeterMark } from "../../domain/series/types.ts";
import type { RangeAsked } from "./range_slots.ts";

/** The events of a meter in the slots of a range, in order; none for what is no register. */
export async function meterMarks(
  reader: SeriesReader,
  { series, range, timeZone }: RangeAsked,
): Promise<MeterMark[]> {
  const events = series.unit.kind === "index" ? await reader.events(series.id) : [];
  if (events.length === 0) return [];
  const slots = zonedSlots(range, timeZone);
  return events.flatMap(({ epochS, what }) => {
    const atMs = epochS * 1_000;
    const slot = slots.find(({ from, to }) => from <= atMs && atMs < to);
    return slot === undefined
      ? []
      : [{ slot: slot.segment, date: civilDateOf(atMs, timeZone), what }];
  });
}
