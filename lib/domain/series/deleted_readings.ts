import { changedSpans } from "./changed.ts";
import { slotOf } from "./merge.ts";
import { figuresOf, type Readings, type Span } from "./rollup.ts";
import type { Point, Reading } from "./types.ts";

/** Most readings of one deletion, about a month of five minutes, and most typed indexes among them. */
export const MOST_DELETED = 10_000;
export const MOST_DELETED_INDEXES = 100;

/** Most deletions remembered of the readings of one series, or of one dwelling's. */
export const MOST_DELETIONS = 100;

/** Days during which a deletion can be undone. @spec series.deletions */
export const RESTORABLE_DAYS = 30;

/** Readings that a page shows before it deletes them. */
export const DELETED_SHOWN = 50;

/**
 * The readings that remove some points of a series and leave the others of their five minutes.
 *
 * @spec series.deletions
 * @param points every point of the slots concerned
 * @param deleted seconds
 */
export function readingsWithout(points: readonly Point[], deleted: ReadonlySet<number>): Reading[] {
  const gone = points.filter(({ epochS }) => deleted.has(epochS));
  const slots = new Set(gone.map(({ epochS }) => slotOf(epochS)));
  const left = points.filter(({ epochS }) => slots.has(slotOf(epochS)) && !deleted.has(epochS));
  return [...gone.map(({ epochS }) => ({ epochS, removed: true as const })), ...left];
}

/** A consumption that changes with a deletion: null where nothing is known any more, or was. */
export interface ChangedConsumption extends Span {
  readonly before: number | null;
  readonly after: number | null;
}

/** The consumption that a deletion changes, over the intervals that it touches; null when it changes none. */
export function consumptionChanged(before: Readings, after: Readings): ChangedConsumption | null {
  const spans = changedSpans({ before, after });
  const [first, last] = [spans[0], spans.at(-1)];
  const isCounted = before.kind === "index" || before.kind === "consumption";
  if (!isCounted || first === undefined || last === undefined) return null;
  const span = { fromS: first.fromS, toS: last.toS };
  const counted = (readings: Readings) => {
    const [figures = null] = figuresOf(readings, [span]);
    return figures === null || figures.coveredS === 0 ? null : figures.millionths / 1e6;
  };
  return { ...span, before: counted(before), after: counted(after) };
}
