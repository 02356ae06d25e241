import type { MonitoredItem, Mute } from "@/lib/alarms/subjects.ts";
import { DAY_S, type SeenAlarm } from "./followed.ts";
import { firstUnmutedS, isMuted } from "./slow_subject.ts";

/** A sensor or a gateway, with the times of its readings. */
interface Heard {
  readonly key: string;
  readonly limitS: number;
  newestS: number | null;
  /** Newest reading at the evaluation before. */
  seenS: number | null;
  /** When its gateway returned while it was silent, until its next reading. */
  awaitedS: number | null;
  open: number | null;
}

/**
 * A gateway with its sensors, evaluated from the readings of each; null for sensors without one.
 */
export class SlowGateway {
  #sensors: Heard[];
  #own: Heard;

  constructor(
    private readonly gateway: MonitoredItem | null,
    sensors: readonly MonitoredItem[],
    limits: ReadonlyMap<string, number>,
    private readonly alarms: SeenAlarm[],
    private readonly values: (number | string | null)[],
  ) {
    const heard = (key: string, limitS: number): Heard => {
      return { key, limitS, newestS: null, seenS: null, awaitedS: null, open: null };
    };
    this.#sensors = sensors.map(({ key, seriesIds: [id = ""], rule }) =>
      heard(key, rule.kind === "module" ? rule.afterS : limits.get(id) ?? DAY_S)
    );
    this.#own = heard(gateway?.key ?? "", 0);
  }

  /** @param newest newest reading of each sensor */
  evaluate(newest: readonly (number | null)[], mutes: readonly Mute[], nowS: number): void {
    this.#sensors.forEach((one, i) => {
      one.newestS = newest[i] ?? null;
      if (one.newestS !== one.seenS) one.awaitedS = null;
    });
    const witnesses = this.#sensors.filter((one) => one.newestS !== null && !this.#isAlone(one));
    const back = this.gateway === null ? null : this.#judgeOwn(witnesses, mutes, nowS);
    for (const one of this.#sensors) {
      const wasUnder = back !== null && one.open !== null &&
        this.alarms[one.open]?.under === back.key;
      if (this.#isBack(one, nowS)) {
        this.#close(one, one.newestS === one.seenS ? nowS : one.newestS ?? nowS);
      } else if (wasUnder && this.alarms[one.open ?? -1]?.endS === null) {
        this.#close(one, back.endS);
        one.awaitedS = back.endS;
      } else if (one.open === null) this.#raiseSensor(one, witnesses.length, mutes, nowS);
    }
    for (const one of [...this.#sensors, this.#own]) one.seenS = one.newestS;
  }

  /** @returns its key and its end when it is heard again */
  #judgeOwn(
    witnesses: readonly Heard[],
    mutes: readonly Mute[],
    nowS: number,
  ): { key: string; endS: number } | null {
    const own = this.#own;
    const heard = this.#sensors.filter(({ newestS }) => newestS !== null);
    if (heard.length === 0) return null;
    own.newestS = Math.max(...heard.map(({ newestS }) => newestS ?? 0));
    const limits = (witnesses.length > 0 ? witnesses : heard).map(({ limitS }) => limitS);
    const dueS = own.newestS + Math.min(...limits);
    if (own.open === null) {
      if (witnesses.length > 1) this.#raise(own, dueS, null, mutes, nowS);
      return null;
    }
    const startS = this.alarms[own.open]?.startS ?? 0;
    const isHeard = own.newestS !== own.seenS;
    if (nowS > dueS || (!isHeard && dueS <= startS)) return null;
    const endS = Math.max(startS, isHeard ? own.newestS : nowS);
    this.#close(own, endS);
    return { key: own.key, endS };
  }

  #raiseSensor(one: Heard, witnessCount: number, mutes: readonly Mute[], nowS: number): void {
    const dueS = this.#dueS(one);
    if (dueS === null) return;
    const { newestS, open } = this.#own;
    const isWitnessed = this.gateway === null || witnessCount < 2 ||
      (newestS !== null && newestS > dueS);
    if (open !== null) this.#raise(one, dueS, this.#own.key, mutes, nowS);
    else if (isWitnessed) this.#raise(one, dueS, null, mutes, nowS);
  }

  #raise(
    one: Heard,
    dueS: number,
    under: string | null,
    mutes: readonly Mute[],
    nowS: number,
  ): void {
    const raiseS = firstUnmutedS(mutes, dueS + 1);
    if (raiseS > nowS || isMuted(mutes, nowS)) return;
    const startS = raiseS === dueS + 1 ? dueS : raiseS;
    one.open = this.alarms.push({ key: one.key, startS, endS: null, under }) - 1;
    one.awaitedS = null;
    this.values.push(null);
  }

  /**
   * Within its limit again, by a reading, or because the limit is longer than when the alarm was
   * raised.
   */
  #isBack(one: Heard, nowS: number): boolean {
    const open = this.alarms[one.open ?? -1];
    const dueS = this.#dueS(one);
    if (open === undefined || dueS === null || nowS > dueS) return false;
    return one.newestS !== one.seenS || dueS > open.startS;
  }

  #dueS({ newestS, awaitedS, limitS }: Heard): number | null {
    return newestS === null ? null : (awaitedS ?? newestS) + limitS;
  }

  #isAlone({ open }: Heard): boolean {
    return open !== null && this.alarms[open]?.under === null;
  }

  #close(one: Heard, endS: number): void {
    const open = this.alarms[one.open ?? -1];
    if (open === undefined || one.open === null) return;
    this.alarms[one.open] = { ...open, endS: Math.max(open.startS, endS) };
    one.open = null;
  }
}
