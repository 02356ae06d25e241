import type { AlarmHandler } from "./types.ts";

/**
 * Handlers whose alarms wait for their condition to last, and for how many minutes unless the residence says otherwise.
 *
 * Gates have hours of their own; a fault, a code and a silence need no other delay.
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
