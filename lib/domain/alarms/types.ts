export type * from "./schema.ts";

/** Alarm handlers, in the order of the specification. @spec alarms.subjects */
export const ALARM_HANDLERS = [
  "accessory-status",
  "boilerroom-circuit",
  "boilerroom-errorcode",
  "boilerroom-faultdetector",
  "building-cmv",
  "building-skydome",
  "collect-online",
  "pilot-online",
  "pilot-threshold",
] as const;

/** One of {@link ALARM_HANDLERS}. */
export type AlarmHandler = typeof ALARM_HANDLERS[number];
