/** Merges, orders and totals gas lines. @module */

import { addDays, type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { tableOf } from "@/lib/base/records.ts";
import { type SortDirection, sortedRows } from "@/lib/ui/tables.ts";
import type { GasLine } from "./schema.ts";

/** Values of the filter on the type of data. @spec gas.tags */
export const GAS_TYPES = ["published", "informative"] as const;

export type GasType = typeof GAS_TYPES[number];

/** The figures of a line; each is null when missing from the line. */
export const GAS_FIGURES = [
  "fromIndex",
  "toIndex",
  "volume",
  "energy",
  "factorPta",
  "factorPcs",
  "factorConversion",
] as const;

/** First year shown: the numbering of delivery points starts then. */
export const FIRST_GAS_YEAR = 2000;

/** The type of a line. @spec gas.tags */
export function gasType({ informative }: Pick<GasLine, "informative">): GasType {
  return informative ? "informative" : "published";
}

/**
 * The year of a line: that of its last gas day, so that no line counts twice.
 *
 * The gas day of 31 December ends on 1 January at 06:00: it belongs to the old year.
 * @spec gas.line-year
 */
export function gasYear({ fromDate, toDate }: Pick<GasLine, "fromDate" | "toDate">): number {
  return yearOf(toDate > fromDate ? addDays(toDate, -1) : toDate);
}

/** Key of a line, by type and period: a later line with the same key writes its figures over those of the earlier one. */
export function gasLineKey(line: Pick<GasLine, "informative" | "fromDate" | "toDate">): string {
  return `${gasType(line)} ${line.fromDate} ${line.toDate}`;
}

/**
 * Merges new lines into known ones: a line with the same type and period takes the figures of the new one, and keeps those
 * that the new one lacks.
 *
 * @spec imports.absent-unchanged
 * @returns sorted by end date, with the counts of new and changed lines
 */
export function mergedLines(
  known: readonly GasLine[],
  coming: readonly GasLine[],
): { lines: GasLine[]; insertedCount: number; replacedCount: number } {
  const before = new Map(known.map((line) => [gasLineKey(line), line]));
  const merged = new Map(before);
  for (const line of coming) {
    const key = gasLineKey(line);
    merged.set(key, completedLine(line, merged.get(key)));
  }
  const changed = [...merged].filter(([key, line]) => !isSame(before.get(key), line));
  const insertedCount = changed.filter(([key]) => !before.has(key)).length;
  return {
    lines: inOrder([...merged.values()], "asc"),
    insertedCount,
    replacedCount: changed.length - insertedCount,
  };
}

/** A line written over a known one of the same type and period. @spec imports.absent-unchanged */
export function completedLine(line: GasLine, known: GasLine | undefined): GasLine {
  const figures = tableOf(GAS_FIGURES, (name) => line[name] ?? known?.[name] ?? null);
  return { ...line, ...figures };
}

/**
 * New lines for which a year has no room beside the known ones: those that replace a line always have.
 *
 * @param known lines of a type in a year
 * @param most maximum number of lines of a type in a year
 * @returns in the order of `coming`
 */
export function surplusLines(
  known: readonly GasLine[],
  coming: readonly GasLine[],
  most: number,
): GasLine[] {
  const existing = new Set(known.map(gasLineKey));
  return coming.filter((line) => {
    const key = gasLineKey(line);
    const hasRoom = existing.has(key) || existing.size < most;
    if (hasRoom) existing.add(key);
    return !hasRoom;
  });
}

/** Lines sorted by end date, then start, then type. */
export function inOrder(lines: readonly GasLine[], direction: SortDirection): GasLine[] {
  return sortedRows(lines, (line) => [line.toDate, line.fromDate, gasType(line)], direction);
}

interface GasTotal {
  readonly type: GasType;
  /** m³; null when no line has one. */
  readonly volume: number | null;
  /** kWh; null when no line has one. */
  readonly energy: number | null;
  /** Whether days of a line are also those of another one, as of indexes imported before GRDF's lines: they count twice. */
  readonly hasOverlap: boolean;
}

/** The total of each type with lines: the two types count the same gas, so they are never added. */
export function gasTotals(lines: readonly GasLine[]): GasTotal[] {
  return GAS_TYPES.flatMap((type) => {
    const own = lines.filter((line) => gasType(line) === type);
    if (own.length === 0) return [];
    const [volume, energy] = [total(own, "volume"), total(own, "energy")];
    return [{ type, volume, energy, hasOverlap: overlap(own) }];
  });
}

function overlap(lines: readonly GasLine[]): boolean {
  const inTime = lines.toSorted((a, b) => a.fromDate.localeCompare(b.fromDate));
  let lastTo = "";
  for (const { fromDate, toDate } of inTime) {
    if (fromDate < lastTo) return true;
    if (toDate > lastTo) lastTo = toDate;
  }
  return false;
}

function total(lines: readonly GasLine[], field: "volume" | "energy"): number | null {
  return lines.reduce<number | null>((sum, { [field]: value }) => {
    return value === null ? sum : (sum ?? 0) + value;
  }, null);
}

/** Whether a year may be shown: not before the first one, nor after the current one. @spec gas.lines */
export function isGasYear(year: number, today: IsoDate): boolean {
  return Number.isInteger(year) && year >= FIRST_GAS_YEAR && year <= yearOf(today);
}

function isSame(known: GasLine | undefined, line: GasLine): boolean {
  return known !== undefined && GAS_FIGURES.every((field) => known[field] === line[field]);
}
