import { groupsOf } from "./groups.ts";
/** Reads at the same time for one caller. All reads of a large landlord at once would delay those of other callers. */
const AT_ONCE = 64;

/** As {@link Promise.all} over `read(item)`, with at most `atOnce` reads at the same time; results in order. */
export async function readEach<Item, Result>(
  items: readonly Item[],
  read: (item: Item, index: number) => Promise<Result>,
  atOnce: number = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const some of groupsOf([...items.entries()], atOnce)) {
    results.push(...await Promise.all(some.map(([index, item]) => read(item, index))));
  }
  return results;
}
