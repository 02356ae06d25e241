import type { Services } from "@/lib/backend/embedded/services.ts";
import type { Counted } from "@/lib/backend/kv/counted.ts";
import { evaluate } from "./evaluation.ts";
import { bytesOf, type Kind, type WatchedResidence } from "./watched_residence.ts";

/** Silence is looked at this often while readings come and nothing is silent, s. */
const SILENCE_EVERY_S = 600;

/** What this process has evaluated of a residence, and up to which of its versions. */
export class EvaluatedResidence {
  readonly #readings: Record<Kind, bigint | null> = { read: null, silent: null };
  /** When only time may change something, seconds since 1970; null when it may not. */
  readonly #nextS: Record<Kind, number | null> = { read: null, silent: null };
  #silentAtS = -Infinity;

  /** @param settings version of what says what is watched */
  constructor(readonly residence: WatchedResidence, readonly settings: string) {}

  /** Bytes of memory used, about. */
  get bytes(): number {
    return bytesOf(this.residence);
  }

  /** Evaluates what is watched in one way, as far as readings or time may have changed something. */
  async watch(services: Services, kind: Kind, version: Counted): Promise<void> {
    const nowS = Math.floor(services.now() / 1_000);
    if (!this.#isDue(kind, { version, nowS })) return;
    const before = this.#nextS[kind];
    this.#nextS[kind] = await evaluate(services, this.residence, { kind, version, before });
    this.#readings[kind] = version.count;
    if (kind === "silent") this.#silentAtS = nowS;
  }

  #isDue(
    kind: Kind,
    { version, nowS }: { readonly version: Counted; readonly nowS: number },
  ): boolean {
    if ((this.#nextS[kind] ?? Infinity) <= nowS) return true;
    const isHeard = this.residence.heard[kind].isComplete(version);
    if (version.count === this.#readings[kind]) return false;
    if (kind === "read" || Math.abs(nowS - this.#silentAtS) >= SILENCE_EVERY_S) return true;
    return this.#isAnyBack(isHeard);
  }

  /** Whether something silent may have been heard again. A gateway is heard through its sensors. */
  #isAnyBack(isHeard: boolean): boolean {
    const { residence: { watches, silent, heard } } = this;
    if (watches === null) return true;
    return silent.some(({ key, rule, seriesIds }) => {
      const watch = watches.all.get(key);
      if (watch === undefined) return false;
      if (!isHeard || rule.kind === "gateway") return true;
      return seriesIds.some((id) => (heard.silent.get(id)?.epochS ?? 0) > watch.seenS);
    });
  }
}
