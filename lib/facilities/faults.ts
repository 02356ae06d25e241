/** Recognises faults of detectors, error codes of boilers, and openings of gates and roof lights. @module */

import type { StateInterval } from "@/lib/series/range_notes.ts";
import { plainWord } from "@/lib/ui/search.ts";

/** Condition that raises the alarm of a fault detector. @spec facilities.fault-detectors */
export const FAULT_ALARM_KINDS = {
  OnEmit: 0,
  OnNoEmit: 1,
  OnAlarmData: 2,
  OnAlarmDataInv: 3,
} as const;

/** 0 to 3, see {@link FAULT_ALARM_KINDS}. */
export type FaultAlarmKind = typeof FAULT_ALARM_KINDS[keyof typeof FAULT_ALARM_KINDS];

/** Whether a roof light or a gate is open. @spec facilities.buildings */
type Opening = "open" | "closed";

const OPEN_WORDS = ["open", "opened", "ouvert", "ouverte", "on", "true", "1"];
const CLOSED_WORDS = ["close", "closed", "ferme", "fermee", "off", "false", "0"];

/**
 * Opening of a contact from its state: a number, or a word in French or English.
 *
 * @spec facilities.gates
 * @param state 0 is closed, any other number open
 * @returns null for any other word
 */
export function openingOf(state: string | number): Opening | null {
  if (typeof state === "number") return state === 0 ? "closed" : "open";
  const word = plainWord(state);
  if (OPEN_WORDS.includes(word)) return "open";
  return CLOSED_WORDS.includes(word) ? "closed" : null;
}

/**
 * Whether a gate has been open longer than allowed.
 *
 * @spec facilities.gates
 * @param interval the gate's current state; null without readings
 * @param alarmFromH hours it may stay open before the alarm
 * @param nowS seconds since 1970
 */
export function isOpenTooLong(
  interval: StateInterval | null,
  alarmFromH: number,
  nowS: number,
): boolean {
  if (interval === null || openingOf(interval.state) !== "open") return false;
  return nowS > interval.fromS + alarmFromH * 3_600;
}

/** How long an emission counts as a fault. @spec facilities.fault-detectors "on emit is true if last update is within 10 minutes" */
export const EMIT_FOR_S = 10 * 60;

/** Time without emission after which a detector is silent. @spec facilities.fault-detectors "on no emit is true if last update is older than 60 minutes" */
export const SILENT_AFTER_S = 60 * 60;

export interface SensorValue {
  /** Seconds since 1970. */
  readonly epochS: number;
  /** A number, or the text of a state. */
  readonly state: number | string;
}

/**
 * Whether a fault detector reports a fault.
 *
 * A detector that never emitted is silent: a fault for OnNoEmit, not for the other kinds.
 *
 * @spec facilities.fault-detectors
 * @param last its last value; null when there is none
 * @param nowS seconds since 1970
 */
export function isFaultReported(
  kind: FaultAlarmKind,
  last: SensorValue | null,
  nowS: number,
): boolean {
  const ageS = last === null ? Infinity : nowS - last.epochS;
  switch (kind) {
    case FAULT_ALARM_KINDS.OnEmit:
      return ageS <= EMIT_FOR_S;
    case FAULT_ALARM_KINDS.OnNoEmit:
      return ageS > SILENT_AFTER_S;
    case FAULT_ALARM_KINDS.OnAlarmData:
      return last !== null && !isClear(last.state);
    case FAULT_ALARM_KINDS.OnAlarmDataInv:
      return last !== null && isClear(last.state);
  }
}

/** Whether a state is zero, or a word for closed, off or false. */
function isClear(state: number | string): boolean {
  return openingOf(state) === "closed";
}

/**
 * Whether a boiler's code is not one of the normal ones.
 *
 * @spec facilities.bounds
 * @param code as sent: a number, or a text
 */
export function isErrorCode(
  { normalCodes }: { readonly normalCodes: readonly string[] },
  code: number | string,
): boolean {
  return !normalCodes.includes(String(code).trim());
}
