import type { Services } from "@/lib/backend/embedded/services.ts";
import { evaluate, type Looked } from "./evaluation.ts";
import { bytesOf, type Kind, type WatchedResidence } from "./watched_residence.ts";
import type { Watches } from "./watching.ts";

/** Silence is looked at this often where a reading may have changed it, s. */
const SILENCE_EVERY_S = 600;

/** What this process has evaluated of a residence, and up to which of its versions. */
export class EvaluatedResidence {
  readonly #readings: Record<Kind, bigint | null> = { read: null, silent: null };
  /** When only time may change something, seconds since 1970; null when it may not. */
  readonly #nextS: Record<Kind, number | null> = { read: null, silent: null };
  #silentAtS = -Infinity;
  /** Whether a reading may raise a silence that is not raised. */
  #waits = true;

  /** @param settings version of what says what is watched */
  constructor(readonly residence: WatchedResidence, readonly settings: string) {}

  /** Bytes of memory used, about. */
  get bytes(): number {
    return bytesOf(this.residence);
  }

  /** Evaluates what is watched in one way, as far as readings or time may have changed something. */
  async watch(services: Services, kind: Kind, looked: Looked): Promise<void> {
    const nowS = Math.floor(services.now() / 1_000);
    if (!this.isDue(kind, looked, nowS)) return;
    const { residence } = this;
    const before = this.#nextS[kind];
    // Before the evaluation: a series that is heard meanwhile is looked at the next time.
    residence.heard[kind].hasFirst = false;
    const { nextS, waits } = await evaluate(services, residence, { kind, before, ...looked });
    this.#nextS[kind] = nextS;
    this.#readings[kind] = looked.version.count;
    if (kind !== "silent") return;
    this.#silentAtS = nowS;
    this.#waits = waits;
  }

  /** Whether readings or time may have changed something of what is watched in one way. */
  isDue(kind: Kind, { version, guard }: Looked, nowS: number): boolean {
    if ((this.#nextS[kind] ?? Infinity) <= nowS) return true;
    const isHeard = this.residence.heard[kind].isComplete(version);
    if (version.count === this.#readings[kind]) return false;
    if (kind === "read") return true;
    const { watches, heard } = this.residence;
    if (watches === null || watches.stamp !== guard.versionstamp) return true;
    // A series that was heard within its day is due later once it is heard again: time alone raises its silence.
    const mayChange = !isHeard || heard.silent.hasFirst || this.#waits || this.#isQuietHeard() ||
      nowS < this.#silentAtS;
    if (mayChange && Math.abs(nowS - this.#silentAtS) >= SILENCE_EVERY_S) return true;
    return this.#isAnyBack(isHeard, watches.all);
  }

  /** Whether a series that was not heard for a day was: its rhythm, and its limit with it, may be another. */
  #isQuietHeard(): boolean {
    const { limits, heard } = this.residence;
    return limits.entries().some(([id, { newestS }]) => heard.silent.get(id)?.epochS !== newestS);
  }

  /** Whether something silent may have been heard again. A gateway is heard through its sensors. */
  #isAnyBack(isHeard: boolean, watches: Watches): boolean {
    const { silentByKey, heard } = this.residence;
    return watches.entries().some(([key, { seenS }]) => {
      const subject = silentByKey.get(key);
      if (subject === undefined) return false;
      if (!isHeard || subject.rule.kind === "gateway") return true;
      return subject.seriesIds.some((id) => (heard.silent.get(id)?.epochS ?? 0) > seenS);
    });
  }
}
