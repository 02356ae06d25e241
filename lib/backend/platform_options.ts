import type { PasswordCost } from "./accounts/passwords.ts";
import type { OtherHost } from "./dispatch/answer.ts";
import type { seedDemo } from "./demo/seed/seed_demo.ts";
import type { DocumentOptions } from "./embedded/own_store.ts";
import type { MailWay } from "./jobs/mail_sender.ts";
import type { Store } from "./kv/store.ts";
import type { StoreFile } from "./kv/store_file.ts";
import type { Rates } from "./limits/limits.ts";

export interface PlatformOptions {
  store: Store;
  /** Epoch ms. */
  now(): number;
  /** Whether the simulated accounts may sign in. */
  demo: boolean;
  rates: Rates;
  /** The host of `API_HOST`; null when this program answers. */
  upstream: OtherHost | null;
  /** Base URL of the national address service, and how long it is waited for, ms. */
  addressApi: string;
  addressTimeoutMs?: number;
  reportFault(requestId: string, fault: unknown): void;
  /** Maximum age of a reading without confirmation, years; absent for the default. */
  readingYears?: number;
  /** Whether tokens are given by OAuth's calls too. */
  oauth?: boolean;
  /** How deposited documents are stored and checked; absent for the usual. */
  documents?: DocumentOptions;
  /** Days that a provider's link lives; absent for 30. */
  providerLinkDays?: number;
  /** Absent: mails stay queued, and pages offer none. */
  mail?: MailWay;
  /** Looks at the file of the store; absent where there is none. */
  storeFile?(): Promise<StoreFile>;
  /** Tests hash cheaply. */
  passwordCost?: PasswordCost;
  /** Tests fill the store of the demo from one that was filled before. */
  fillDemo?: typeof seedDemo;
}
