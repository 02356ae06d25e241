/** Keeps how the subscription to the MQTT broker goes, for the platform's administrators. @module */

import * as z from "zod";
import { keys } from "@/lib/store/keys.ts";
import { isLeaseOver, leaseRecord } from "@/lib/store/leases.ts";
import { readEntry, type Store, type StoreClock } from "@/lib/store/store.ts";

/** After a process ends without giving its lease back, another one waits as long, ms. */
export const HOLD_MS = 30_000;

/** What the subscribed process has written last; never the credentials. */
export type MqttStateRecord = z.output<typeof mqttStateRecord>;
export const mqttStateRecord = z.object({
  host: z.string(),
  /** Epoch ms; null while it is not connected. */
  connectedAt: z.int().nullable(),
  /** Of the last message, epoch ms; null before the first. */
  messageAt: z.int().nullable(),
  /** Messages of no residence, and refused subscriptions, since the process has subscribed. */
  refusedCount: z.int(),
});

/** The state of the subscription of a process: written at most once for each of its looks at the lease. */
export class SubscriptionState {
  readonly #record: MqttStateRecord;
  #isWritten = false;

  constructor(private readonly options: StoreClock & { readonly url: string }) {
    const { host } = new URL(options.url);
    this.#record = { host, connectedAt: null, messageAt: null, refusedCount: 0 };
  }

  connects(): void {
    this.#set({ connectedAt: this.options.now() });
  }

  closes(): void {
    this.#set({ connectedAt: null });
  }

  takes(): void {
    this.#set({ messageAt: this.options.now() });
  }

  refuses(): void {
    this.#set({ refusedCount: this.#record.refusedCount + 1 });
  }

  async write(): Promise<void> {
    if (this.#isWritten) return;
    this.#isWritten = true;
    await this.options.store.atomic().set(keys.mqttState(), { ...this.#record }).commit();
  }

  #set(change: Partial<MqttStateRecord>): void {
    Object.assign(this.#record, change);
    this.#isWritten = false;
  }
}

/**
 * The state of the subscription; not connected when no process has the lease.
 *
 * @spec collectors.mqtt-state
 * @returns null before the first one
 */
export async function readMqttState(store: Store, nowMs: number): Promise<MqttStateRecord | null> {
  const [{ value }, lease] = await Promise.all([
    readEntry(store, keys.mqttState(), mqttStateRecord),
    readEntry(store, keys.lease("mqtt"), leaseRecord),
  ]);
  if (value === null) return null;
  const isHeld = lease.value !== null && !isLeaseOver(lease.value.untilMs, HOLD_MS, nowMs);
  return { ...value, connectedAt: isHeld ? value.connectedAt : null };
}
