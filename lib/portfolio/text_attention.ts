/** Holds the French words of the cards that call for attention on the home page. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import { namesOf } from "@/lib/base/records.ts";
import { countText, formatNumber, NO_BREAK_SPACE } from "@/lib/base/text_format.ts";
import { RECENT_DAYS } from "@/lib/energy_balance/constants.ts";
import type { RecentGap } from "@/lib/energy_balance/schema.ts";
import type { ProjectSilence } from "@/lib/series/schema.ts";
import type { Rhythm } from "@/lib/timeseries/rhythm.ts";

/** Number of boiler rooms above their threshold, and the period of their gaps. @spec balance.recent-gap */
function gapsText(count: number): string {
  return `${
    countText(count, "chaufferie")
  } au-dessus du seuil sur les ${RECENT_DAYS}${NO_BREAK_SPACE}derniers jours`;
}

/** Number of boiler rooms that use too much: those that drift, and those whose gap is above their threshold. */
export function wasteText(driftCount: number, gapCount: number): string {
  if (driftCount === 0) return gapsText(gapCount);
  const drifting = `${countText(driftCount, "chaufferie")} en dérive`;
  return gapCount === 0 ? drifting : `${drifting}, ${formatNumber(gapCount, 0)} au-dessus du seuil`;
}

/** A gap, the days compared and the threshold: "+17,8 % sur 27 jours, seuil 5 %". */
export function gapText({ dayCount, percent, threshold }: RecentGap): string {
  const days = countText(dayCount, "jour");
  const gap = `+${formatNumber(percent)}${NO_BREAK_SPACE}% sur ${days}`;
  return threshold === null ? gap : `${gap}, seuil ${formatNumber(threshold)}${NO_BREAK_SPACE}%`;
}

export function silencesText(count: number): string {
  return `${countText(count, "résidence")} aux relevés manquants`;
}

export function silenceText(
  { timeZone, expectedCount, silentCount, silentRhythms, lastAt, isUnread }: ProjectSilence,
): string {
  if (isUnread) return "relevés illisibles pour l’instant";
  if (lastAt === null) return expectedCount === 0 ? "aucun capteur" : "aucun relevé reçu";
  if (silentCount === expectedCount) {
    return `aucun relevé depuis le ${formatInstant(lastAt, timeZone)}`;
  }
  const series = countText(silentCount, "série muette", "séries muettes");
  const since = silentRhythms.map((every) => SILENT_SINCE[every]).join(" ou ");
  const why = silentRhythms.length > 1 ? " selon leur rythme" : "";
  return `${series} depuis plus ${since}${why}, sur ${formatNumber(expectedCount, 0)}`;
}

/** Delay after the newest reading from which a series is silent. @spec series.silence */
const SILENT_SINCE: Readonly<Record<Rhythm, string>> = {
  "several-a-day": "d’un jour",
  "day": `de 36${NO_BREAK_SPACE}heures`,
  "week": `de 10${NO_BREAK_SPACE}jours et demi`,
  "month": `de 46${NO_BREAK_SPACE}jours`,
};

/** Number of gas consents that need attention. */
export function consentsText(count: number): string {
  return `${countText(count, "consentement")} de gaz à suivre`;
}

/** What today's problems are read from, besides the residences themselves. */
const SUBJECT_NAMES = {
  gaps: "écarts des chaufferies",
  drifts: "dérives des chaufferies",
  silences: "relevés manquants",
  consents: "consentements de gaz",
  documents: "documents",
} as const;

export type AttentionSubject = keyof typeof SUBJECT_NAMES;

export const ATTENTION_SUBJECTS = namesOf(SUBJECT_NAMES);

/** Says what could not be read: "Illisibles pour l’instant : relevés manquants, documents". */
export function unreadText(subjects: readonly AttentionSubject[]): string {
  return `Illisibles pour l’instant\u00A0: ${subjects.map((one) => SUBJECT_NAMES[one]).join(", ")}`;
}
