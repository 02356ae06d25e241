/** Residences evaluated step by step, and simple and slow models of what raises and ends an alarm. @module */

import { detect } from "@/lib/alarms/detection.ts";
import type { Watch } from "@/lib/alarms/records.ts";
import { ruleResult } from "@/lib/alarms/subject_evaluation.ts";
import type { EndCause, MonitoredItem, Mute, WatchRule } from "@/lib/alarms/subjects.ts";
import type { SensorValue } from "@/lib/facilities/faults.ts";

export const MINUTE_S = 60;
export const HOUR_S = 3_600;
export const DAY_S = 86_400;

/** The visible fields of an alarm. */
export interface SeenAlarm {
  readonly key: string;
  readonly startS: number;
  readonly endS: number | null;
  /** Key of the subject of its parent. */
  readonly under: string | null;
}

/** A subject of equipment "e", with one series "s". */
export function aSubject(rule: WatchRule, own: Partial<MonitoredItem> = {}): MonitoredItem {
  return {
    key: "boilerroom-circuit/e/out",
    handler: "boilerroom-circuit",
    scope: "boilerroom",
    houseId: null,
    buildingId: null,
    boilerRoomId: "room",
    equipmentId: "e",
    seriesIds: ["s"],
    name: "Circuit Nord",
    part: "out",
    delayS: 0,
    rule,
    parentKey: null,
    ...own,
  };
}

/** A mute of the whole residence. */
export function aMute(fromS: number, toS: number, own: Partial<Mute> = {}): Mute {
  return { equipmentId: null, houseId: null, handler: null, fromS, toS, ...own };
}

function coversSecond({ fromS, toS }: Mute, s: number): boolean {
  return fromS <= s && s < toS;
}

/** A residence evaluated step by step, with only the state that a store would contain. */
export class Followed {
  subjects: readonly MonitoredItem[];
  mutes: Mute[] = [];
  readonly silentAfterS = new Map<string, number>();
  readonly alarms: SeenAlarm[] = [];
  nextS: number | null = null;
  /** The value of each alarm when it was raised, on which its message depends. */
  readonly values: (number | string | null)[] = [];
  /** Causes of the alarms not ended by a reading, in order. */
  readonly causes: EndCause[] = [];
  #readings = new Map<string, SensorValue[]>();
  /** As they were at the last evaluation. */
  #evaluated = new Map<string, readonly SensorValue[]>();
  #stored = "[]";
  #keys: string[] = [];
  #idCount = 0;
  /** Rank of each raised alarm, by its id. */
  readonly #ranks = new Map<string, number>();

  constructor(...subjects: MonitoredItem[]) {
    this.subjects = subjects;
  }

  /** Adds readings in any order; one at a known second replaces the earlier one. */
  send(seriesId: string, ...readings: readonly (readonly [number, number | string])[]): this {
    const own = new Map(this.#readings.get(seriesId)?.map((one) => [one.epochS, one]));
    for (const [epochS, state] of readings) own.set(epochS, { epochS, state });
    this.#readings.set(seriesId, [...own.values()].sort((a, b) => a.epochS - b.epochS));
    return this;
  }

  readingsOf(seriesId: string): readonly SensorValue[] {
    return this.#readings.get(seriesId) ?? [];
  }

  newestOf(seriesId: string): SensorValue | undefined {
    return this.readingsOf(seriesId).at(-1);
  }

  at(nowS: number): this {
    const watches = this.watches;
    const { raised, closed, nextS, ...found } = detect({
      subjects: this.subjects,
      watches,
      readings: this.#unwalked(watches),
      newest: new Map([...this.#readings].flatMap(([id, all]) => {
        const last = all.at(-1);
        return last === undefined ? [] : [[id, last]];
      })),
      silentAfterS: this.silentAfterS,
      mutes: this.mutes,
      nowS,
      newId: () => `${this.#idCount++}`,
    });
    for (const { id } of raised) this.#ranks.set(id, this.#keys.push("") - 1);
    const indexOf = (id: string) => this.#ranks.get(id) ?? -1;
    for (const { id, subject: { key }, startS, endS, parentId, value } of raised) {
      const under = parentId === null ? null : this.#keys[indexOf(parentId)] ?? "";
      this.#keys[indexOf(id)] = key;
      this.alarms[indexOf(id)] = { key, startS, endS, under };
      this.values[indexOf(id)] = value;
    }
    for (const { alarmId, endS, because } of closed) {
      if (because !== undefined) this.causes.push(because);
      const alarm = this.alarms[indexOf(alarmId)];
      if (alarm === undefined || alarm.endS !== null) throw new Error(`${alarmId} closed twice`);
      this.alarms[indexOf(alarmId)] = { ...alarm, endS };
    }
    this.nextS = nextS;
    this.#evaluated = new Map(this.#readings);
    this.#stored = JSON.stringify(found.watches);
    return this;
  }

  get watches(): Watch[] {
    return JSON.parse(this.#stored);
  }

  /** Readings after the last one each watch has seen; of other series, those that came since the last evaluation. */
  #unwalked(watches: readonly Watch[]): Map<string, SensorValue[]> {
    const seen = new Map(watches.map(({ key, seenS }) => [key, seenS]));
    return new Map(
      this.subjects.flatMap(({ key, seriesIds }) =>
        seriesIds.map((id) => {
          const all = this.#readings.get(id) ?? [];
          const seenS = seen.get(key);
          const known = this.#evaluated.get(id) ?? [];
          return [
            id,
            seenS === undefined
              ? newReadings(all, known)
              : all.filter((one) => one.epochS >= seenS),
          ] as const;
        })
      ),
    );
  }
}

/** The readings that came after others, except late ones. */
export function newReadings(
  all: readonly SensorValue[],
  known: readonly SensorValue[],
): SensorValue[] {
  const lastS = known.at(-1)?.epochS ?? -Infinity;
  return all.filter(({ epochS, state }) =>
    epochS > lastS || (epochS === lastS && state !== known.at(-1)?.state)
  );
}

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

function isMuted(mutes: readonly Mute[], s: number): boolean {
  return mutes.some((mute) => coversSecond(mute, s));
}

function firstUnmutedS(mutes: readonly Mute[], s: number): number {
  const ends = mutes.map(({ toS }) => toS).filter((toS) => toS > s && !isMuted(mutes, toS));
  return isMuted(mutes, s) ? Math.min(...ends) : s;
}

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
