import { groupBySlot } from "@/lib/domain/periods/group_by_slot.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { zonedSlots } from "@/lib/domain/periods/zoned_days.ts";
import type { ProjectSeries } from "@/lib/domain/projects/types.ts";
import { eventsOf, type SeriesReader } from "@/lib/domain/series/reader.ts";
import { countedFrom, validRegisters } from "@/lib/domain/series/register.ts";
import { exactTotal, finiteOrNull } from "@/lib/domain/series/statistics.ts";
import type { CountedSlot, MeterEvent, Point } from "@/lib/domain/series/types.ts";

interface PointsQuery {
  readonly series: ProjectSeries;
  readonly range: PeriodRange;
  readonly timeZone: string;
}

/** Time around a range with the readings that show whether its first and last registers are errors. */
const NEIGHBOURS_S = 3_600;

/** The slots of a range finer than the hour, of the readings themselves. */
export async function pointSlots(
  reader: SeriesReader,
  { series, range, timeZone }: PointsQuery,
): Promise<() => CountedSlot[]> {
  const slots = zonedSlots(range, timeZone);
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return () => [];
  const fromS = first.from / 1_000;
  const toS = last.to / 1_000;
  const stepS = (first.to - first.from) / 1_000;
  const isIndex = series.unit.kind === "index";
  const around = isIndex ? NEIGHBOURS_S : 0;
  const [points, events] = await Promise.all([
    reader.points(series.id, { fromS: fromS - around, toS: toS + around }),
    isIndex ? eventsOf(reader, series.id) : [],
  ]);
  // The register just before the range determines the first slot's consumption.
  const counted = isIndex
    ? validRegisters(points, events).filter(({ epochS }) => epochS >= fromS - stepS)
    : points;
  return () => {
    const timed = counted.map((point) => ({ ...point, from: point.epochS * 1_000 }));
    return groupBySlot(slots, timed).map(({ slot, parts, before: register }) =>
      pointSlot(slot.segment, parts, { series, register: register ?? null, events })
    );
  };
}

interface SlotContext {
  readonly series: ProjectSeries;
  /** The last reading before the slot. */
  readonly register: Point | null;
  readonly events: readonly MeterEvent[];
}

function pointSlot(slot: string, inside: readonly Point[], context: SlotContext): CountedSlot {
  const { series } = context;
  const values = inside.map(({ value }) => value);
  const bounds = series.unit.sum ? [] : values;
  const value = pointValue(inside, context);
  return {
    slot,
    value,
    min: bounds.length ? Math.min(...bounds) : null,
    max: bounds.length ? Math.max(...bounds) : null,
    // The first register of a meter is a reading, but gives no consumption.
    completeness: value === null ? 0 : 1,
    estimated: false,
    count: values.length,
  };
}

function pointValue(
  inside: readonly Point[],
  { series: { unit }, register, events }: SlotContext,
): number | null {
  const last = inside.at(-1);
  if (last === undefined) return null;
  if (unit.kind === "index") {
    const counted = register === null ? null : countedFrom(register, last, events);
    return counted === null ? null : finiteOrNull(counted);
  }
  if (unit.kind === "consumption") return exactTotal(inside.map(({ value }) => value));
  return last.value;
}
