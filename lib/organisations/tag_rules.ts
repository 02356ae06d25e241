/** Limits the number of tags, and moves one in the order of its list. @module */

/** Maximum numbers of tag groups and of values per group: longer lists are unusable. */
export const MOST_TAG_GROUPS = 50;
export const MOST_TAG_VALUES = 500;

/** Maximum sort order of a tag group or a value. */
export const MOST_SORT_ORDER = 100_000;

/** An element with a sort order. */
export interface Ordered {
  readonly id: string;
  readonly sortOrder: number;
}

/**
 * The sort orders to write to move an element up or down by one.
 *
 * @param things in order
 * @param step -1 towards the beginning, 1 towards the end
 * @returns none when the element is missing or already at the end
 * @spec organisations.tags
 */
export function moved(things: readonly Ordered[], id: string, step: -1 | 1): Ordered[] {
  const from = things.findIndex((one) => one.id === id);
  const to = from + step;
  if (from === -1 || to < 0 || to >= things.length) return [];
  const ids = things.map((one) => one.id);
  ids.splice(from, 1);
  ids.splice(to, 0, id);
  return reordered(things, ids);
}

/**
 * The sort orders to write so that elements follow the order of a list of ids; elements outside the list come last, in
 * their current order.
 *
 * @param things in order
 */
export function reordered(things: readonly Ordered[], ids: readonly string[]): Ordered[] {
  const wanted = ids.filter((id, at) => ids.indexOf(id) === at);
  const ranks = new Map(wanted.map((id, position) => [id, position]));
  const last = things.length + ids.length;
  return things
    .map((one, at) => ({ one, rank: ranks.get(one.id) ?? last + at }))
    .sort((left, right) => left.rank - right.rank)
    .flatMap(({ one: { id, sortOrder } }, position) =>
      sortOrder === position ? [] : [{ id, sortOrder: position }]
    );
}

/** The sort order of a new element: after the others, among the last ones when one already has the maximum. */
export function nextPlace(things: readonly Ordered[]): number {
  const next = things.reduce((most, { sortOrder }) => Math.max(most, sortOrder + 1), 0);
  return Math.min(next, MOST_SORT_ORDER);
}
