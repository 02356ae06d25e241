/** The errors of a store that is unavailable, unreachable, uncertain or locked. @module */

/** True for an error of SQLite: another connection writes. It fails immediately, without waiting. */
export function isLocked(fault: unknown): boolean {
  return String(fault).includes("database is locked");
}

/** Result of work on a store's file; null while another connection writes, which takes precedence. */
export function unlessLocked<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch (fault) {
    if (isLocked(fault)) return null;
    throw fault;
  }
}

/** Error for an unusable store: the message names the store and the reason, for the operator. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** Error for a store that does not answer: nothing was read or written. */
export class StoreUnreachable extends StoreUnavailable {
  override name = "StoreUnreachable";
}

/** Error for a commit not answered in time: it may have been saved, or may be once the store answers again. */
export class CommitUncertain extends StoreUnavailable {
  override name = "CommitUncertain";
}

/** Messages of SQLite for a store that can be read but not written, and of Deno KV for one that cannot be reached. */
const NOT_WRITABLE =
  /read-?only database|database or disk is full|disk I\/O error|unable to open database|database is locked/i;
const NOT_REACHED = /error sending request/i;

/**
 * Error code of a fault of the store; null when the fault is this program's.
 *
 * @param isRead true when nothing was to be saved: writes made by a read may be lost
 */
export function storeFaultCode(
  fault: unknown,
  isRead = false,
): "store-unavailable" | "store-unreachable" | "maybe-saved" | null {
  if (fault instanceof CommitUncertain) return isRead ? "store-unreachable" : "maybe-saved";
  const text = String(fault);
  if (fault instanceof StoreUnreachable || NOT_REACHED.test(text)) return "store-unreachable";
  if (fault instanceof StoreUnavailable || NOT_WRITABLE.test(text)) return "store-unavailable";
  return null;
}

/**
 * The result of a write that only accompanies an answer; null when the store fails: the answer is given all the same. It
 * accompanies a read, or follows a change that is made: what is left of it is completed by a job.
 */
export async function ignoreStoreFailure<T>(written: Promise<T>): Promise<T | null> {
  try {
    return await written;
  } catch (fault) {
    if (storeFaultCode(fault) === null) throw fault;
    return null;
  }
}
