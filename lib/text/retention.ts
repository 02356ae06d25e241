import type { PurgeEntry } from "../domain/organisations/types.ts";
import type { KeptFrom, PurgedKind, RetentionField } from "../domain/series/retention.ts";
import { countText } from "./counts.ts";
import { formatDay, formatInstant } from "./dates.ts";

/** The fields of a retention, as its form names them. */
export const RETENTION_LABELS: Readonly<Record<RetentionField, string>> = {
  infraDailyYears: "Relevés (ans)",
  dailyYears: "Jours (ans)",
  monthlyYears: "Mois (ans)",
};

/** What each of them keeps, under its field. */
export const RETENTION_HINTS: Readonly<Record<RetentionField, string>> = {
  infraDailyYears: "Heures et cinq minutes. Au-delà, un jour n’a plus que son total",
  dailyYears: "Au-delà, seuls les mois restent",
  monthlyYears: "Au-delà, plus rien ne reste",
};

/**
 * What the next purge takes away, before it does.
 *
 * @param at instant of the purge
 * @param timeZone of the clock it is told on
 */
export function nextPurgeText(at: string, kept: KeptFrom, timeZone?: string): string {
  const [points, days, months] = [kept.points, kept.days, kept.months].map(formatDay);
  return `Prochaine suppression\u00A0: le ${
    formatInstant(at, timeZone)
  }. S’il y en a, elle retirera les relevés d’avant le ${points}, les jours d’avant le ${days} et les mois d’avant le ${months}, même importés aujourd’hui. Pour les garder, allongez les durées avant.`;
}

const PURGED: Readonly<Record<PurgedKind, string>> = {
  points: "Relevés supprimés",
  days: "Jours supprimés",
  months: "Années de mois supprimées",
  corrected: "Jour corrigé par différence",
  ignored: "Relevés tardifs écartés",
};

/** What a line of the log says was done. */
export function purgedText(what: PurgedKind): string {
  return PURGED[what];
}

/** Up to when a purge went, or the day of what came late. */
export function purgedWhen({ what, date }: PurgeEntry): string {
  const day = formatDay(date);
  return what === "corrected" || what === "ignored" ? day : `Avant le ${day}`;
}

/** Which series a line is about. */
export function purgedSeries({ seriesName, seriesCount }: PurgeEntry): string {
  return seriesName ?? countText(seriesCount, "série");
}
