import { openingOf } from "./opening.ts";
import { FAULT_ALARM_KINDS, type FaultAlarmKind } from "./types.ts";

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
