import type { Attempts } from "./accounts/attempts.ts";
import type { Rates } from "./limits.ts";

/** What the platform's administrator sees and does besides the store itself. */
export interface Operations {
  attempts: Attempts;
  rates: Rates;
  /** Whether a mail server is set up. */
  leaves: boolean;
  storeFile(): Promise<StoreFile>;
}

/** The file of the store, and the backups beside it. */
export interface StoreFile {
  /** null when the store is in memory or at a distance. */
  bytes: number | null;
  backups: { name: string; bytes: number; atMs: number }[];
}

/** A store without a file of ours. */
export const NO_FILE: StoreFile = { bytes: null, backups: [] };
