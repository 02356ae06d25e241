import { ruleResult } from "@/lib/alarms/rule_evaluation.ts";
import type { MonitoredItem, Mute } from "@/lib/alarms/subjects.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";
import { coversSecond, DAY_S, HOUR_S, newReadings, type SeenAlarm } from "./followed.ts";

const EMIT_S = 600;

/**
 * A subject with all its readings, checked again at every instant of a possible change: the
 * reference for `SubjectWalk`, which stores one reading.
 */
export class SlowSubject {
  /** In order of arrival: a correction comes after the reading it corrects. */
  #taken: SensorValue[] = [];
  /** When a detector that has never sent was first evaluated. */
  #neverS: number | null = null;
  #openIndex: number | null = null;
  /** Readings whose alarm time has ended. */
  #spent = 0;

  constructor(
    private readonly subject: MonitoredItem,
    private readonly alarms: SeenAlarm[],
    private readonly values: (number | string | null)[],
    /** The readings of the last evaluation. */
    private known: readonly SensorValue[] = [],
  ) {}

  /** @param readings all that arrived so far, oldest first */
  evaluate(readings: readonly SensorValue[], mutes: readonly Mute[], nowS: number): void {
    const isSilence = this.#kind() === 1;
    const isFirst = this.#taken.length === 0 && this.#neverS === null;
    const alarmCount = this.alarms.length;
    if (isSilence && readings.length === 0) this.#neverS ??= nowS;
    for (const reading of this.#news(readings, nowS)) {
      this.#passTime(mutes, reading.epochS, nowS);
      this.#taken.push(reading);
      if (this.#open() !== null && this.#rightCount() >= this.#rightsToEnd()) {
        this.#close(reading.epochS);
      }
    }
    this.#passTime(mutes, nowS, nowS);
    if (isFirst) this.#keepOpen(alarmCount);
    this.known = readings;
    const isPending = this.#sinceS(nowS) !== null;
    if (this.subject.houseId !== null && this.#open() === null && !isPending) this.#taken = [];
  }

  /** Of the alarms that the first readings raised, keeps the one that lasts. */
  #keepOpen(count: number): void {
    const [open, value] = [this.#open(), this.values[this.#openIndex ?? -1]];
    this.alarms.length = this.values.length = count;
    if (open === null) return;
    this.#openIndex = this.alarms.push(open) - 1;
    this.values.push(value ?? null);
  }

  /**
   * The readings that a store would process: late ones are ignored, first ones unless the newest is
   * current.
   */
  #news(readings: readonly SensorValue[], nowS: number): readonly SensorValue[] {
    const last = this.#taken.at(-1);
    if (last === undefined && this.#neverS === null) {
      const last = readings.at(-1);
      if (last === undefined || nowS - last.epochS > this.#freshS()) return [];
      const news = newReadings(readings, this.known);
      return news.length === 0 ? [last] : news;
    }
    return readings.filter(({ epochS, state }) =>
      last === undefined || epochS > last.epochS ||
      (epochS === last.epochS && state !== last.state)
    );
  }

  #passTime(mutes: readonly Mute[], untilS: number, nowS: number): void {
    for (const instantS of this.#instants(mutes, untilS)) {
      const last = this.#taken.at(-1);
      const isOver = this.#kind() === 0 && last !== undefined && instantS > last.epochS + EMIT_S;
      if (isOver && this.#open() !== null) {
        this.#close(last.epochS + EMIT_S);
        this.#spent = this.#taken.length;
      }
      if (this.#open() === null) this.#raise(mutes, instantS, nowS);
    }
  }

  /** Every instant up to the given one at which the result may change. */
  #instants(mutes: readonly Mute[], untilS: number): number[] {
    const lastS = this.#taken.at(-1)?.epochS ?? this.#neverS ?? untilS;
    const bases = [
      ...this.#taken.map(({ epochS }) => epochS),
      ...mutes.flatMap(({ fromS, toS }) => [fromS, toS]),
      untilS,
    ];
    const all = bases.flatMap((s) => [s, s + this.#delayS(), s + EMIT_S, s + HOUR_S])
      .flatMap((s) => [s, s + 1]);
    return [...new Set(all)].filter((s) => s >= lastS && s <= untilS).sort((a, b) => a - b);
  }

  #raise(mutes: readonly Mute[], instantS: number, nowS: number): void {
    const sinceS = this.#sinceS(instantS);
    const last = this.#taken.at(-1);
    if (sinceS === null || isMuted(mutes, instantS)) return;
    if (last !== undefined && instantS - last.epochS > this.#freshS()) return;
    const countedS = this.#countedS(mutes, sinceS, instantS);
    const delayS = this.#delayS();
    if (delayS === 0 ? instantS < countedS : instantS <= countedS + delayS) return;
    const isAtOnce = delayS === 0 && (this.#kind() !== 1 || last === undefined);
    const dueS = isAtOnce ? countedS : countedS + delayS + 1;
    const startS = isMuted(mutes, dueS) ? firstUnmutedS(mutes, dueS) : countedS;
    this.#openIndex = this.alarms.push({
      key: this.subject.key,
      startS: Math.min(startS, nowS),
      endS: null,
      under: null,
    }) - 1;
    this.values.push(this.#kind() === 1 ? null : last?.state ?? null);
  }

  /** Start of the fault, from the newest reading backwards. */
  #sinceS(instantS: number): number | null {
    const last = this.#taken.at(-1);
    if (this.#kind() === 1) {
      if (last === undefined) return this.#neverS;
      return instantS > last.epochS + HOUR_S ? last.epochS + HOUR_S : null;
    }
    let sinceS: number | null = null;
    let afterS = instantS;
    for (const { epochS, state } of this.#taken.slice(this.#spent).reverse()) {
      if (this.#kind() === 0 && afterS > epochS + EMIT_S) break;
      const verdict = ruleResult(this.subject.rule, state);
      if (verdict === "right") break;
      if (verdict === "wrong") sinceS = epochS;
      afterS = epochS;
    }
    return sinceS;
  }

  /** Consecutive right readings, from the newest backwards; a corrected one does not count. */
  #rightCount(): number {
    const seconds = new Set<number>();
    let count = 0;
    for (const { epochS, state } of this.#taken.toReversed()) {
      const verdict = ruleResult(this.subject.rule, state);
      if (verdict === "wrong" || verdict === "near") break;
      if (verdict === "right" && !seconds.has(epochS)) count++;
      seconds.add(epochS);
    }
    return count;
  }

  /** A gate silenced by schedule counts from the end of the last mute. */
  #countedS(mutes: readonly Mute[], sinceS: number, instantS: number): number {
    const { rule } = this.subject;
    if (rule.kind !== "open" || rule.hsType !== "hours") return sinceS;
    const ends = mutes.filter(({ fromS, toS }) => fromS <= instantS && toS > sinceS)
      .map(({ toS }) => toS);
    return Math.max(sinceS, ...ends);
  }

