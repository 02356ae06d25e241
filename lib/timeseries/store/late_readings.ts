/** Corrects purged days by late readings. @module */

import type { Store } from "@/lib/store/store.ts";
import type { Aggregates } from "@/lib/timeseries/aggregates.ts";
import { correctedDay, withGained } from "@/lib/timeseries/changes.ts";
import { mergeReadings, type Point, type Reading } from "@/lib/timeseries/readings.ts";
import { judgeRegister } from "@/lib/timeseries/register_judgement.ts";
import type { RegisterRule } from "@/lib/timeseries/register_rules.ts";
import { aggregatesOf } from "@/lib/timeseries/rollups.ts";
import type { DataKind } from "@/lib/timeseries/units.ts";
import type { Purged } from "./series_metadata.ts";
import { type ChangedDay, placeOf, readDays } from "./stored_rollups.ts";
import type { ZoneDays } from "./zone_days.ts";

/** Result of late readings for a day whose readings were purged. */
export interface LateNote {
  readonly day: number;
  readonly what: "corrected" | "ignored";
  readonly readingCount: number;
  /** Difference for the day, in the unit of the series: a total, or a mean for averages; null when ignored. */
  readonly difference: number | null;
}

export interface SeriesArrivals {
  readonly projectId: string;
  readonly seriesId: string;
  readonly kind: DataKind;
  readonly rule: RegisterRule;
  readonly purged: Purged | null;
  /** In arrival order. */
  readonly readings: readonly Reading[];
  /** True for a reading of a time already purged. */
  isLate(reading: Reading): boolean;
}

/**
 * Changes made by readings older than the retention: whole days by difference, and unknown days.
 *
 * Idempotent.
 * @spec series.late-readings
 */
export async function lateDays(
  store: Store,
  series: SeriesArrivals,
  zone: ZoneDays,
): Promise<{ readonly days: readonly ChangedDay[]; readonly notes: readonly LateNote[] }> {
  const { kind, rule, purged } = series;
  const late = purged === null ? [] : series.readings.filter((reading) => series.isLate(reading));
  if (purged === null || late.length === 0) return { days: [], notes: [] };
  const points = mergeReadings([], late, kind);
  const came = byDay(late, zone);
  const days = daysBetween([...came.keys()]);
  const known = await readDays(store, series, days);
  const register = kind === "index" ? judgeRegister(points, rule) : undefined;
  const alone = aggregatesOf({ kind, points, register }, days.map((day) => zone.spanOf(day)));
  const firstWhole = zone.dayAt(purged.pointsBeforeS);
  const now = new Map(known);
  const notes: LateNote[] = [];
  for (const [at, day] of days.entries()) {
    const readingCount = came.get(day) ?? 0;
    if (day < purged.daysBefore) {
      if (readingCount > 0) notes.push({ day, what: "ignored", readingCount, difference: null });
    } else if ((known.get(day) ?? null) === null) {
      now.set(day, alone[at] ?? null);
    } else if (readingCount > 0) {
      const own = pointsOf(points, zone.spanOf(day));
      const span = zone.spanOf(day);
      const difference = correct(now, { kind, rule, day, firstWhole, own, span });
      const what = difference === null ? "ignored" : "corrected";
      if (difference !== 0) notes.push({ day, what, readingCount, difference });
    }
  }
  return { days: changedDays(known, now), notes };
}

interface Correction {
  readonly kind: DataKind;
  readonly rule: RegisterRule;
  readonly day: number;
  /** First day whose readings are all stored. */
  readonly firstWhole: number;
  readonly own: readonly Point[];
  readonly span: { readonly fromS: number; readonly toS: number };
}

/** Corrects a day and the next one. @returns the day's difference; null when the readings cannot replace it */
function correct(
  now: Map<number, Aggregates | null>,
  { kind, rule, day, firstWhole, own, span }: Correction,
): number | null {
  const register = kind === "index" ? judgeRegister(own, rule) : undefined;
  const [came] = aggregatesOf({ kind, points: own, register }, [span]);
  const known = now.get(day);
  if (!came || !known) return null;
  const corrected = correctedDay(kind, known, came);
  if (corrected === null) return null;
  const next = now.get(day + 1) ?? null;
  if (corrected.nextDayMillionths !== 0 && next !== null) {
    const moved = withGained(next, corrected.nextDayMillionths);
    // The first whole day is computed from its readings.
    if (moved === null || day + 1 >= firstWhole) return null;
    now.set(day + 1, moved);
  }
  now.set(day, corrected.aggregates);
  return gained(kind, known, corrected.aggregates);
}

function gained(kind: DataKind, before: Aggregates, after: Aggregates): number {
  if (kind === "state") return (after.last ?? 0) - (before.last ?? 0);
  const of = ({ millionths, count }: Aggregates) =>
    kind === "instant" ? millionths / count / 1e6 : millionths;
  return kind === "instant" ? of(after) - of(before) : (of(after) - of(before)) / 1e6;
}

function changedDays(
  known: ReadonlyMap<number, Aggregates | null>,
  now: ReadonlyMap<number, Aggregates | null>,
): ChangedDay[] {
  return [...now].flatMap(([day, aggregates]) =>
    aggregates === (known.get(day) ?? null)
      ? []
      : [{ ...placeOf(day), figuresFrom: () => aggregates }]
  );
}

function pointsOf(
  points: readonly Point[],
  { fromS, toS }: { readonly fromS: number; readonly toS: number },
): readonly Point[] {
  return points.filter(({ epochS }) => epochS >= fromS && epochS < toS);
}

function byDay(readings: readonly Reading[], zone: ZoneDays): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { epochS } of readings) {
    const day = zone.dayAt(epochS);
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  return counts;
}

/** Every day from the first to the last, and the next day, which depends on a register's last value. */
function daysBetween(days: readonly number[]): readonly number[] {
  const first = Math.min(...days);
  const last = Math.max(...days);
  return Array.from({ length: last - first + 2 }, (_, at) => first + at);
}
