import { FEWEST_ANONYMOUS } from "./limits.ts";

/** Whether a figure of this many anonymous dwellings would reveal individuals. @spec housing.small-groups */
export function isTooFew(anonymousCount: number): boolean {
  return anonymousCount > 0 && anonymousCount < FEWEST_ANONYMOUS;
}

/**
 * The slots of a day to withhold, when the day itself is shown: those with one to ten anonymous dwellings and, while the
 * withheld slots have fewer than 11 together, the shown one with the fewest. The day less its shown slots then has 11.
 *
 * @spec housing.totals, decision 236
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

/**
 * The anonymous dwellings counted at a finer granularity: those of the coarser one that may be shown at it, less as many
 * as needed for the others to be none or 11. The coarser total less the finer ones is that of the others.
 *
 * @spec housing.totals, decision 236
 * @param coarser those read and counted at the coarser granularity, in a fixed order
 */
export function countedFiner<House>(
  coarser: readonly House[],
  isAllowed: (house: House) => boolean,
): House[] {
  const allowed = coarser.filter(isAllowed);
  const otherCount = coarser.length - allowed.length;
  if (!isTooFew(otherCount)) return allowed;
  return allowed.slice(0, Math.max(0, coarser.length - FEWEST_ANONYMOUS));
}
