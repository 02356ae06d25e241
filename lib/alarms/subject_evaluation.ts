/** Evaluates one subject by its rule, reading by reading and with the time between them. @module */

import { round } from "@/lib/base/rounding.ts";
import { known, lowest } from "@/lib/base/sums.ts";
import {
  EMIT_FOR_S,
  FAULT_ALARM_KINDS,
  isErrorCode,
  isFaultReported,
  openingOf,
  type SensorValue,
  SILENT_AFTER_S,
} from "@/lib/facilities/faults.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { plainWord } from "@/lib/ui/search.ts";
import type { Watch } from "./records.ts";
import { uninterruptedFrom, unmutedFrom } from "./silences.ts";
import type {
  DetectInput,
  EndCause,
  EndedAlarm,
  MonitoredItem,
  NewAlarm,
  WatchRule,
} from "./subjects.ts";

type WalkContext = Pick<DetectInput, "mutes" | "nowS" | "newId">;

/**
 * Evaluates a subject from its watch, reading by reading, with the time between them.
 *
 * @spec alarms.rules, alarms.mutes, alarms.hysteresis, alarms.gates-out-of-service
 */
export class SubjectWalk {
  readonly raised: NewAlarm[] = [];
  readonly closed: EndedAlarm[] = [];
  #watch: Watch;

  constructor(
    private readonly subject: MonitoredItem,
    watch: Watch | null,
    private readonly input: WalkContext,
  ) {
    const known = watch ?? atRest(subject.key);
    const [seriesId] = subject.seriesIds;
    this.#watch = known.seriesId === seriesId ? known : { ...known, seriesId };
  }

  get watch(): Watch {
    return this.#watch;
  }

  /** Processes readings, oldest first, then the time until now. */
  walk(readings: readonly SensorValue[]): void {
    let hasRead = false;
    for (const reading of readings) {
      if (!this.#isNew(reading)) continue;
      this.#wait(reading.epochS);
      this.#read(reading);
      hasRead = true;
    }
    if (!hasRead) this.#judgeAgain();
    this.#wait(this.input.nowS);
  }

  /** When time alone will change the state; null when it cannot. */
  nextS(): number | null {
    const { state, seenS, seenValue } = this.#watch;
    const instants = [
      state === "pending" ? this.#raiseS() : null,
      state !== "rest" ? seenS + wrongForS(this.subject.rule) + 1 : null,
      state === "rest" && this.#endsInSilence() && seenValue !== null
        ? seenS + SILENT_AFTER_S + 1
        : null,
    ];
    return lowest(known(instants).filter((one) => one > this.input.nowS && one < Infinity));
  }

  /** A reading at the last seen second with another value is a correction; an older reading is too late. */
  #isNew({ epochS, state }: SensorValue): boolean {
    const { seenS, seenValue } = this.#watch;
    return seenValue === null || epochS > seenS || (epochS === seenS && state !== seenValue);
  }

  #read({ epochS, state }: SensorValue): void {
    const { rule } = this.subject;
    const isCorrection = this.#watch.seenValue !== null && epochS === this.#watch.seenS;
    const insideCount = Math.max(0, this.#watch.insideCount - (isCorrection ? 1 : 0));
    const result = ruleResult(rule, state);
    this.#watch = { ...this.#watch, insideCount, seenS: epochS, seenValue: state };
    if (result === "wrong") this.#wrongFrom(epochS);
    else if (result === "near") this.#watch = { ...this.#watch, insideCount: 0 };
    else if (result === "right") this.#rightAt(epochS);
  }

  #wrongFrom(sinceS: number): void {
    this.#watch = this.#watch.state === "rest"
      ? { ...this.#watch, state: "pending", sinceS }
      : { ...this.#watch, insideCount: 0 };
  }

  #rightAt(epochS: number): void {
    const insideCount = this.#watch.insideCount + 1;
    if (this.#watch.state === "raised" && insideCount < readingsToEnd(this.subject.rule)) {
      this.#watch = { ...this.#watch, insideCount };
    } else {
      this.#end(epochS);
    }
  }

  /** Without a new reading, only a changed setting can change the verdict on the last reading. */
  #judgeAgain(): void {
    const { state, seenS, seenValue, insideCount } = this.#watch;
    if (this.#endsInSilence()) return this.#judgeSilence();
    const { nowS } = this.input;
    // Its silence was wrong and now counts as right.
    if (seenValue === null) return this.#end(nowS, "settings");
    const result = ruleResult(this.subject.rule, seenValue);
    if (result === "right" && insideCount === 0) this.#end(nowS, "settings");
    const isLasting = wrongForS(this.subject.rule) === Infinity;
    if (state === "rest" && result === "wrong" && isLasting) this.#wrongFrom(seenS);
  }

