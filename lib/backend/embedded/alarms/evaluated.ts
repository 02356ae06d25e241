import { CLOCKS_DIFFER_MS } from "@/lib/backend/core/clocks.ts";
import type { Services } from "@/lib/backend/embedded/services.ts";
import { evaluate, type ResidenceVersions } from "./evaluation.ts";
import { bytesOf, type Kind, type WatchedResidence } from "./watched_residence.ts";
import type { Watches } from "./watching.ts";

/** Minimum interval between evaluations of silence, s. */
const SILENCE_EVERY_S = 600;

/** The evaluations of a residence by this process, and the version each has reached. */
export class EvaluatedResidence {
  readonly #readings: Record<Kind, bigint | null> = { read: null, silent: null };
  /** When the passage of time may change a result, seconds since 1970; null for never. */
  readonly #nextS: Record<Kind, number | null> = { read: null, silent: null };
  #silentAtS = -Infinity;
  /** True when a reading may raise a silence that is not raised yet. */
  #waits = true;
  /** The latest time of an evaluation. */
  #latestS = -Infinity;

  /** @param settings version of the settings that determine what is watched */
  constructor(readonly residence: WatchedResidence, readonly settings: string) {}

  /** Approximate bytes of memory used. */
  get bytes(): number {
    return bytesOf(this.residence);
  }

  /** Evaluates the subjects of one kind, when readings or time may have changed a result. */
  async watch(services: Services, kind: Kind, versions: ResidenceVersions): Promise<void> {
    const nowS = Math.floor(services.now() / 1_000);
    if (!this.isDue(kind, versions, nowS)) return;
    if (this.#isSetBack(nowS)) this.#forgetLater();
    this.#latestS = Math.max(this.#latestS, nowS);
    const { residence } = this;
    const before = this.#nextS[kind];
    // Before the evaluation: a series received meanwhile is evaluated next time.
    residence.heard[kind].hasFirst = false;
    const { nextS, waits } = await evaluate(services, residence, { kind, before, ...versions });
    this.#nextS[kind] = nextS;
    this.#readings[kind] = versions.version.count;
    if (kind !== "silent") return;
    this.#silentAtS = nowS;
    this.#waits = waits;
  }

  /** True when readings or time may have changed a result of one kind. */
  isDue(kind: Kind, { version, guard }: ResidenceVersions, nowS: number): boolean {
    if (this.#isSetBack(nowS) || (this.#nextS[kind] ?? Infinity) <= nowS) return true;
    const isHeard = this.residence.heard[kind].isComplete(version);
    if (version.count === this.#readings[kind]) return false;
    if (kind === "read") return true;
    const { watches, heard } = this.residence;
    if (watches === null || watches.stamp !== guard.versionstamp) return true;
    // A series received within its day becomes due later when it is received again: only time raises its silence.
    const mayChange = !isHeard || heard.silent.hasFirst || this.#waits || this.#isQuietHeard() ||
      nowS < this.#silentAtS;
    if (mayChange && Math.abs(nowS - this.#silentAtS) >= SILENCE_EVERY_S) return true;
    return this.#isAnyBack(isHeard, watches.all);
  }

  #isSetBack(nowS: number): boolean {
    return nowS < this.#latestS - CLOCKS_DIFFER_MS / 1_000;
  }

  /** Readings and results later than now, by a clock that was ahead, hide no reading of now. @spec series.clock-ahead */
  #forgetLater(): void {
    const { heard } = this.residence;
    for (const kind of ["read", "silent"] as const) {
      heard[kind].forget();
      this.#readings[kind] = null;
      this.#nextS[kind] = null;
    }
    this.#latestS = -Infinity;
  }

  /** True when a series silent for a day has sent a reading: its rhythm, and so its limit, may have changed. */
  #isQuietHeard(): boolean {
    const { limits, heard } = this.residence;
    return limits.entries().some(([id, { newestS }]) => heard.silent.get(id)?.epochS !== newestS);
  }

  /** True when a silent subject may have sent again. A gateway sends through its sensors. */
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
