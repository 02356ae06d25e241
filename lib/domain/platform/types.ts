export type * from "./schema.ts";

/** How many entries the store holds of a kind. */
export interface StoredKind {
  name: string;
  /** What they hold, in English. */
  holds: string;
  count: number;
  /** Counted no further: there are more. */
  isMore: boolean;
}

/** A backup of the store's file. */
export interface Backup {
  name: string;
  bytes: number;
  /** Instant it was written. */
  at: string;
}

/** A mail that waits or was abandoned, without its content. */
export interface QueuedMail {
  id: string;
  to: string;
  kind: string;
  state: "waiting" | "failed";
  queuedAt: string;
  /** Next try, or when it was abandoned. */
  nextAt: string;
  attempts: number;
  lastError: string | null;
}
