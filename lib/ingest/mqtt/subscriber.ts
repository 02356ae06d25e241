/** Subscribes to the topics of an MQTT broker, in one process of those that share a store, and keeps how it goes. @module */

import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import * as z from "zod";
import { pause } from "@/lib/base/concurrency.ts";
import { CallError } from "@/lib/base/errors.ts";
import { keys } from "@/lib/store/keys.ts";
import { isLeaseOver, leaseRecord, takeLease } from "@/lib/store/leases.ts";
import { readEntry, type Store, type StoreClock } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import type { Collector } from "@/lib/web/state.ts";
import type { MqttClient, PublishPacket } from "./client_types.ts";
import { takeMessage } from "./messages.ts";
import { placeOfTopic, topicTemplate } from "./topics.ts";

/** After a process ends without giving its lease back, another one waits as long, ms. */
export const HOLD_MS = 30_000;

/** What the subscribed process has written last; never the credentials. */
type MqttStateRecord = z.output<typeof mqttStateRecord>;
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
class SubscriptionState {
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

/** Times of a subscription, ms. */
interface Pauses {
  /** Between two looks at the lease. */
  readonly lookMs: number;
  /** Before another connection. */
  readonly reconnectMs: number;
}

const PAUSES: Pauses = { lookMs: 10_000, reconnectMs: 5_000 };
/** Seconds between two signs of life: longer than a message waits for the next minute of its residence. */
const KEEPALIVE_S = 120;
const REPORTED_EVERY_MS = 3_600_000;
const WAIT_MS = 1_000;
/** Client id of an address without a path. */
const CLIENT_ID = "eco-platform";

interface SubscriptionOptions extends StoreClock {
  /** `mqtt(s)://user:password@host:port/client-id`. */
  readonly url: string;
  readonly topics: readonly string[];
  /** The collector of a residence; null when there is none. @throws CallError when it has written too often */
  collectorOf(projectId: string): Promise<Collector | null>;
  report(sentence: string): void;
  readonly stopping: AbortSignal;
  readonly pauses?: Pauses;
}

/**
 * Stays subscribed while this process has the lease, until the program stops. What the broker keeps for an absent
 * subscriber, it sends to the next process.
 *
 * @spec collectors.mqtt-once
 */
export async function staySubscribed(options: SubscriptionOptions): Promise<void> {
  const { store, now, stopping, pauses = PAUSES } = options;
  const reports = new Reports(options);
  const state = new SubscriptionState(options);
  const isHeld = async (lease: Awaited<ReturnType<typeof takeLease>>) =>
    lease !== null && await lease.renew();
  let lease: Awaited<ReturnType<typeof takeLease>> = null;
  let subscription: Subscription | null = null;
  while (!stopping.aborted) {
    try {
      if (!await isHeld(lease)) {
        await subscription?.close();
        subscription = null;
        lease = await takeLease(store, "mqtt", { now, holdMs: HOLD_MS });
        if (lease !== null) subscription = await Subscription.open(options, reports, state);
      }
      if (subscription !== null) await state.write();
    } catch (fault) {
      reports.add(fault);
    }
    await pauseUnless(stopping, pauses.lookMs);
  }
  await subscription?.close();
  if (subscription !== null) await ignoreStoreFailure(state.write());
  await lease?.release();
}

/** Waits, or until the program stops. */
async function pauseUnless(stopping: AbortSignal, ms: number): Promise<void> {
  if (stopping.aborted) return;
  const stopped = Promise.withResolvers<void>();
  const timer = setTimeout(stopped.resolve, ms);
  stopping.addEventListener("abort", () => stopped.resolve(), { once: true });
  await stopped.promise;
  clearTimeout(timer);
}

/** Reports each fault once an hour, without the password of the broker. @spec collectors.mqtt */
class Reports {
  readonly #lastMs = new Map<string, number>();
  readonly #secret: string;

  constructor(readonly options: SubscriptionOptions) {
    this.#secret = decodeURIComponent(new URL(options.url).password);
  }

