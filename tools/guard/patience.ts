/** How long the guard waits for one client. @module */
import type { Phase } from "./request_stream.ts";

/** How long a client may take, and how many clients there may be. */
export interface GuardLimits {
  /** Milliseconds for a head, from its first byte; for the first one, from the connection. */
  readonly headMs: number;
  /** Every `bodyStepBytes` of a body, and its end, must come within `bodyStepMs`. */
  readonly bodyStepMs: number;
  readonly bodyStepBytes: number;
  /** Milliseconds without a byte either way, between requests or before an answer. */
  readonly silentMs: number;
  /** Milliseconds a client may leave an answer unread. */
  readonly unreadMs: number;
  readonly connectionsMax: number;
}

export const GUARD_LIMITS: GuardLimits = {
  headMs: 10_000,
  bodyStepMs: 10_000,
  bodyStepBytes: 5 * 1024,
  silentMs: 75_000,
  unreadMs: 30_000,
  connectionsMax: 8192,
};

/** The clock of one connection; instants are milliseconds of the clock of its guard. */
export class Patience {
  readonly #limits: GuardLimits;
  #phase: Phase = "between";
  #isProven = false;
  #stepSince: number;
  #stepBytes = 0;
  #lastByteAt: number;
  #unreadSince: number | null = null;
  #serverBusySince: number | null = null;

  constructor(limits: GuardLimits, openedAt: number) {
    this.#limits = limits;
    this.#stepSince = openedAt;
    this.#lastByteAt = openedAt;
  }

  /** True once a head was whole. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** A head is whole: the client speaks HTTP. */
  headIsWhole(now: number): void {
    this.#isProven = true;
    this.#restart(now);
  }

  /** Bytes came from the client and left the connection in `phase`. */
  cameFromClient(byteCount: number, phase: Phase, now: number): void {
    this.#lastByteAt = now;
    this.#stepBytes += byteCount;
    const isNewPhase = phase !== this.#phase;
    this.#phase = phase;
    const isBodyStep = phase === "body" && this.#stepBytes >= this.#limits.bodyStepBytes;
    if (this.#isProven && (isNewPhase || isBodyStep)) this.#restart(now);
  }

  /** The server makes the client's bytes wait, or no longer does: that time is not the client's. */
  serverReads(isReading: boolean, now: number): void {
    if (!isReading) this.#serverBusySince = now;
    else if (this.#serverBusySince !== null) {
      this.#stepSince += now - this.#serverBusySince;
      this.#serverBusySince = null;
    }
  }

  /** Bytes of an answer wait for the client, or were taken. */
  answerWaits(isWaiting: boolean, now: number): void {
    this.#unreadSince = isWaiting ? now : null;
    this.#lastByteAt = now;
  }

  /** True when the client has taken more time than the limits allow. */
  isOver(now: number): boolean {
    const limits = this.#limits;
    if (this.#unreadSince !== null) return now - this.#unreadSince > limits.unreadMs;
    if (!this.#isProven || this.#phase === "head") return now - this.#stepSince > limits.headMs;
    if (this.#phase === "between") return now - this.#lastByteAt > limits.silentMs;
    return this.#serverBusySince === null && now - this.#stepSince > limits.bodyStepMs;
  }

  #restart(now: number): void {
    this.#stepSince = now;
    this.#stepBytes = 0;
  }
}
