import type { Attempt } from "./accounts/attempts.ts";
import type { Versions } from "./cache/versions.ts";
import type { Store } from "./kv/store.ts";
import { type Rates, strangerLimit } from "./limits.ts";
import type { RequestRates } from "./request_rates.ts";

/** A residence as its collectors write it. */
export interface Collector {
  projectId: string;
  store: Store;
  versions: Versions;
  /** Years back that a reading may be of. */
  readingYears: number;
  /** Epoch ms. */
  now(): number;
}

/** Requests to the collectors' doors whose token is missing or nobody's, counted by address. */
export class Strangers {
  constructor(private readonly requests: RequestRates, private readonly rates: Rates) {}

  /** Counts one; refused beyond the limit. */
  count(clientAddress: string): Attempt | Promise<Attempt> {
    return this.requests.take(strangerLimit({ rates: this.rates, clientAddress }));
  }

  /** Until when an address is known to be refused, epoch ms; null when it is not. Nothing is counted. */
  stoppedUntil(clientAddress: string): number | null {
    return this.requests.stoppedUntil(strangerLimit({ rates: this.rates, clientAddress }));
  }
}
