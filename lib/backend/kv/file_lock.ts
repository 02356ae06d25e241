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
