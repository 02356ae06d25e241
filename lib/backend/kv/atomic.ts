import type { Atomic, Store } from "./store.ts";

/** A lost race: nothing was written, the caller answers 409. */
export interface Conflict {
  readonly ok: false;
  readonly code: "conflict";
}

/** The one value of a lost race. */
export const CONFLICT: Conflict = { ok: false, code: "conflict" };

/**
 * Reads, decides and commits again until no other write came between.
 *
 * `plan` reads what it needs and fills the operation with checks and writes; the value it returns
 * is answered once committed. For counters and indexes, never for what a person typed over.
 *
 * @returns what the last plan answered, or a conflict after `tries` lost races
 */
export async function untilCommitted<T>(
  store: Store,
  plan: (atomic: Atomic) => Promise<T>,
  tries = 20,
): Promise<{ readonly ok: true; readonly answer: T } | Conflict> {
  for (let done = 0; done < tries; done++) {
    const atomic = store.atomic();
    const answer = await plan(atomic);
    if ((await atomic.commit()).ok) return { ok: true, answer };
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * (done + 1)));
  }
  return CONFLICT;
}
