import { civilDateOf, zonedSlots } from "../../domain/periods/zoned_days.ts";
import type { SeriesReader } from "../../domain/series/reader.ts";
import type { MeterEvent, MeterMark } from "../../domain/series/types.ts";
import type { RangeAsked } from "./range_slots.ts";

/** The events of a meter in the slots of a range, in order; none for what is no register. */
export async function meterMarks(reader: SeriesReader, asked: RangeAsked): Promise<MeterMark[]> {
  if (asked.series.unit.kind !== "index") return [];
  return marksOf(await reader.events(asked.series.id), asked);
}

/** The same of several meters of one kind together. */
export async function meterMarksOfMany(
  reader: SeriesReader,
  storedIds: readonly string[],
  asked: RangeAsked,
): Promise<MeterMark[]> {
  return asked.series.unit.kind === "index" ? await registerMarks(reader, storedIds, asked) : [];
}

/** The same of several registers, whatever they count. */
export async function registerMarks(
  reader: SeriesReader,
  storedIds: readonly string[],
  asked: Pick<RangeAsked, "range" | "timeZone">,
): Promise<MeterMark[]> {
  const events = [...(await reader.eventsOfMany(storedIds)).values()].flat();
  return marksOf(events.sort((a, b) => a.epochS - b.epochS), asked);
}

function marksOf(
  events: readonly MeterEvent[],
  { range, timeZone }: Pick<RangeAsked, "range" | "timeZone">,
): MeterMark[] {
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
