/** Words for the events of meters and the jumps of their registers. @module */

import { formatNumber } from "@/lib/base/text_format.ts";
import {
  INDEX_DECIMALS,
  type JumpCause,
  type MeterEventKind,
} from "@/lib/timeseries/meter_event.ts";
import type { MeterMark } from "@/lib/timeseries/schema.ts";

export const METER_EVENT_LABELS = {
  what: "Ce qui est arrivé",
  houseId: "Logement",
  date: "Le",
  time: "À",
  finalIndex: "Dernier index avant",
  firstIndex: "Premier index après",
  comment: "Commentaire",
};

export const METER_EVENT_KIND_LABELS: Readonly<Record<MeterEventKind, string>> = {
  replacement: "Compteur remplacé",
  reset: "Compteur remis à zéro",
};

/** Most likely cause of a jump of a register. */
export const FALL_CAUSE_LABELS: Readonly<Record<JumpCause, string>> = {
  replacement: "Compteur remplacé ou remis à zéro",
  reset: "Compteur remis à zéro",
  wrap: "Retour à zéro après le dernier chiffre",
  mistake: "Erreur de relevé",
};

/** Effect of a register's fall on the figures, and how to correct it. */
export const FALL_ADVICE =
  "Rien n’est compté entre les deux relevés. Si le compteur a été remplacé ou remis à zéro, datez-le. Sinon un des deux relevés est faux\u00A0: un relevé corrigé, envoyé à la même heure, le remplace.";

type MarkFacts = Pick<MeterMark, "what" | "fall">;

/** An event of a meter on a day: "remplacé le 12/03", "en recul le 12/03 (15,5 puis 12) : erreur de relevé ?". */
export function happenedText({ what, fall }: MarkFacts, day: string): string {
  if (what === "replacement") return `remplacé le ${day}`;
  if (what === "reset") return `remis à zéro le ${day}`;
  const { before = 0, value = 0, cause } = fall ?? {};
  const registers = [before, value].map((one) => formatNumber(one, INDEX_DECIMALS)).join(" puis ");
  const way = value > before ? "saut" : "recul";
  const when = fall ? `${day} (${registers})` : day;
  const guess = cause === "mistake" ? "erreur de relevé" : "remplacé ou remis à zéro";
  return `en ${way} le ${when}\u00A0: ${guess}\u00A0?`;
}

export function lostWithEvent(
  { counted, countedWithout }: { counted: number | null; countedWithout: number | null },
  unit: string,
): string {
  if (counted === null && countedWithout === null) {
    return "Les index de part et d’autre seront perdus.";
  }
  const amount = (value: number | null) =>
    `${formatNumber(value ?? 0, INDEX_DECIMALS)}\u00A0${unit}`;
  return `Entre les relevés qui l’entourent, la consommation passera de ${amount(counted)} à ${
    amount(countedWithout)
  }.`;
}
