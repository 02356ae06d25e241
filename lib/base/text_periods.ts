/** The French labels of periods, of their steps and of their faults. @module */

import { isoDate, isoMonth } from "./civil_dates.ts";
import {
  formatLongDay,
  formatMonth,
  monthName,
  ofMonth,
  SUMMER_TIME,
  WINTER_TIME,
} from "./date_format.ts";
import { clockOfInstant, type PeriodInstant, readInstantSegment } from "./period_instants.ts";
import type { PeriodFault, PeriodOption } from "./period_selector.ts";
import { isShifted, type PeriodLevel, type PeriodRange, type PeriodType } from "./periods.ts";

/** Labels of the period selector. @spec periods.switch */
export const PERIOD_OPTION_LABELS: Readonly<Record<PeriodOption, string>> = {
  "month": "Mois",
  "week": "Semaines",
  "day": "Jours",
  "hour": "Heures",
  "five-minute": "5\u00A0min",
};

/** Labels shown in place of the selector. @spec periods.switch */
export const STATIC_PERIOD_LABELS = { year: "Année", month: "Mois" } as const;

/** Accessible labels of the arrows of a navigator line. */
export const PERIOD_STEP_LABELS: Readonly<
  Record<PeriodLevel, { previous: string; next: string }>
> = {
  year: { previous: "Année précédente", next: "Année suivante" },
  month: { previous: "Mois précédent", next: "Mois suivant" },
  day: { previous: "Jour précédent", next: "Jour suivant" },
};

/** The year line of the navigator: "2023", or "2023-2024" when shifted. @spec periods.ranges */
export function yearLabel(range: PeriodRange): string {
  return isShifted(range.type) ? `${range.year}-${range.year + 1}` : String(range.year);
}

/** The year in words: "Année 2023", or "Saison 2023 à 2024" when shifted. @spec balance.csv */
export function yearTitle(year: number, shifted: boolean): string {
  return shifted ? `Saison ${year} à ${year + 1}` : `Année ${year}`;
}

/** A range: "2023", "2023-2024", "juillet 2023" or "15 juillet 2023". */
export function rangeLabel(range: PeriodRange): string {
  if (range.month === undefined) return yearLabel(range);
  return range.day === undefined
    ? formatMonth(isoMonth(range.year, range.month))
    : formatLongDay(isoDate(range.year, range.month, range.day));
}

/** Text of a link to a range: "Voir 2023", "Voir juillet 2023", "Voir le 15 juillet 2023". */
export function seeRangeText(range: PeriodRange): string {
  return `Voir ${range.day === undefined ? "" : "le "}${rangeLabel(range)}`;
}

/** Label of a navigator line, between its arrows: a year, a month or a day. */
export function lineLabel(range: PeriodRange, level: PeriodLevel): string {
  if (level === "year") return yearLabel(range);
  const { day: _day, ...month } = range;
  return rangeLabel(level === "month" ? month : range);
}

/** A slot in words: "janvier 2023", "semaine 5 de 2023", "15 juillet 2023", "08:00", "02:00 (heure d’été)". */
export function instantLabel(instant: PeriodInstant): string {
  switch (instant.type) {
    case "monthly":
      return formatMonth(instant.month);
    case "weekly":
      return `semaine\u00A0${instant.week} de ${instant.weekYear}`;
    case "daily":
      return formatLongDay(instant.date);
    case "hourly":
    case "fivemin":
      return `${clockOfInstant(instant)}${offsetNote(instant.offset)}`;
  }
}

/** Note on a time shown twice by the clock: words for the offsets of France, otherwise the offset itself. */
function offsetNote(offset: string | undefined): string {
  return offset === undefined ? "" : ` (${OFFSET_WORDS[offset] ?? `UTC${offset}`})`;
}

const OFFSET_WORDS: Readonly<Record<string, string>> = {
  "+02:00": SUMMER_TIME,
  "+01:00": WINTER_TIME,
};

/** Shown in place of the figures of a future period. */
export const NOT_BEGUN = "Cette période n’a pas commencé";

/** Error of a period that a page does not offer. */
export function periodFaultText(fault: PeriodFault): string {
  switch (fault.kind) {
    case "no-period":
      return "L’adresse ne nomme aucune période connue.";
    case "no-such-year":
      return `L’année ${fault.year} ne se lit pas\u00A0: les périodes vont de ${fault.first} à ${fault.last}.`;
    case "no-such-month":
      return `Le mois ${fault.month} de ${fault.year} n’existe pas.`;
    case "no-such-day":
      return `Le ${fault.day} ${monthName(fault.month)} ${fault.year} n’existe pas.`;
    case "not-begun":
      return `Le mois ${ofMonth(fault.month)} n’a pas commencé.`;
    case "not-offered":
      return `Cette page ne se lit pas ${CUT_WORDS[fault.type]}.`;
  }
}

const CUT_WORDS: Readonly<Record<PeriodType, string>> = {
  "monthly": "mois par mois",
  "monthly-shifted": "par saison",
  "weekly": "par semaine",
  "weekly-shifted": "par semaine",
  "daily": "jour par jour",
  "hourly": "heure par heure",
  "halfhourly": "par demi-heure",
  "fivemin": "toutes les cinq minutes",
};

/** Heading of the column of slots, by type of period. */
export const SLOT_HEADS: Readonly<Record<PeriodOption, string>> = {
  "month": "Mois",
  "week": "Semaine",
  "day": "Jour",
  "hour": "Heure",
  "five-minute": "Heure",
};

export function slotLabel(slot: string): string {
  const instant = readInstantSegment(slot);
  return instant === null ? slot : instantLabel(instant);
}

/** An hour of the day: « 6 h ». */
export function hourText(hour: number): string {
  return `${hour}\u00A0h`;
}

/** Duration of an interval: "35 min", "4 h 05", "3 j 2 h". */
export function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes}\u00A0min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60;
    return rest === 0 ? `${hours}\u00A0h` : `${hours}\u00A0h\u00A0${String(rest).padStart(2, "0")}`;
  }
  const days = Math.floor(hours / 24);
  const rest = hours % 24;
  return rest === 0 ? `${days}\u00A0j` : `${days}\u00A0j\u00A0${rest}\u00A0h`;
}
