/** Rows of the table of a range, and the shapes of its chart. @module */

import { clockOfInstant, readInstantSegment } from "@/lib/base/period_instants.ts";
import {
  exactTotal,
  highest,
  known,
  knownTotal,
  lowest,
  sumBy,
  type Weighted,
  weightedMean,
} from "@/lib/base/sums.ts";
import { doubtfulOf, type MaybeDoubtful } from "@/lib/timeseries/rollups.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";
import { type ChartAxis, type ChartModel, chartModel } from "@/lib/ui/chart_model.ts";
import type { MarkSpec } from "@/lib/ui/chart_paths.ts";
import {
  type ChartScale,
  chartScale,
  type ChartSize,
  MAX_VALUED_BARS,
  STEP_COUNT,
} from "@/lib/ui/chart_scale.ts";
import {
  filteredRows,
  type FilterValue,
  sortedRows,
  type SortValue,
  type TableState,
} from "@/lib/ui/tables.ts";
import { annotationsOfSlot } from "./annotations.ts";
import type { AnnotatedSlot } from "./range_notes.ts";
import type { Annotation, RangeSlot } from "./schema.ts";

/** Summary figures of a range, in the unit of its series; null without readings. */
interface RangeFigures {
  readonly min: number | null;
  readonly mean: number | null;
  readonly max: number | null;
  /** null for values that do not add up. */
  readonly sum: number | null;
  /** Share of the slots covered by readings, 0 to 1. */
  readonly completeness: number;
}

/**
 * Summary of the slots of a range: from slot amounts for values that add up, from readings for the others.
 *
 * @spec series.ranges
 * @param isSum whether the values of the series add up
 */
export function rangeFigures(
  slots: readonly (RangeSlot & { readonly count: number })[],
  isSum: boolean,
): RangeFigures {
  const read = slots.filter(({ value }) => value !== null);
  const values = known(read.map(({ value }) => value));
  const weighted = read.map(({ value, count }) => ({ value, weight: isSum ? 1 : count }));
  const covered = sumBy(slots, ({ completeness }) => completeness);
  return {
    min: lowest(isSum ? values : read.map(({ min }) => min ?? null)),
    mean: weightedMean(weighted),
    max: highest(isSum ? values : read.map(({ max }) => max ?? null)),
    sum: isSum && values.length > 0 ? exactTotal(values) : null,
    completeness: slots.length === 0 ? 0 : covered / slots.length,
  };
}

/**
 * State of a slot: complete, partial, doubtful, estimated across a gap, covered by a reading of a longer period,
 * not due yet, or empty.
 */
export type RowState = typeof ROW_STATES[number];

const ROW_STATES = [
  "complete",
  "partial",
  "doubtful",
  "estimated",
  "covered",
  "awaited",
  "missing",
] as const;

/** A slot of a range as a table row, with the value of the matching slot a year before. */
export interface RangeRow extends RangeSlot, Omit<AnnotatedSlot, "doubtful"> {
  readonly slot: string;
  /** Value of the year before; null without readings. */
  readonly before: number | null;
  /** Share of the slot of the year before covered by readings, 0 to 1. */
  readonly beforeCompleteness: number;
  /** Weight of the slot of the year before in a mean. */
  readonly beforeWeight: number;
  /** Whether the value of the year before is doubtful. */
  readonly isBeforeDoubtful: boolean;
  readonly state: RowState;
}

export interface RangeTotals extends MaybeDoubtful {
  /** Sum, or the mean of the readings; for combined dwellings, that of the slots weighted by completeness. null without readings. */
  readonly value: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Total of the year before when every value has a counterpart; otherwise null. */
  readonly before: number | null;
  /** Totals of both years over the slots nearly complete and not doubtful in both; null when that is every slot, or none. */
  readonly compared: { readonly value: number | null; readonly before: number | null } | null;
  /** Share of the slots covered by readings, 0 to 1. */
  readonly completeness: number;
}

/** Completeness from which a slot counts as complete: meters are late by seconds. */
export const COMPLETE = 0.995;

/** Completeness from which a slot is compared with the year before. @spec series.compared-slots */
export const COMPARABLE = 0.95;

/**
 * The rows of a range: each slot with the matching slot of the year before.
 *
 * @spec series.ranges
 * @param before slots of the range a year before, each at the index of its match ({@link besideSlots}); empty if missing
 * @param marks events of the meter within the range
 */
