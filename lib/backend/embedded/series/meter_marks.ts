import { civilDateOf, type ZonedSlot, zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import type { SeriesReader } from "@/lib/domain/series/reader.ts";
import type { MeterEvent, MeterMark, RegisterJump } from "@/lib/domain/series/types.ts";
import type { RangeQuery } from "./range_slots.ts";

type SlotsQuery = Pick<RangeQuery, "range" | "timeZone">;
type MarksQuery = Pick<RangeQuery, "series" | "range" | "timeZone">;

/** Events and falls of a meter in the slots of a range, in order; empty for another kind. @spec series.meter-events */
export async function meterMarks(reader: SeriesReader, query: MarksQuery): Promise<MeterMark[]> {
  if (query.series.unit.kind !== "index") return [];
  return await registerMarks(reader, [query.series.id], query);
}

/** As `meterMarks()`, for several meters of one kind together, without the names of fallen registers. */
export async function meterMarksOfMany(
  reader: SeriesReader,
  storedIds: readonly string[],
  query: MarksQuery,
): Promise<MeterMark[]> {
  if (query.series.unit.kind !== "index") return [];
  return (await registerMarks(reader, storedIds, query)).map(({ fall: _, ...mark }) => mark);
}

/** As `meterMarksOfMany()`, for registers of any kind. */
export async function registerMarks(
  reader: SeriesReader,
  storedIds: readonly string[],
  { range, timeZone }: SlotsQuery,
): Promise<MeterMark[]> {
  const [events, falls] = await Promise.all([
    reader.eventsOfMany(storedIds),
    reader.jumpsOfMany(storedIds),
  ]);
  const happened = [
    ...[...events.values()].flat().map((event) => eventSpan(event, timeZone)),
    ...[...falls.values()].flat().map((fall) => fallSpan(fall, timeZone)),
  ].sort((a, b) => a.toMs - b.toMs);
  if (happened.length === 0) return [];
  const slots = zonedSlots(range, timeZone);
  return happened.flatMap((span) =>
    slotsUnder(slots, span).map((slot) => ({ slot, ...span.mark }))
  );
}

/** An event or a fall of a meter, from one instant to another, both included. */
export interface MarkedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly mark: Omit<MeterMark, "slot">;
}

/** The instant of an event. */
export function eventSpan({ epochS, what }: MeterEvent, timeZone: string): MarkedSpan {
  const atMs = epochS * 1_000;
  return { fromMs: atMs, toMs: atMs, mark: { date: civilDateOf(atMs, timeZone), what } };
}

/** A fall affects every figure between its two readings: nothing is counted there. */
export function fallSpan(
  { epochS, value, beforeS, before, cause }: RegisterJump,
  timeZone: string,
): MarkedSpan {
  const toMs = epochS * 1_000;
  const fall = { before, value, cause };
  const mark = { date: civilDateOf(toMs, timeZone), what: "fall", fall } as const;
  return { fromMs: beforeS * 1_000, toMs, mark };
}

function slotsUnder(slots: readonly ZonedSlot[], { fromMs, toMs }: MarkedSpan): string[] {
  return slots.filter(({ from, to }) => from <= toMs && fromMs < to).map(({ segment }) => segment);
}
