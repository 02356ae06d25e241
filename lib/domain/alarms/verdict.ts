import { EMIT_FOR_S, isErrorCode, isFaultReported } from "@/lib/domain/facilities/faults.ts";
import { openingOf } from "@/lib/domain/facilities/opening.ts";
import { FAULT_ALARM_KINDS, type FaultAlarmKind } from "@/lib/domain/facilities/types.ts";
import { CURRENT_FOR_S } from "@/lib/domain/series/currentness.ts";
import { batteryOf } from "./battery.ts";
import type { WatchRule } from "./watching.ts";

/** What a reading says of a subject: "near" is right, but too close to the bound to end an alarm. */
export type Verdict = "wrong" | "right" | "near";

/** Margins within a bound that end no alarm. @spec alarms.hysteresis "0.5 K (or 2 %)" */
const MARGIN_C = 0.5;
const MARGIN_RATIO = 0.02;

/**
 * What a reading says by a rule, time apart.
 *
 * @spec alarms.rules
 * @returns null when it says nothing: a word that is not known, or a rule made of silence
 */
export function verdictOf(rule: WatchRule, state: number | string): Verdict | null {
  switch (rule.kind) {
    case "bounds":
      return boundsVerdict(rule, state);
    case "threshold":
      return thresholdVerdict(rule, state);
    case "code":
      return wrongIf(isErrorCode(rule, state));
    case "fault":
      return faultVerdict(rule.alarmKind, state);
    case "open":
      return openVerdict(state) ?? (rule.hsType === "signal" ? "right" : null);
    case "skydome":
      return openVerdict(state);
    case "battery":
      return batteryOf(state);
    case "silence":
    case "gateway":
    case "module":
      return null;
  }
}

/** Seconds for which a reading makes a subject wrong. @spec facilities.fault-detectors */
export function wrongForS(rule: WatchRule): number {
  return isOnEmit(rule) ? EMIT_FOR_S : Infinity;
}

/** Seconds after which a reading raises nothing any more; alarms of contacts, which send changes only, have no such limit. */
export function raisesForS({ kind }: WatchRule): number {
  return kind === "bounds" || kind === "threshold" || kind === "code" ? CURRENT_FOR_S : Infinity;
}

/** Right readings in a row that end an alarm. @spec alarms.hysteresis "after two readings" */
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
): Verdict | null {
  if (typeof value === "string") return null;
  if ((min !== null && value < min) || (max !== null && value > max)) return "wrong";
  // Between two close bounds there is room for a smaller margin only.
  const most = min === null || max === null ? Infinity : (max - min) / 2;
  const isNear = (min !== null && value < min + Math.min(marginOf(min, unit), most)) ||
    (max !== null && value > max - Math.min(marginOf(max, unit), most));
  return isNear ? "near" : "right";
}

/** "From which value on": the threshold itself is wrong. */
function thresholdVerdict(
  { threshold, unit }: Extract<WatchRule, { kind: "threshold" }>,
  value: number | string,
): Verdict | null {
  if (typeof value === "string") return null;
  if (value >= threshold) return "wrong";
  return value > threshold - marginOf(threshold, unit) ? "near" : "right";
}

function marginOf(bound: number, unit: string): number {
  return unit === "°C" ? MARGIN_C : Math.abs(bound) * MARGIN_RATIO;
}

/** An emission is a fault by itself on emit, and the contrary on no emit. */
function faultVerdict(alarmKind: FaultAlarmKind, state: number | string): Verdict {
  return wrongIf(isFaultReported(alarmKind, { epochS: 0, state }, 0));
}

function openVerdict(state: number | string): Verdict | null {
  const opening = openingOf(state);
  return opening === null ? null : wrongIf(opening === "open");
}

function wrongIf(isWrong: boolean): Verdict {
  return isWrong ? "wrong" : "right";
}
