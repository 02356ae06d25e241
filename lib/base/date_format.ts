/** Writes days, months and instants in French. @module */

import { atMonth, dateParts, type IsoDate, type IsoMonth, monthParts } from "./civil_dates.ts";
import { HOUR_MS } from "./durations.ts";
import { memo } from "./memo.ts";

/** The days of a week, from Monday. */
export const WEEKDAYS = ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"];

export const MONTH_NAMES = [
  "janvier",
  "février",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "août",
  "septembre",
  "octobre",
  "novembre",
  "décembre",
] as const;

/** French abbreviations of the months, from January. */
export const SHORT_MONTHS = [
  "janv.",
  "févr.",
  "mars",
  "avr.",
  "mai",
  "juin",
  "juil.",
  "août",
  "sept.",
  "oct.",
  "nov.",
  "déc.",
] as const;

/** Labels of a time that the clock shows twice, when summer time ends. */
export const SUMMER_TIME = "heure d’été";
export const WINTER_TIME = "heure d’hiver";

/** A month with its year: "janvier 2023". @spec texts.dates */
export function formatMonth(month: IsoMonth): string {
  const parts = monthParts(month);
  return `${monthName(parts.month)} ${parts.year}`;
}

/** A month after "de": "de janvier 2023", "d’octobre 2023". */
export function ofMonth(month: IsoMonth): string {
  const text = formatMonth(month);
  return /^[ao]/.test(text) ? `d’${text}` : `de ${text}`;
}

/** The name of a month 1–12, without its year: "janvier". */
export function monthName(month: number): string {
  return atMonth(MONTH_NAMES, month);
}

/** A day in full: "15 juillet 2023", and "1er" for the first of the month. @spec texts.dates */
export function formatLongDay(date: IsoDate): string {
  const { year, month, day } = dateParts(date);
  return `${dayOfMonth(day)} ${monthName(month)} ${year}`;
}

/** A day of a month, 1–31: "1er", "2". */
export function dayOfMonth(day: number): string {
  return day === 1 ? "1er" : String(day);
}

/** A day in short: "15/07/2023". @spec texts.dates @returns "" for null */
export function formatDay(date: IsoDate | null): string {
  if (date === null) return "";
  const [year, month, day] = date.split("-");
  return `${day}/${month}/${year}`;
}

/**
 * An instant in local time: "15/07/2023 à 10:00", "25/10/2026 à 02:30 (heure d’hiver)".
 *
 * @param instant ISO with Z
 * @param timeZone that of the project
 * @returns "" for null
 */
export function formatInstant(instant: string | null, timeZone = "Europe/Paris"): string {
  if (instant === null) return "";
  const epochMs = Date.parse(instant);
  const shown = clockText(epochMs, timeZone);
  if (clockText(epochMs + HOUR_MS, timeZone) === shown) return `${shown} (${SUMMER_TIME})`;
  return clockText(epochMs - HOUR_MS, timeZone) === shown ? `${shown} (${WINTER_TIME})` : shown;
}

function clockText(epochMs: number, timeZone: string): string {
  const parts = clockOf(timeZone).formatToParts(new Date(epochMs));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("day")}/${part("month")}/${part("year")} à ${part("hour")}:${part("minute")}`;
}

const clockOf = memo((timeZone: string) =>
  new Intl.DateTimeFormat("fr-FR", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  })
);