  /** @param kind of the fault; its sentence by default */
  add(fault: unknown, kind?: string): void {
    const sentence = fault instanceof Error ? fault.message || fault.name : String(fault);
    const { now, report, url } = this.options;
    const lastMs = this.#lastMs.get(kind ?? sentence) ?? -Infinity;
    if (now() - lastMs < REPORTED_EVERY_MS) return;
    this.#lastMs.set(kind ?? sentence, now());
    const shown = this.#secret === "" ? sentence : sentence.replaceAll(this.#secret, "***");
    report(`The broker ${new URL(url).host}: ${shown}`);
  }
}

/** A connection to the broker, opened again whenever it ends. */
class Subscription {
  readonly #templates;
  /** The message being stored. */
  #taking: Promise<void> = Promise.resolve();
  #isClosing = false;

  private constructor(
    readonly client: MqttClient,
    readonly options: SubscriptionOptions,
    readonly reports: Reports,
    readonly state: SubscriptionState,
  ) {
    this.#templates = options.topics.flatMap((topic) => topicTemplate(topic) ?? []);
    client.handleMessage = (packet, taken) => {
      if (!this.#isClosing) this.#taking = this.#handle(packet, taken);
    };
    client.on("connect", () => {
      state.connects();
      this.#subscribe();
    });
    client.on("close", () => state.closes());
    client.on("error", (fault) => reports.add(fault));
  }

  static async open(
    options: SubscriptionOptions,
    reports: Reports,
    state: SubscriptionState,
  ): Promise<Subscription> {
    const { mqtt: { MqttClient } } = await import("./client.ts");
    const { url, pauses = PAUSES } = options;
    const { protocol, hostname, port, username, password, pathname } = new URL(url);
    const host = hostname.replace(/^\[|\]$/g, "");
    const stream = () =>
      protocol === "mqtts:"
        ? connectTls({ host, port: Number(port || 8883) })
        : connectTcp({ host, port: Number(port || 1883) });
    const client = new MqttClient(stream, {
      protocolId: "MQTT",
      protocolVersion: 4,
      clientId: decodeURIComponent(pathname.slice(1)) || CLIENT_ID,
      // The broker keeps what is published while nobody is connected.
      clean: false,
      ...username !== "" && { username: decodeURIComponent(username) },
      ...password !== "" && { password: decodeURIComponent(password) },
      keepalive: KEEPALIVE_S,
      reconnectPeriod: pauses.reconnectMs,
      reconnectOnConnackError: true,
      resubscribe: false,
      timerVariant: "native",
    });
    return new Subscription(client, options, reports, state);
  }

  /** Once the message being stored is acknowledged. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#taking;
    await this.client.endAsync(!this.client.connected);
  }

  #subscribe(): void {
    const filters = this.#templates.map(({ filter }) => filter);
    this.client.subscribe(filters, { qos: 1 }, (fault) => {
      const isRefused = fault !== null && this.client.connected;
      if (!isRefused) return;
      this.state.refuses();
      this.reports.add(`one of ${filters.join(", ")}: ${fault.message}`);
    });
  }

  /**
   * Acknowledges a message once it is stored; otherwise the broker sends it again to the next connection.
   *
   * @spec collectors.mqtt-acks
   */
  async #handle(packet: PublishPacket, taken: () => void): Promise<void> {
    try {
      await this.#take(packet);
      this.state.takes();
      taken();
    } catch (fault) {
      this.reports.add(fault);
      this.client.stream.destroy();
    }
  }

  async #take({ topic, payload, retain: isRetained }: PublishPacket): Promise<void> {
    const place = placeOfTopic(this.#templates, topic);
    if (place === null) return;
    const collector = await this.#collectorOf(place.residence);
    if (collector === null) {
      this.state.refuses();
      const sentence = `no residence ${JSON.stringify(place.residence.slice(0, 100))}`;
      return this.reports.add(sentence, "residence");
    }
    await takeMessage(collector, place, { topic, payload, isRetained });
  }

  /** The collector of a residence, once it may write. */
  async #collectorOf(projectId: string): Promise<Collector | null> {
    while (true) {
      try {
        return await this.options.collectorOf(projectId);
      } catch (fault) {
        const isOften = fault instanceof CallError && fault.code === "too-many-requests";
        if (!isOften || this.#isClosing) throw fault;
        await pause(WAIT_MS);
      }
    }
  }
}
