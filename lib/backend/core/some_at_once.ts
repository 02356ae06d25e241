/**
 * Reads something for each of many items, some of them at a time: if all began at once, what is read for each would be
 * held until the last one ends.
 *
 * @returns what was read, in the order of the items
 */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  count: number,
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += count) {
    results.push(...await Promise.all(items.slice(from, from + count).map(read)));
  }
  return results;
}
