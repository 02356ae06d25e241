/**
 * Reads made at once for one caller: those of a landlord of thousands of residences, all asked at once, would stand in
 * the store before what every other caller asks.
 */
const AT_ONCE = 64;

/** What is read of each element of a list, in its order: {@link Promise.all} with some at once. */
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
