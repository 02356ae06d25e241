import type { AlarmHandler } from "./types.ts";

/**
 * Default delays, in minutes, of the handlers whose condition must last before an alarm is raised.
 *
 * Gates have their own hours; a fault, a code and a silence need no other delay.
 *
 * @spec alarms.delays
 */
export const DEFAULT_DELAYS_MIN = {
  "boilerroom-circuit": 15,
  "building-cmv": 15,
  "building-skydome": 0,
  "pilot-threshold": 0,
} as const satisfies Partial<Record<AlarmHandler, number>>;

export type DelayedHandler = keyof typeof DEFAULT_DELAYS_MIN;

/** Delays of a residence, minutes by handler. */
export type AlarmDelays = Readonly<Record<DelayedHandler, number>>;
