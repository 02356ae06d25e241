/** What a thing to do across the residences is, with its French words. @module */

import { authorText } from "@/lib/alarms/text.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { namesOf } from "@/lib/base/records.ts";
import { countText, formatNumber, NO_BREAK_SPACE } from "@/lib/base/text_format.ts";
import { RECENT_DAYS } from "@/lib/energy_balance/comparison.ts";
import type { RecentGap } from "@/lib/energy_balance/schema.ts";
import { FOLLOWED_LABELS } from "@/lib/residences/text.ts";
import type { ProjectSilence } from "@/lib/series/schema.ts";
import type { Rhythm } from "@/lib/timeseries/rhythm.ts";
import type { FollowedKind, FollowUp } from "./schema.ts";

/** What a person takes charge of, or puts off. */
export interface FollowedSubject {
  readonly projectId: string;
  readonly kind: FollowedKind;
  /** Id of the alarm, the boiler room or the residence, or number of the delivery point. */
  readonly id: string;
}

/** A thing to do. */
export interface ToDo {
  readonly kind: ToDoKind;
  readonly what: string;
  /** The page on which one acts. */
  readonly href: string;
  /** Name of the residence, with its boiler room; "" for several residences. */
  readonly where: string;
  /** Since when, a civil day of the residence; null when no day is known. */
  readonly since: IsoDate | null;
  /** Until when: the end of planned works, of a consent; null without one. */
  readonly due: IsoDate | null;
  /** Who must act, outside the organisation: a provider; "" for none. */
  readonly owner: string;
  /** Addresses of the provider to remind; none for what waits for the organisation. */
  readonly emails: readonly string[];
  /** null for what is not taken charge of here: documents, and delivery points without a residence. */
  readonly subject: FollowedSubject | null;
  /** null while no one took charge of it or put it off. */
  readonly followUp: FollowUp | null;
}

/** Names of the kinds, the most urgent first. @spec projects.to-do */
export const TO_DO_LABELS = {
  "cold-hot-water": "Eau chaude trop froide (légionelles)",
  "boiler-fault": "Défaut de chaufferie",
  "temperature": "Température hors bornes",
  "water-at-night": "Eau qui coule la nuit",
  "drift": "Dérive de consommation",
  "gap": "Écart au-dessus du seuil",
  "ventilation": "Ventilation",
  "skydome": "Skydome",
  "heating-control": "Chauffage piloté",
  "silence": FOLLOWED_LABELS["silence"],
  "gas-consent": FOLLOWED_LABELS["gas-consent"],
  "documents-late": "Documents en retard",
  "documents-refused": "Documents refusés",
  "documents-to-validate": "Documents à valider",
  "access": "Portes, portails et piles",
} as const;

export type ToDoKind = keyof typeof TO_DO_LABELS;

export const TO_DO_KINDS: readonly ToDoKind[] = namesOf(TO_DO_LABELS);

