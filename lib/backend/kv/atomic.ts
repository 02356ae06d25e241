import { pause } from "@/lib/backend/core/pause.ts";
import { StoreUnavailable } from "./store_fault.ts";

/** A version conflict: nothing was written, the caller answers 409. */
export interface Conflict {
  readonly ok: false;
  readonly code: "conflict";
}

/** The shared value of a version conflict. */
export const CONFLICT: Conflict = { ok: false, code: "conflict" };

const TRIES = 30;

/**
 * Reads, decides and commits, and retries on conflict: for writes that do not overwrite a user's edit.
 *
 * @param attempt returns null when its commit conflicts
 * @throws StoreUnavailable when every attempt conflicts
 */
export async function retried<R>(attempt: () => Promise<R | null>, tries = TRIES): Promise<R> {
  for (let done = 0; done < tries; done++) {
    const result = await attempt();
    if (result !== null) return result;
    await pause(Math.random() * 2 * (done + 1));
  }
  throw new StoreUnavailable("Others keep writing the same entries");
}
