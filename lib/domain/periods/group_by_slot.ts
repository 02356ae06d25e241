interface SlotGroup<Slot, Part> {
  readonly slot: Slot;
  readonly parts: readonly Part[];
}

/**
 * Groups time-ordered elements by slot, each from its start (included) to its end (excluded).
 *
 * Both slots and parts are in time order, so one pass over each is enough.
 *
 * @param slots their bounds are civil dates or epoch milliseconds, like the parts' starts
 * @returns one entry per slot, in order; parts outside every slot are in none
 */
export function groupBySlot<
  Bound extends string | number,
  Slot extends { from: Bound; to: Bound },
  Part extends { from: Bound },
>(slots: readonly Slot[], parts: readonly Part[]): SlotGroup<Slot, Part>[] {
  let next = 0;
  const upTo = (bound: Bound) => {
    const first = next;
    for (let part = parts[next]; part && part.from < bound; part = parts[++next]);
    return parts.slice(first, next);
  };
  return slots.map((slot) => {
    upTo(slot.from);
    return { slot, parts: upTo(slot.to) };
  });
}