  #open(): SeenAlarm | null {
    return this.#openIndex === null ? null : this.alarms[this.#openIndex] ?? null;
  }

  #close(endS: number): void {
    const open = this.#open();
    if (open === null || this.#openIndex === null) return;
    this.alarms[this.#openIndex] = { ...open, endS: Math.max(open.startS, endS) };
    this.#openIndex = null;
  }

  #kind(): number | null {
    return this.subject.rule.kind === "fault" ? this.subject.rule.alarmKind : null;
  }

  #delayS(): number {
    const { rule, delayS } = this.subject;
    return rule.kind === "open" ? rule.alarmFromH * HOUR_S : delayS;
  }

  #freshS(): number {
    return ["bounds", "threshold", "code"].includes(this.subject.rule.kind) ? DAY_S : Infinity;
  }

  #rightsToEnd(): number {
    return ["bounds", "threshold"].includes(this.subject.rule.kind) ? 2 : 1;
  }
}

export function isMuted(mutes: readonly Mute[], s: number): boolean {
  return mutes.some((mute) => coversSecond(mute, s));
}

export function firstUnmutedS(mutes: readonly Mute[], s: number): number {
  const ends = mutes.map(({ toS }) => toS).filter((toS) => toS > s && !isMuted(mutes, toS));
  return isMuted(mutes, s) ? Math.min(...ends) : s;
}
