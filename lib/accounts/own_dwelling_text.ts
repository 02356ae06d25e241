/** Words of the page of an occupant's own dwelling. @module */

import { formatDay } from "@/lib/base/date_format.ts";
import { round } from "@/lib/base/rounding.ts";
import { formatQuantity, withNoBreaks } from "@/lib/base/text_format.ts";
import { comparedValue, type RunningMonth } from "@/lib/housing/running_month.ts";
import type { Consent, OwnHouse, OwnMessage } from "@/lib/housing/schema.ts";
import { dwellingWords } from "@/lib/housing/text.ts";
import type { MonthGap } from "./own_dwelling_rules.ts";

/** Source of a consent given by a user on their own page. */
export const OWN_CONSENT_SOURCE = "Donné par l’occupant sur sa page";

/** Dwelling of a user, and start of their stay. */
export function ownHouseText({ residence, dwelling, from, to }: OwnHouse): string {
  const until = to === null ? "" : `, jusqu’au ${formatDay(to)}`;
  return `${residence}, ${dwellingWords(dwelling)}, depuis le ${formatDay(from)}${until}`;
}

export function messageUntil({ to }: OwnMessage): string {
  return to === null ? "Message de votre résidence" : `Message jusqu’au ${formatDay(to)}`;
}

/** Why a month is incomplete, below its name. */
export const GAP_TEXTS: Readonly<Record<MonthGap, string>> = {
  arrival: "à partir de votre arrivée",
  departure: "jusqu’à votre départ",
  running: "en cours",
  readings: "relevés incomplets",
};

/** Comparison of the running month, after its share when there is one. */
export function comparedText(
  { yearBefore, percent }: Pick<RunningMonth, "yearBefore" | "percent">,
  { before, unit }: { before: string; unit: string },
): string {
  const compared = comparedValue(yearBefore);
  if (compared === null) return `Rien à comparer en ${before}`;
  const whole = `${formatQuantity(compared, unit)} en ${before}`;
  return percent === null ? whole : `de ${whole}`;
}

/** Projection of the current month, in a sentence; "" when unknown. */
export function headingText({ projected, status, yearBefore }: RunningMonth, unit: string): string {
  if (projected === null) return "";
  const heading = `À ce rythme : ${formatQuantity(projected, unit)} à la fin du mois`;
  const compared = status === null ? null : comparedValue(yearBefore);
  if (compared === null) return withNoBreaks(heading);
  const excess = round(projected, SHOWN_DECIMALS) - round(compared, SHOWN_DECIMALS);
  return withNoBreaks(`${heading}, ${besideText(excess, status === "bad")} l’an dernier`);
}

/** Decimals of displayed quantities: the sentence compares the displayed values. */
const SHOWN_DECIMALS = 1;

function besideText(excess: number, isBad: boolean): string {
  if (excess === 0) return "comme";
  if (excess < 0) return "moins que";
  return isBad ? "plus que" : "un peu plus que";
}

/** Effect of the user's consent. */
export const CONSENT_INTRO = withNoBreaks(
  "Sans votre accord, personne d’autre que vous ne voit vos relevés plus finement que jour par jour. Avec lui, votre bailleur peut les voir heure par heure, là où la résidence le permet : pour chercher une fuite ou une panne, par exemple. Vous êtes libre de refuser et de changer d’avis : cela ne change rien à ce que vous voyez ici.",
);

/** The user's consent and its date. */
export function ownConsentText(consent: Consent | null): string {
  if (consent === null) return "Vous n’avez pas donné votre accord.";
  const { givenOn, source, withdrawnOn } = consent;
  if (withdrawnOn !== null) return `Vous avez retiré votre accord le ${formatDay(withdrawnOn)}.`;
  const how = source === OWN_CONSENT_SOURCE ? "sur cette page" : source;
  return `Vous avez donné votre accord le ${formatDay(givenOn)} (${how}).`;
}

/** Shown to a user without a dwelling. */
export const NO_OWN_HOUSE = {
  title: "Aucun logement ne vous est ouvert",
  text:
    "L’accès commence le jour de votre entrée et finit avec votre départ. Votre bailleur choisit les résidences et les logements où il existe : s’il vous manque, adressez-vous à lui.",
} as const;

/** Shown on the page of a dwelling to an occupant who has left, or has not moved in yet. @spec housing.invitations */
export const OWN_HOUSE_CLOSED = {
  title: "Ce logement ne vous est pas ouvert",
  text: NO_OWN_HOUSE.text,
} as const;

/** Shown to an occupant whose dwelling has no measurement. */
export const NOTHING_MEASURED = {
  title: "Rien n’est encore mesuré dans votre logement",
  text: "Vos consommations apparaîtront ici dès qu’un compteur ou un capteur enverra ses relevés.",
} as const;

/** Shown for a period without readings. */
export const NOTHING_READ = {
  title: "Aucun relevé sur cette période",
  text: "Choisissez une autre période ; seuls les jours depuis votre arrivée sont montrés.",
} as const;
