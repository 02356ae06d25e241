import { sumBy } from "@/lib/domain/numbers/sums.ts";
import { dateOfEpochDay, epochDay, isoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import { type Figures, slotOf } from "@/lib/domain/series/figures.ts";
import type { Span } from "@/lib/domain/series/rollup.ts";
import type { DataKind, RollupSlot } from "@/lib/domain/series/types.ts";
import type { Rollup } from "./figures.ts";
import type { ZoneDays } from "./zone_days.ts";

/** Name and length of each day of a year in one time zone, and its months. */
interface YearFrame {
  readonly days: readonly Frame[];
  /** The months of a series without readings: of thousands of series, most months of a year have none. */
  readonly emptyMonths: readonly RollupSlot[];
}

interface Frame {
  readonly at: string;
  readonly lengthS: number;
}

function monthSlots(
  zone: ZoneDays,
  year: number,
  kind: DataKind,
  figures: readonly (Figures | null)[],
): readonly RollupSlot[] {
  return frameOf(zone, year).emptyMonths.map((empty, rank) => {
    const known = figures[rank] ?? null;
    return known === null ? empty : slotOf(kind, empty.at, empty.lengthS, known);
  });
}

/** The twelve months of a year, computed once per rollup; empty without a rollup. */
export function rememberedMonths(
  zone: ZoneDays,
  year: number,
  rollup: Rollup | undefined,
): readonly RollupSlot[] {
  if (rollup === undefined) return frameOf(zone, year).emptyMonths;
  const known = SLOTS.get(rollup) ?? monthSlots(zone, year, rollup.kind, rollup.figures);
  SLOTS.set(rollup, known);
  return known;
}

/** Slots already computed from a rollup. */
const SLOTS = new WeakMap<Rollup, readonly RollupSlot[]>();

/** Slots of consecutive days, from `first`, counted from 1970. */
export function daySlots(
  zone: ZoneDays,
  first: number,
  kind: DataKind,
  figures: readonly (Figures | null)[],
): readonly RollupSlot[] {
  return framesFrom(zone, first, figures.length).map(({ at, lengthS }, rank) =>
    slotOf(kind, at, lengthS, figures[rank] ?? null)
  );
}

function framesFrom(zone: ZoneDays, first: number, count: number): readonly Frame[] {
  const year = yearOf(dateOfEpochDay(first));
  const last = yearOf(dateOfEpochDay(first + count - 1));
  const from = first - epochDay(isoDate(year, 1, 1));
  const { days } = frameOf(zone, year);
  if (last === year) return days.slice(from, from + count);
  const after = Array.from({ length: last - year }, (_, rank) => frameOf(zone, year + rank + 1));
  return [days, ...after.map((frame) => frame.days)].flat().slice(from, from + count);
}

/** Slots of hours, or of shorter spans. */
export function slotsOfSpans(
  spans: readonly Span[],
  kind: DataKind,
  figures: readonly (Figures | null)[],
): readonly RollupSlot[] {
  return spans.map(({ fromS, toS }, rank) => {
    const at = `${new Date(fromS * 1000).toISOString().slice(0, 19)}Z`;
    return slotOf(kind, at, toS - fromS, figures[rank] ?? null);
  });
}

function frameOf(zone: ZoneDays, year: number): YearFrame {
  const name = `${zone.timeZone} ${year}`;
  const known = FRAMES.get(name);
  if (known !== undefined) return known;
  if (FRAMES.size >= FRAMES_REMEMBERED) FRAMES.clear();
  const first = epochDay(isoDate(year, 1, 1));
  const next = epochDay(isoDate(year + 1, 1, 1));
  const days = Array.from({ length: next - first }, (_, rank) => {
    const { fromS, toS } = zone.spanOf(first + rank);
    return { at: dateOfEpochDay(first + rank), lengthS: toS - fromS };
  });
  const emptyMonths = Array.from({ length: 12 }, (_, rank) => {
    const at = isoDate(year, rank + 1, 1).slice(0, 7);
    const own = days.filter((day) => day.at.startsWith(at));
    return slotOf("state", at, sumBy(own, ({ lengthS }) => lengthS), null);
  });
  const frame = { days, emptyMonths };
  FRAMES.set(name, frame);
  return frame;
}

const FRAMES = new Map<string, YearFrame>();
const FRAMES_REMEMBERED = 200;