  /** A detector that has never emitted is silent. @spec facilities.fault-detectors */
  #judgeSilence(): void {
    const { nowS } = this.input;
    const { seenS, seenValue, sinceS } = this.#watch;
    const silentS = seenS + SILENT_AFTER_S;
    if (seenValue === null) this.#wrongFrom(nowS);
    // Its last reading was wrong and now counts as a sign of life.
    else if (sinceS < silentS && nowS <= silentS) this.#end(nowS, "settings");
  }

  /** Applies the time elapsed since the last reading. */
  #wait(untilS: number): void {
    const { seenS, seenValue } = this.#watch;
    const silentS = seenS + SILENT_AFTER_S;
    if (this.#endsInSilence() && seenValue !== null && untilS > silentS) this.#wrongFrom(silentS);
    const expiresS = seenS + wrongForS(this.subject.rule);
    const raiseS = this.#watch.state === "pending" ? this.#raiseS() : null;
    if (raiseS !== null && raiseS <= untilS && raiseS <= expiresS) this.#raise();
    if (this.#watch.state !== "rest" && untilS > expiresS) this.#end(expiresS);
  }

  /** When the pending condition raises an alarm, unless a reading ends it; null when its last reading is too old. */
  #raiseS(): number | null {
    const { seenS } = this.#watch;
    const dueS = Math.max(this.#dueS(), this.#endsInSilence() ? 0 : seenS);
    const raiseS = unmutedFrom(this.subject, this.input.mutes, dueS);
    return raiseS - seenS <= raisesForS(this.subject.rule) ? raiseS : null;
  }

  /** End of the condition's delay, mutes included. */
  #dueS(): number {
    return unmutedFrom(this.subject, this.input.mutes, this.#countedS() + this.#raiseAfterS());
  }

  /** Start of the condition: for a gate muted by hours, muted hours do not count. @spec alarms.gates-out-of-service */
  #countedS(): number {
    const { rule } = this.subject;
    const { sinceS } = this.#watch;
    if (rule.kind !== "open" || rule.hsType !== "hours") return sinceS;
    const span = { fromS: sinceS, forS: this.#raiseAfterS() };
    return uninterruptedFrom(this.subject, this.input.mutes, span);
  }

  #raiseAfterS(): number {
    const { rule, delayS } = this.subject;
    if (this.#endsInSilence()) return this.#watch.seenValue === null ? 0 : 1;
    const lastsS = rule.kind === "open" ? rule.alarmFromH * 3_600 : delayS;
    return lastsS === 0 ? 0 : lastsS + 1;
  }

  #raise(): void {
    const countedS = this.#countedS();
    const dueS = this.#dueS();
    const isMuted = dueS !== countedS + this.#raiseAfterS();
    const startS = Math.min(isMuted ? dueS : countedS, this.input.nowS);
    const id = this.input.newId(startS, this.subject.key);
    const { rule } = this.subject;
    const { seenS, seenValue } = this.#watch;
    this.raised.push({
      id,
      subject: this.subject,
      startS,
      endS: null,
      value: this.#endsInSilence() ? null : seenValue,
      silentForS: isOnNoEmit(rule) && seenValue !== null ? startS - seenS : 0,
      parentId: null,
    });
    this.#watch = { ...this.#watch, state: "raised", sinceS: startS, insideCount: 0, alarmId: id };
  }

  /** @param because absent when a reading or elapsed time ends it */
  #end(endS: number, because?: EndCause): void {
    const { state, alarmId, sinceS, seenS, seenValue, seriesId } = this.#watch;
    const rest = { ...atRest(this.subject.key), seenS, seenValue, seriesId };
    const ended = { endS: Math.max(sinceS, endS), because };
    if (state === "raised" && alarmId !== null) this.#close({ alarmId, ...ended });
    this.#watch = rest;
  }

  #close({ alarmId, endS, because }: EndedAlarm): void {
    const index = this.raised.findLastIndex(({ id }) => id === alarmId);
    const own = this.raised[index];
    if (own === undefined) this.closed.push({ alarmId, endS, because });
    else this.raised[index] = { ...own, endS };
  }

  #endsInSilence(): boolean {
    return isOnNoEmit(this.subject.rule);
  }
}

/** Watch of a subject without history. */
export function atRest(key: string): Watch {
  return {
    key,
    state: "rest",
    sinceS: 0,
    insideCount: 0,
    seenS: 0,
    seenValue: null,
    alarmId: null,
    parentId: null,
  };
}

const LOW_WORDS = ["low", "critical", "empty", "faible", "basse", "critique", "vide"];
const GOOD_WORDS = ["ok", "good", "normal", "high", "full", "bonne", "normale", "haute", "pleine"];

/**
 * Whether a series is the state of a battery. Only the series name shows it: no unit of the catalogue does.
 *
 * @spec alarms.batteries
 */
