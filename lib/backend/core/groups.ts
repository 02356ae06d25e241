/** A list split into groups of at most `size` elements, in order; no group for an empty list. */
export function groupsOf<Item>(list: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(list.length / size);
  return Array.from({ length: count }, (_, rank) => list.slice(rank * size, (rank + 1) * size));
}