export function rangeRows(
  slots: readonly RangeSlot[],
  before: readonly (RangeSlot | undefined)[],
  marks: readonly MeterMark[] = [],
): RangeRow[] {
  return slots.map((slot, index) => {
    const other = before[index];
    return {
      ...slot,
      before: other?.value ?? null,
      beforeCompleteness: other?.completeness ?? 0,
      beforeWeight: other === undefined ? 0 : weightOf(other),
      isBeforeDoubtful: other?.doubtful === true,
      state: stateOf(slot),
      marks: marks.filter((mark) => mark.slot === slot.slot),
      annotations: [],
    };
  });
}

/** Each reading counts once in a mean. @spec series.rollups */
function weightOf({ count, completeness }: Pick<RangeSlot, "count" | "completeness">): number {
  return count ?? completeness;
}

/**
 * Matches the slots of a range with those of another: hours and shorter slots by clock time, since a day of 23 or 25
 * hours shifts the slots after the change; longer slots by rank.
 *
 * @returns one for each slot; undefined for an hour missing from the other day
 */
export function besideSlots<Slot extends { readonly slot: string }>(
  slots: readonly { readonly slot: string }[],
  others: readonly Slot[],
): (Slot | undefined)[] {
  const unused = new Map<string, Slot[]>();
  for (const other of others) {
    const clock = clockOf(other.slot);
    unused.set(clock, [...unused.get(clock) ?? [], other]);
  }
  return slots.map(({ slot }, position) => {
    const clock = clockOf(slot);
    return clock === "" ? others[position] : unused.get(clock)?.shift();
  });
}

function clockOf(slot: string): string {
  const instant = readInstantSegment(slot);
  return instant === null ? "" : clockOfInstant(instant);
}

/** Rows with the annotations that overlap each. @spec design §12 "shown beside the figure" */
export function annotatedRows(
  rows: readonly RangeRow[],
  annotations: readonly Annotation[],
): RangeRow[] {
  return rows.map((row) => ({ ...row, annotations: annotationsOfSlot(annotations, row.slot) }));
}

/**
 * Totals of rows. A total always has its completeness, and is only compared with the total of the matching slots a
 * year before.
 *
 * @spec series.compared-slots, design §12 "Completeness beside every total"
 * @param isSum whether the values of the series add up
 */
export function rangeTotals(rows: readonly RangeRow[], isSum: boolean): RangeTotals {
  const total = isSum ? sumOf : weightedMean;
  const covered = sumBy(rows, ({ completeness }) => completeness);
  const now = (some: readonly RangeRow[]) =>
    total(some.map((row) => ({ value: row.value, weight: weightOf(row) })));
  const shared = rows.filter(isComparable);
  const before = total(shared.map((row) => ({ value: row.before, weight: row.beforeWeight })));
  const isWhole = rows.every((row) =>
    isComparable(row) || (row.value === null && row.before === null)
  );
  return {
    value: now(rows),
    min: lowest(rows.map(({ min }) => min)),
    max: highest(rows.map(({ max }) => max)),
    before: isWhole ? before : null,
    compared: isWhole || shared.length === 0 ? null : { value: now(shared), before },
    completeness: rows.length === 0 ? 0 : covered / rows.length,
    ...doubtfulOf(rows),
  };
}

function isComparable(row: RangeRow): boolean {
  const { value, before, completeness, beforeCompleteness } = row;
  return value !== null && before !== null && completeness >= COMPARABLE &&
    beforeCompleteness >= COMPARABLE && !row.doubtful && !row.isBeforeDoubtful;
}

/** Values compared by the filters of the table. @spec tables.filters */
export const RANGE_FILTERS = {
  state: ({ state }: RangeRow) => state,
} as const satisfies Record<string, FilterValue<RangeRow>>;

/** The rows that pass the filters, sorted; by time when there is no sort. @spec tables.filters */
export function filteredRangeRows(rows: readonly RangeRow[], { sort, filters }: TableState) {
  return sortedSlots(filteredRows(rows, filters, RANGE_FILTERS), sort, SORTS);
}

