/** Describes in French the next purge and the purged data of an organisation. @module */

import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { countText } from "@/lib/base/text_format.ts";
import type { PurgedKind } from "@/lib/timeseries/retention.ts";
import type { ComingPurge, PurgeEntry } from "./schema.ts";

/** The next purge: when, how much of each granularity, and up to which day. */
export function nextPurgeText(purge: ComingPurge): string {
  const { at, kept, pointCount, dayCount, monthCount, projectCount } = purge;
  const removed = [
    `${readings(pointCount)} d’avant le ${formatDay(kept.points)}`,
    `${removedCountText(dayCount, "journalière")} d’avant le ${formatDay(kept.days)}`,
    `${removedCountText(monthCount, "mensuelle")} d’avant le ${formatDay(kept.months)}`,
  ];
  const when = `Prochaine suppression\u00A0: le ${formatInstant(at)}, heure de Paris.`;
  const what = `${removed[0]}, ${removed[1]} et ${removed[2]}`;
  if (projectCount === 0) return `${when} Elle ne retirera rien\u00A0: ${what}.`;
  const where = countText(projectCount, "résidence");
  return `${when} Elle retirera, dans ${where}\u00A0: ${what}. Pour les garder, allongez les durées avant.`;
}

/** Number of residences with readings not counted yet; null when there are none. */
export function arrivingText({ arrivingCount }: ComingPurge): string | null {
  if (arrivingCount === 0) return null;
  return `Des relevés anciens viennent d’arriver dans ${
    countText(arrivingCount, "résidence")
  }\u00A0: ils seront comptés d’ici quelques minutes.`;
}

/** Number of residences left out of the count; null when there are none. */
export function uncountedText({ uncountedCount }: ComingPurge): string | null {
  if (uncountedCount === 0) return null;
  const residences = countText(uncountedCount, "résidence");
  const verb = uncountedCount < 2 ? "n’est pas comptée" : "ne sont pas comptées";
  return `${residences} ${verb} ici.`;
}

function readings(count: number): string {
  return count === 0 ? "aucun relevé" : countText(count, "relevé");
}

function removedCountText(count: number, of: "journalière" | "mensuelle"): string {
  return count === 0 ? `aucune valeur ${of}` : countText(count, `valeur ${of}`, `valeurs ${of}s`);
}

/** Actions of the lines of the log. */
export const PURGED_TEXTS: Readonly<Record<PurgedKind, string>> = {
  points: "Relevés supprimés",
  days: "Valeurs journalières supprimées",
  months: "Valeurs mensuelles supprimées",
  corrected: "Jour corrigé par différence",
  ignored: "Relevés tardifs écartés",
};

/** Limit day of a purge, or the day of late readings. */
export function purgedWhen({ what, date }: PurgeEntry): string {
  const day = formatDay(date);
  return what === "corrected" || what === "ignored" ? day : `Avant le ${day}`;
}
