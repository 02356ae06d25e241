import type { PurgeEntry } from "../domain/organisations/types.ts";
import type { PurgedKind, RetentionField } from "../domain/series/retention.ts";
import { countText } from "./counts.ts";
import { formatDay } from "./dates.ts";

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