/**
 * Slots in the chosen order; by time when there is no sort. Segments of a repeated hour are not in the order of time.
 *
 * @spec tables.sort, periods.repeated-hours
 * @param slots in time order
 */
function sortedSlots<Row>(
  slots: readonly Row[],
  sort: TableState["sort"],
  sorts: Readonly<Record<string, (row: Row) => SortValue>>,
): readonly Row[] {
  if (sort?.field === "slot" && sort.direction === "desc") return slots.toReversed();
  const value = sort === null ? undefined : sorts[sort.field];
  return sort === null || value === undefined ? slots : sortedRows(slots, value, sort.direction);
}

export function isRowState(text: string): text is RowState {
  return ROW_STATES.some((state) => state === text);
}

const SORTS: Readonly<Record<string, (row: RangeRow) => SortValue>> = {
  value: ({ value }) => value,
  min: ({ min }) => min,
  max: ({ max }) => max,
  before: ({ before }) => before,
  completeness: ({ completeness }) => completeness,
  state: ({ state }) => state,
};

function stateOf({ value, completeness, estimated, doubtful, awaited }: RangeSlot): RowState {
  if (doubtful) return "doubtful";
  if (awaited) return "awaited";
  if (value === null) return completeness < COMPLETE ? "missing" : "covered";
  if (estimated) return "estimated";
  return completeness < COMPLETE ? "partial" : "complete";
}

function sumOf(values: readonly Weighted[]): number | null {
  return knownTotal(values.map(({ value }) => value));
}

export interface RangeChartInput extends ChartAxis {
  readonly size: ChartSize;
  /** A value for each slot of the range, future ones included; null without readings. */
  readonly values: readonly (number | null)[];
  /** Values of the year before. */
  readonly before: readonly (number | null)[];
  /** Whether values add up: drawn as bars; otherwise as a line. */
  readonly isSum: boolean;
  /** The slot that has not ended; absent when there is none. */
  readonly runningIndex?: number;
  /** Values drawn as straight lines under one name: bounds that the values should keep within. */
  readonly bounds?: { readonly name: string; readonly values: readonly number[] };
  /** Texts of the marked slots. */
  readonly marks?: readonly MarkSpec[];
  readonly names: { readonly now: string; readonly before: string };
  formatValue(value: number, decimals?: number): string;
}

/** Minimum span of an axis of averages, in their unit: a hundredth of a degree must not look like a slope. */
const LEAST_SPAN = 1;

/**
 * Chart of a series over a range: bars for sums, beside those of the year before in grey; lines for means. The bar of a
 * slot that has not ended is hatched.
 *
 * @spec series.ranges; design §6 "A chart is already in the page as SVG"
 * @returns null when neither year has a value
 */
export function rangeChart(input: RangeChartInput): ChartModel | null {
  const { values, before, isSum, names } = input;
  const shown = [...values, ...before].filter((value) => value !== null);
  if (shown.length === 0) return null;
  const { bounds = { name: "", values: [] } } = input;
  const known = [...shown, ...bounds.values];
  const limits = bounds.values.map((bound) => ({
    name: bounds.name,
    colour: "red" as const,
    values: values.map(() => bound),
  }));
  const scale = isSum
    ? chartScale(Math.min(0, ...known), Math.max(0, ...known), STEP_COUNT)
    : roomyScale(Math.min(...known), Math.max(...known));
  const now = { name: names.now, colour: "blue" as const, values };
  const earlier = before.some((value) => value !== null)
    ? { name: names.before, colour: "grey" as const, values: before }
    : null;
  return chartModel({
    size: input.size,
    scale,
    categories: input.categories,
    titles: input.titles ?? [],
    ...isSum
      ? {
        bars: values.map((value, index) => ({
          value,
          colour: "blue" as const,
          isRunning: index === input.runningIndex,
        })),
        barName: names.now,
        ...earlier !== null && { before: earlier },
        hasBareBars: values.length > MAX_VALUED_BARS,
      }
      : {},
    lines: [...limits, ...isSum ? [] : [...earlier === null ? [] : [earlier], now]],
    marks: input.marks ?? [],
    formatValue: input.formatValue,
  });
}

function roomyScale(low: number, high: number): ChartScale {
  const missing = Math.max(0, LEAST_SPAN - (high - low)) / 2;
  return chartScale(low - missing, high + missing, STEP_COUNT);
}
