import { StoreUnavailable } from "./store_fault.ts";

/** A lost race: nothing was written, the caller answers 409. */
export interface Conflict {
  readonly ok: false;
  readonly code: "conflict";
}

/** The one value of a lost race. */
export const CONFLICT: Conflict = { ok: false, code: "conflict" };

/** How often an attempt is made, unless it says otherwise. */
const TRIES = 30;

/**
 * Reads, decides and commits again until no other write came between: for what nobody typed over.
 *
 * @param attempt null when its commit lost the race
 * @throws StoreUnavailable when others keep writing
 */
export async function retried<R>(attempt: () => Promise<R | null>, tries = TRIES): Promise<R> {
  for (let done = 0; done < tries; done++) {
    const result = await attempt();
    if (result !== null) return result;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 * (done + 1)));
  }
  throw new StoreUnavailable("Others keep writing the same entries");
}
