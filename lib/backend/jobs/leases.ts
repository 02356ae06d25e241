import { newId } from "@/lib/backend/accounts/secrets.ts";
import { readEntry } from "@/lib/backend/kv/entries.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { unchangedMs } from "@/lib/backend/kv/lease_age.ts";
import type { Store } from "@/lib/backend/kv/store.ts";
import { type LeaseRecord, leaseRecord } from "@/lib/backend/records/leases.ts";

/** A job this process alone runs, as long as it says so in time. */
export interface Lease {
  /** Prolongs it; false when another process has it now: the job stops. */
  renew(): Promise<boolean>;
}

/** How long a lease lasts without being renewed, and the clock. */
export interface LeaseOptions {
  holdMs: number;
  now(): number;
}

/** Nothing may be done with it. */
const NOT_HELD: Lease = { renew: () => Promise.resolve(false) };

/** What a job does under its lease. */
interface LeasedWork<T> {
  /** Whether nothing is to do: no lease is taken then. Only for work that does nothing before it has renewed the lease. */
  isIdle?(): Promise<boolean>;
  work(lease: Lease): Promise<T>;
}

/** Runs a job unless another process runs it. @returns what the job answers; null when it runs elsewhere */
export async function withLease<T>(
  store: Store,
  name: string,
  { holdMs, now, isIdle, work }: LeaseOptions & LeasedWork<T>,
): Promise<T | null> {
  if (await isIdle?.()) return await work(NOT_HELD);
  const holder = newId();
  const key = keys.lease(name);
  const hold = async (isFirst: boolean): Promise<boolean> => {
    const { value, versionstamp } = await readEntry(store, key, leaseRecord);
    const isMine = value?.holder === holder;
    const isFree = value === null || value.untilMs <= now() ||
      unchangedMs(store, key, versionstamp) >= holdMs;
    if (!isMine && !(isFirst && isFree)) return false;
    const record: LeaseRecord = { holder, untilMs: now() + holdMs };
    return (await store.atomic().check({ key, versionstamp })
      .set(key, record, { expireIn: holdMs }).commit()).ok;
  };
  if (!(await hold(true))) return null;
  try {
    return await work({ renew: () => hold(false) });
  } finally {
    const { value, versionstamp } = await readEntry(store, key, leaseRecord);
    if (value?.holder === holder) {
      await store.atomic().check({ key, versionstamp }).delete(key).commit();
    }
  }
}
