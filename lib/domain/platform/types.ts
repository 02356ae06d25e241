export type * from "./schema.ts";

export interface StoredKind {
  name: string;
  /** What they hold, in English. */
  holds: string;
  count: number;
  /** Counted no further: there are more. */
  isMore: boolean;
}

export interface Backup {
  name: string;
  bytes: number;
  /** Instant it was written. */
  at: string;
}

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