export function isBattery(
  { dataUnitId, name }: { readonly dataUnitId: DataUnitId; readonly name: string },
): boolean {
  return dataUnitId === "ETAT" && /\b(piles?|batteries?|battery)\b/.test(plainWord(name));
}

/**
 * The battery state reported by a reading.
 *
 * @spec alarms.batteries
 * @param state a word; a number may be a flag, a level or a voltage, so it is ignored
 * @returns null when unknown
 */
export function batteryOf(state: number | string): "wrong" | "right" | null {
  if (typeof state === "number") return null;
  const word = plainWord(state);
  if (LOW_WORDS.includes(word)) return "wrong";
  return GOOD_WORDS.includes(word) ? "right" : null;
}

/** Verdict of a reading on a subject: "near" is right, but too close to the bound to end an alarm. */
type RuleResult = "wrong" | "right" | "near";

/** Margins inside a bound within which no alarm ends. @spec alarms.hysteresis "0.5 K (or 2 %)" */
const MARGIN_C = 0.5;
const MARGIN_RATIO = 0.02;
const LIMIT_DECIMALS = 9;

/**
 * Verdict of a rule on a reading, regardless of time.
 *
 * @spec alarms.rules
 * @returns null without a verdict: an unknown word, or a silence rule
 */
export function ruleResult(rule: WatchRule, state: number | string): RuleResult | null {
  switch (rule.kind) {
    case "bounds":
      return boundsVerdict(rule, state);
    case "threshold":
      return thresholdVerdict(rule, state);
    case "code":
      return wrongIf(isErrorCode(rule, state));
    case "fault":
      // An emission is a fault for OnEmit, and the opposite for OnNoEmit.
      return wrongIf(isFaultReported(rule.alarmKind, { epochS: 0, state }, 0));
    case "open":
      return openVerdict(state) ?? (rule.hsType === "signal" ? "right" : null);
    case "skydome":
      return openVerdict(state);
    case "battery":
      return batteryOf(state);
    case "silence":
    case "gateway":
    case "module":
    case "night-flow":
    case "drift":
      return null;
  }
}

/** Seconds during which a reading makes a subject wrong. @spec facilities.fault-detectors */
function wrongForS(rule: WatchRule): number {
  return isOnEmit(rule) ? EMIT_FOR_S : Infinity;
}

/** Seconds during which a reading may raise an alarm; unlimited for contacts, which send changes only. */
export function raisesForS({ kind }: WatchRule): number {
  return kind === "bounds" || kind === "threshold" || kind === "code" ? CURRENT_FOR_S : Infinity;
}

/** Consecutive right readings that end an alarm. @spec alarms.hysteresis "after two readings" */
function readingsToEnd({ kind }: WatchRule): number {
  return kind === "bounds" || kind === "threshold" ? 2 : 1;
}

export function isOnNoEmit(rule: WatchRule): boolean {
  return rule.kind === "fault" && rule.alarmKind === FAULT_ALARM_KINDS.OnNoEmit;
}

function isOnEmit(rule: WatchRule): boolean {
  return rule.kind === "fault" && rule.alarmKind === FAULT_ALARM_KINDS.OnEmit;
}

function boundsVerdict(
  { min, max, unit }: Extract<WatchRule, { kind: "bounds" }>,
  value: number | string,
): RuleResult | null {
  if (typeof value === "string") return null;
  if ((min !== null && value < min) || (max !== null && value > max)) return "wrong";
  // Two close bounds leave room for a smaller margin only.
  const most = min === null || max === null ? Infinity : (max - min) / 2;
  const isNear = (min !== null && value < exact(min + Math.min(marginOf(min, unit), most))) ||
    (max !== null && value > exact(max - Math.min(marginOf(max, unit), most)));
  return isNear ? "near" : "right";
}

/** "From which value on": a value equal to the threshold is wrong. */
function thresholdVerdict(
  { threshold, unit }: Extract<WatchRule, { kind: "threshold" }>,
  value: number | string,
): RuleResult | null {
  if (typeof value === "string") return null;
  if (value >= threshold) return "wrong";
  return value > exact(threshold - marginOf(threshold, unit)) ? "near" : "right";
}

/** A limit without binary noise: 64.1 - 0.5 is 63.6. */
function exact(limit: number): number {
  return round(limit, LIMIT_DECIMALS);
}

function marginOf(bound: number, unit: string): number {
  return unit === "°C" ? MARGIN_C : Math.abs(bound) * MARGIN_RATIO;
}

function openVerdict(state: number | string): RuleResult | null {
  const opening = openingOf(state);
  return opening === null ? null : wrongIf(opening === "open");
}

function wrongIf(isWrong: boolean): RuleResult {
  return isWrong ? "wrong" : "right";
}