/** A gap, the days compared and the threshold: "+17,8 % sur 27 des 30 derniers jours, seuil 5 %". */
export function gapText({ dayCount, percent, threshold }: RecentGap): string {
  const compared = dayCount === RECENT_DAYS ? "les" : `${dayCount} des`;
  const days = `${compared} ${RECENT_DAYS}${NO_BREAK_SPACE}derniers jours`;
  const gap = `+${formatNumber(percent)}${NO_BREAK_SPACE}% sur ${days}`;
  return threshold === null ? gap : `${gap}, seuil ${formatNumber(threshold)}${NO_BREAK_SPACE}%`;
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

/** « station météo ESSEY muette depuis le 08/02/2026 ». */
export function stationText({ name, lastDay }: NonNullable<ProjectSilence["station"]>): string {
  const since = lastDay === null ? "" : ` depuis le ${formatDay(lastDay)}`;
  return `station météo ${name} muette${since}`;
}

/** Delay after the newest reading from which a series is silent. @spec series.silence */
const SILENT_SINCE: Readonly<Record<Rhythm, string>> = {
  "several-a-day": "d’un jour",
  "day": `de 36${NO_BREAK_SPACE}heures`,
  "week": `de 10${NO_BREAK_SPACE}jours et demi`,
  "month": `de 46${NO_BREAK_SPACE}jours`,
};

/** "3 documents en retard", "1 document refusé", "8 documents à valider". */
export function documentsText(list: "late" | "refused" | "to-validate", count: number): string {
  const [one, many] = DOCUMENT_WORDS[list];
  return countText(count, `document ${one}`, `documents ${many}`);
}

const DOCUMENT_WORDS = {
  "late": ["en retard", "en retard"],
  "refused": ["refusé", "refusés"],
  "to-validate": ["à valider", "à valider"],
} as const;

/** Days from which an age is given in months. */
const MONTHS_FROM_DAYS = 60;
const DAYS_PER_MONTH = 30.44;

/** "depuis aujourd’hui", "depuis 3 jours", "depuis 4 mois"; "" when no day is known. */
export function ageText(days: number | null): string {
  return days === null ? "" : `depuis ${sinceText(days)}`;
}

/** "aujourd’hui", "3 jours", "4 mois". */
export function sinceText(days: number): string {
  if (days === 0) return "aujourd’hui";
  if (days === 1) return "hier";
  return days < MONTHS_FROM_DAYS
    ? countText(days, "jour")
    : countText(Math.floor(days / DAYS_PER_MONTH), "mois", "mois");
}

export const NOBODY_IN_CHARGE = "Par personne";

/** "Ada Martin, le 12/11/2026 à 9:04"; "" while no one took charge. */
export function takenText({ taken }: Pick<FollowUp, "taken">, timeZone?: string): string {
  return taken === null
    ? ""
    : `${authorText(taken.author)}, le ${formatInstant(taken.at, timeZone)}`;
}

/** "au 12/12/2026, par Ada Martin"; "" while it is not put off. */
export function postponedText({ postponed }: Pick<FollowUp, "postponed">): string {
  return postponed === null
    ? ""
    : `au ${formatDay(postponed.until)}, par ${authorText(postponed.author)}`;
}

/** "échéance le 12/12/2026"; "" without one. */
export function dueText(due: IsoDate | null): string {
  return due === null ? "" : `échéance le ${formatDay(due)}`;
}

/** Who acts: the provider, or the person who took charge; "" for no one yet. */
export function ownerText({ owner, followUp }: Pick<ToDo, "owner" | "followUp">): string {
  return owner ||
    (followUp?.taken ? `pris en charge par ${authorText(followUp.taken.author)}` : "");
}

/** The address that opens a mail to a provider about late documents, the oldest since a day. @spec projects.follow-up */
export function reminderHref(
  emails: readonly string[],
  what: string,
  oldest: IsoDate | null,
): string {
  const since = oldest === null ? "" : `, dont le plus ancien depuis le ${formatDay(oldest)}`;
  const body =
    `Bonjour,\r\n\r\nNous attendons ${what}${since}.\r\nMerci de les déposer sur votre espace prestataire.`;
  const to = emails.map((email) => encodeURIComponent(email).replaceAll("%40", "@")).join();
  const [subject, text] = [`Rappel\u00A0: ${what}`, body].map(encodeURIComponent);
  return `mailto:${to}?subject=${subject}&body=${text}`;
}

/** What a sum of kWh is of. */
export const ENERGY_BASIS_LABELS = {
  PCS: "au gaz",
  PCI: "au bois",
  useful: "en réseau de chaleur",
} as const;

/** What the things to do are read from, besides the residences themselves. */
const SOURCE_NAMES = {
  figures: "chiffres des résidences",
  pces: "consentements de gaz",
  documents: "documents",
} as const;

export type ToDoSource = keyof typeof SOURCE_NAMES;

export const TO_DO_SOURCES = namesOf(SOURCE_NAMES);

/** Says that figures are missing: "Chiffres de 40 résidences en préparation, complets d’ici quelques minutes". */
export function waitingText(count: number): string {
  return `Chiffres de ${
    countText(count, "résidence")
  } en préparation, complets d’ici quelques minutes`;
}

/** Says what could not be read: "Illisibles pour l’instant : relevés manquants, documents". */
export function unreadText(sources: readonly ToDoSource[]): string {
  return `Illisibles pour l’instant\u00A0: ${sources.map((one) => SOURCE_NAMES[one]).join(", ")}`;
}
