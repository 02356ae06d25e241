import type { Attempts } from "./accounts/attempts.ts";
import type { StoreFile } from "./kv/store_file.ts";
import type { Rates } from "./limits.ts";

/** What the platform's administrator sees and does besides the store itself. */
export interface Operations {
  attempts: Attempts;
  rates: Rates;
  /** Whether a mail server is set up. */
  leaves: boolean;
  storeFile(): Promise<StoreFile>;
}
