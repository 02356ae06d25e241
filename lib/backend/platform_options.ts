import type { PasswordCost } from "./accounts/passwords.ts";
import type { seedDemo } from "./demo/seed/seed_demo.ts";
import type { OtherHost } from "./dispatch/answer.ts";
import type { DocumentOptions } from "./embedded/own_store.ts";
import type { MailWay } from "./jobs/mail_sender.ts";
import type { Store } from "./kv/store.ts";
import type { StoreFile } from "./kv/store_file.ts";
import type { Rates } from "./limits/limits.ts";

export interface PlatformOptions {
  store: Store;
  /** Epoch ms. */
  now(): number;
  /** True when the simulated accounts may sign in. */
  demo: boolean;
  rates: Rates;
  /** The host of `API_HOST`; null when this program answers. */
  upstream: OtherHost | null;
  /** Base URL of the national address service, and its time limit, ms. */
  addressApi: string;
  addressTimeoutMs?: number;
  reportFault(requestId: string, fault: unknown): void;
  /** Maximum age of a reading without confirmation, years; absent for the default. */
  readingYears?: number;
  /** True when OAuth's calls issue tokens too. */
  oauth?: boolean;
  /** How deposited documents are stored and checked; defaults when absent. */
  documents?: DocumentOptions;
  /** Lifetime of a provider's link, days; absent for 30. */
  providerLinkDays?: number;
  /** Absent: mails stay queued, and pages offer none. */
  mail?: MailWay;
  /** Reads the size of the store's file; absent when there is none. */
  storeFile?(): Promise<StoreFile>;
  /** Lower in tests. */
  passwordCost?: PasswordCost;
  /** Tests fill the demo's store from one filled before. */
  fillDemo?: typeof seedDemo;
}
