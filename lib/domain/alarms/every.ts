import type { FieldRule } from "@/lib/domain/forms/typed_fields.ts";

/** Unit of a duration between two mails: hours or days. @spec forms.durations */
export type EveryUnit = "h" | "d";

/** The units, in display order. */
export const EVERY_UNITS = ["h", "d"] as const satisfies readonly EveryUnit[];

/** Interval between reports while an alarm lasts; no repeat when the count is null or 0. */
interface Every {
  count: number | null;
  unit: EveryUnit;
}

/** The rule of the count. @spec forms.durations "a number with minimum 0" */
export const EVERY_RULE = {
  name: "everyCount",
  kind: "number",
  integer: true,
  min: 0,
  max: 9_999,
  step: 1,
} as const satisfies FieldRule;

/**
 * Reads a duration: digits followed by h or d.
 *
 * @spec forms.durations
 * @returns null count, in hours, for any other text
 */
export function readEvery(text: string): Every {
  const [, digits, unit] = /^(\d+)([hd])$/.exec(text) ?? [];
  return digits === undefined
    ? { count: null, unit: "h" }
    : { count: Number(digits), unit: everyUnitOf(unit ?? "") };
}

/** Writes a duration: "2h", "1d". @spec forms.durations */
export function writeEvery({ count, unit }: Every): string {
  return count === null || count === 0 ? "" : `${count}${unit}`;
}

/** The unit with this name; hours for any text but "d". */
export function everyUnitOf(text: string): EveryUnit {
  return text === "d" ? "d" : "h";
}

/** Whether a report mails anything: starts, ends or reminders of alarms. @spec alarms.mail-reports */
export function isEverMailed(
  { notifyStart, notifyEnd, notifyEvery }: {
    readonly notifyStart: boolean;
    readonly notifyEnd: boolean;
    readonly notifyEvery: string;
  },
): boolean {
  return notifyStart || notifyEnd || notifyEvery !== "";
}
