/** Reads at the same time for one caller. All reads of a large landlord at once would delay those of other callers. */
const AT_ONCE = 64;

/** As {@link Promise.all} over `read(item)`, with at most `atOnce` reads at the same time; results in order. */
export async function readEach<Item, Result>(
  items: readonly Item[],
  read: (item: Item, index: number) => Promise<Result>,
  atOnce: number = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += atOnce) {
    const some = items.slice(from, from + atOnce);
    results.push(...await Promise.all(some.map((item, index) => read(item, from + index))));
  }
  return results;
}
