import type { Attempt } from "@/lib/backend/accounts/attempts.ts";
import type { Versions } from "@/lib/backend/cache/versions.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry, type Store } from "@/lib/backend/kv/store.ts";
import { type Rates, strangerLimit } from "@/lib/backend/limits/limits.ts";
import type { RequestRates } from "@/lib/backend/limits/request_rates.ts";
import { projectRecord } from "@/lib/backend/records/projects.ts";
import { DEFAULT_TIME_ZONE } from "@/lib/domain/periods/zoned_days.ts";
import type { TakenReadings } from "./receive.ts";

export interface Collector {
  projectId: string;
  store: Store;
  versions: Versions;
  /** Maximum age of a reading, years. */
  readingYears: number;
  /** Epoch ms. */
  now(): number;
  /** Called once readings are stored, with the stamps of all commits that changed the version of the readings. */
  taken(taken: TakenReadings): void;
}

/** The time zone of the residence of a collector: that of a date sent without an offset. */
export async function timeZoneOf({ store, projectId }: Collector): Promise<string> {
  const { value } = await readEntry(store, keys.project(projectId), projectRecord);
  return value?.timeZone ?? DEFAULT_TIME_ZONE;
}

/** Requests to the collectors' endpoints with a missing or unknown token, counted by address. */
export class Strangers {
  constructor(private readonly requests: RequestRates, private readonly rates: Rates) {}

  /** Counts a request; refused beyond the limit. */
  count(clientAddress: string): Attempt | Promise<Attempt> {
    return this.requests.take(strangerLimit({ rates: this.rates, clientAddress }));
  }

  /** Time until which an address is refused, epoch ms; null when it is not. Does not count a request. */
  stoppedUntil(clientAddress: string): number | null {
    return this.requests.stoppedUntil(strangerLimit({ rates: this.rates, clientAddress }));
  }
}
