import type { Attempts } from "@/lib/backend/accounts/attempts.ts";
import type { StoreFile } from "@/lib/backend/kv/store_file.ts";
import type { Rates } from "@/lib/backend/limits/limits.ts";

/** Data and actions of the platform's administrator besides the store itself. */
export interface Operations {
  attempts: Attempts;
  rates: Rates;
  hasMailServer: boolean;
  storeFile(): Promise<StoreFile>;
}
