/** Time limits of one client of the guard. @module */
import type { Phase } from "./request_stream.ts";

/** Time limits of a client, and the maximum number of clients. */
export interface GuardLimits {
  /** Milliseconds for a head, from its first byte; for the first one, from the connection. */
  readonly headMs: number;
  /** Time limit for every `bodyStepBytes` of a body, and for its end, ms. */
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

/** The timers of one connection; instants are milliseconds of the guard's clock. */
export class ClientTimeouts {
  #phase: Phase = "between";
  #isProven = false;
  #stepSince: number;
  #stepBytes = 0;
  #lastByteAt: number;
  #unreadSince: number | null = null;
  #serverBusySince: number | null = null;

  constructor(private readonly limits: GuardLimits, openedAt: number) {
    this.#stepSince = openedAt;
    this.#lastByteAt = openedAt;
  }

  /** True after the first complete head. */
  get isProven(): boolean {
    return this.#isProven;
  }

  /** Records a complete head: the client speaks HTTP. */
  headIsWhole(now: number): void {
    this.#isProven = true;
    this.#restart(now);
  }

  /** Records bytes from the client that left the connection in `phase`. */
  cameFromClient(byteCount: number, phase: Phase, now: number): void {
    this.#lastByteAt = now;
    this.#stepBytes += byteCount;
    const isNewPhase = phase !== this.#phase;
    this.#phase = phase;
    const isBodyStep = phase === "body" && this.#stepBytes >= this.limits.bodyStepBytes;
    if (this.#isProven && (isNewPhase || isBodyStep)) this.#restart(now);
  }

  /** Records that the server stops or resumes reading: that time does not count against the client. */
  serverReads(isReading: boolean, now: number): void {
    if (!isReading) this.#serverBusySince = now;
    else if (this.#serverBusySince !== null) {
      this.#stepSince += now - this.#serverBusySince;
      this.#serverBusySince = null;
    }
  }

  /** Records that bytes of an answer wait for the client, or were read. */
  answerWaits(isWaiting: boolean, now: number): void {
    this.#unreadSince = isWaiting ? now : null;
    this.#lastByteAt = now;
  }

  /** True when the client has exceeded the limits. */
  isOver(now: number): boolean {
    const { limits } = this;
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
