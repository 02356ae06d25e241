/** Tells whether a reading breaks a rule: bounds, threshold, code, fault, opening, battery. @module */

import { round } from "@/lib/base/rounding.ts";
import {
  EMIT_FOR_S,
  FAULT_ALARM_KINDS,
  isErrorCode,
  isFaultReported,
  openingOf,
} from "@/lib/facilities/faults.ts";
import { CURRENT_FOR_S } from "@/lib/timeseries/rhythm.ts";
import type { DataUnitId } from "@/lib/timeseries/units.ts";
import { plainWord } from "@/lib/ui/search.ts";
import type { WatchRule } from "./subjects.ts";

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
export function wrongForS(rule: WatchRule): number {
  return isOnEmit(rule) ? EMIT_FOR_S : Infinity;
}

/** Seconds during which a reading may raise an alarm; unlimited for contacts, which send changes only. */
export function raisesForS({ kind }: WatchRule): number {
  return kind === "bounds" || kind === "threshold" || kind === "code" ? CURRENT_FOR_S : Infinity;
}

/** Consecutive right readings that end an alarm. @spec alarms.hysteresis "after two readings" */
export function readingsToEnd({ kind }: WatchRule): number {
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
