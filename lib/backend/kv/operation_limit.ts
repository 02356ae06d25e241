import { CommitUncertain, type StoreUnavailable, StoreUnreachable } from "./store_fault.ts";

/** Ticks in a limit. A blocked event loop skips ticks, so that its delay is not attributed to the store. */
const TICKS = 10;

/** Longest pause between two probes of a store that is down, in limits. */
const LONGEST_PAUSE = 12;

/** Operations sent at once; others wait here, where their time is not counted: the store answers one after another. */
const MOST_SENT = 256;

interface Pending {
  readonly sinceTick: number;
  /** Ends the wait; the operation itself cannot be cancelled. */
  giveUp(): void;
}

/**
 * A limit on the time of every operation of a store.
 *
 * Once one is late the store counts as down: further operations are refused at once, those that wait to be sent too,
 * and a read is sent now and then until one is answered.
 */
export class OperationLimit {
  #pending = new Set<Pending>();
  #waiting: (() => void)[] = [];
  #tick = 0;
  #timer: ReturnType<typeof setInterval> | null = null;
  #isDown = false;
  #isClosed = false;
  #probing: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly limitMs: number, private readonly probe: () => Promise<unknown>) {}

  /**
   * The result of an operation; an operation refused because the store is down was not sent.
   *
   * @throws StoreUnreachable when it is late or the store is down, CommitUncertain for a late commit
   */
  within<T>(operate: () => Promise<T>, kind: "read" | "commit" = "read"): Promise<T> {
    if (this.#isDown) return Promise.reject(this.#refusal("read"));
    return new Promise((resolve, reject) => {
      const send = () => {
        if (this.#isDown) return reject(this.#refusal("read"));
        const giveUp = () => reject(this.#refusal(kind));
        const pending: Pending = { sinceTick: this.#tick, giveUp };
        this.#pending.add(pending);
        if (!this.#isClosed) this.#timer ??= setInterval(() => this.#check(), this.limitMs / TICKS);
        operate().then(resolve, reject).finally(() => this.#ended(pending));
      };
      if (this.#pending.size < MOST_SENT) send();
      else this.#waiting.push(send);
    });
  }

  /** Stops the timers: a closed store refuses further operations itself. */
  close(): void {
    this.#isClosed = true;
    this.#stopTimer();
    this.#answered();
  }

  #ended(pending: Pending): void {
    this.#pending.delete(pending);
    if (this.#pending.size < MOST_SENT) this.#waiting.shift()?.();
  }

  #check(): void {
    this.#tick++;
    if (this.#pending.size === 0) return this.#stopTimer();
    // Oldest first.
    for (const pending of this.#pending) {
      if (this.#tick - pending.sinceTick <= TICKS) return;
      this.#pending.delete(pending);
      pending.giveUp();
      if (!this.#isDown) {
        this.#isDown = true;
        for (const refuse of this.#waiting.splice(0)) refuse();
        this.#probeAgain(0);
      }
    }
  }

  /** Sends a probe read, then others at growing intervals: an earlier one may be lost. */
  #probeAgain(pauses: number): void {
    this.probe().then(() => this.#answered(), () => {});
    const pauseMs = this.limitMs * Math.min(2 ** pauses, LONGEST_PAUSE);
    this.#probing = setTimeout(() => this.#probeAgain(pauses + 1), pauseMs);
  }

  #answered(): void {
    this.#isDown = false;
    if (this.#probing !== null) clearTimeout(this.#probing);
    this.#probing = null;
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  #refusal(kind: "read" | "commit"): StoreUnavailable {
    const sentence = `The store did not answer within ${this.limitMs} ms`;
    return kind === "commit" ? new CommitUncertain(sentence) : new StoreUnreachable(sentence);
  }
}
