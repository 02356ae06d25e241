import { FEWEST_ANONYMOUS } from "./limits.ts";

/** Whether a figure of this many anonymous dwellings would reveal individuals. @spec housing.small-groups */
export function isTooFew(anonymousCount: number): boolean {
  return anonymousCount > 0 && anonymousCount < FEWEST_ANONYMOUS;
}

/**
 * The slots of a day to withhold, when the day itself is shown: those with one to ten anonymous dwellings and, while the
 * withheld slots have fewer than 11 together, the shown one with the fewest. The day less its shown slots then has 11.
 *
 * @spec decision 236
 * @param slots ids of the anonymous dwellings read in each slot
 * @returns ranks of the withheld slots
 */
export function withComplement(slots: readonly ReadonlySet<string>[]): ReadonlySet<number> {
  const ranks = [...slots.keys()];
  const sizeOf = (rank: number) => slots[rank]?.size ?? 0;
  const withheld = new Set(ranks.filter((rank) => isTooFew(sizeOf(rank))));
  const next = ranks
    .filter((rank) => sizeOf(rank) >= FEWEST_ANONYMOUS)
    .sort((left, right) => sizeOf(left) - sizeOf(right) || left - right);
  const together = () => new Set([...withheld].flatMap((rank) => [...slots[rank] ?? []]));
  for (const rank of next) {
    if (!isTooFew(together().size)) break;
    withheld.add(rank);
  }
  return withheld;
}
