/** Rules of an alarm report's reminder interval and webhook address. @module */

import { exactNumber, NO_BREAK_SPACE } from "@/lib/base/text_format.ts";
import type { FieldRule } from "@/lib/ui/field_rules.ts";

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

/** Maximum length of a webhook URL, characters. */
export const WEBHOOK_URL_LENGTH = 500;
/** Length of a secret, characters. */
export const WEBHOOK_SECRET_LENGTH = { min: 16, max: 200 } as const;

/** Whether a text may be a webhook URL: http or https, without user and password. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && text.length <= WEBHOOK_URL_LENGTH &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    url.username === "" && url.password === "" && url.hostname !== "";
}

/** Units of the duration between two mails. @spec forms.durations */
export const EVERY_UNIT_LABELS: Readonly<Record<EveryUnit, string>> = {
  h: "heure(s)",
  d: "jour(s)",
};

/** Repeat interval of a report: "toutes les 2 heures", "tous les jours"; "" for never. */
export function everyText(notifyEvery: string): string {
  const { count, unit } = readEvery(notifyEvery);
  if (count === null || count === 0) return "";
  if (count === 1) return unit === "h" ? "toutes les heures" : "tous les jours";
  const times = exactNumber(count);
  return unit === "h"
    ? `toutes les ${times}${NO_BREAK_SPACE}heures`
    : `tous les ${times}${NO_BREAK_SPACE}jours`;
}

/** Meaning of a repeat interval on a report's form, including none. */
export function reminderText(notifyEvery: string): string {
  const every = everyText(notifyEvery);
  return every === "" ? "Aucun rappel" : `Un rappel ${every}, tant que l’alerte dure`;
}
