/** The store cannot be used: the message names it and the reason, for the operator. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** The store does not answer: nothing was read or written. */
export class StoreUnreachable extends StoreUnavailable {
  override name = "StoreUnreachable";
}

/** A commit was not answered in time: it may have been saved, or may be once the store answers again. */
export class CommitUncertain extends StoreUnavailable {
  override name = "CommitUncertain";
}

/** Messages of SQLite when the store can be read but not written, and of Deno KV when it cannot be reached. */
const NOT_WRITABLE =
  /readonly database|database or disk is full|disk I\/O error|unable to open database|database is locked/i;
const NOT_REACHED = /error sending request/i;

/**
 * How the store is at fault; null when this program is.
 *
 * @param isRead whether nothing was to be saved: writes made by a read may be lost
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
