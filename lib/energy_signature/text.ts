/** Words of the energy signature: its verdict, its status and the days left out. @module */

import { formatLongDay } from "@/lib/base/date_format.ts";
import { formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import type { Drift, DriftHint } from "./drift.ts";
import type { DriftClosing, EnergySignature, Exclusion, SignatureChange } from "./schema.ts";
import type { SignatureStatus } from "./signature.ts";

/** The season of a year, "2025-2026". */
export function seasonName(yearStart: number): string {
  return `${yearStart}-${yearStart + 1}`;
}

const HINTS: Readonly<Record<DriftHint, string>> = {
  base: "Piste\u00A0: la part sans chauffage a changé (eau chaude, bouclage).",
  slope: "Piste\u00A0: la consommation par degré a changé (isolation, ventilation, rendement).",
  balance: "Piste\u00A0: la température de non-chauffage a changé (consignes, programmation).",
  undetermined:
    "Plusieurs causes l’expliquent aussi bien\u00A0: les relevés ne disent pas laquelle.",
};

const SET_BACK_LOST =
  "Piste\u00A0: la nuit consomme presque autant que le jour, le réduit de nuit ne se voit plus.";

const VERDICTS: Readonly<Record<Drift["verdict"], string>> = {
  drift: "Dérive",
  drop: "Baisse",
  watch: "À surveiller",
};

/** Why a season has no signature to rely on. @spec signature.fit */
export const STATUS_TEXTS: Readonly<Record<SignatureStatus, string>> = {
  tooFewDays: "moins de 90 jours utilisables",
  narrowTemperatures: "moins de 10 °C entre ses jours froids et ses jours doux",
  noHeating: "aucun lien entre la consommation et le froid",
  tooScattered: "trop dispersée pour conclure",
  ok: "fiable",
};

/** Why days are left out. @spec signature.days */
export const EXCLUSION_TEXTS: Readonly<Record<Exclusion, string>> = {
  "no-energy": "Consommation inconnue",
  "no-temperature": "Température extérieure inconnue",
  "incomplete": "Relevés incomplets",
  "estimated": "Consommation estimée, ou relevée à la semaine ou au mois",
  "doubtful": "Relevés douteux",
  "no-consumption": "Aucune consommation",
};

/** The title of the verdict of a season, and what it says. @spec signature.drift */
export function verdictText(
  { fit, reference, drift, earlier, closings, setBackLost }: Omit<EnergySignature, "landings">,
): { readonly title: string; readonly lines: readonly string[] } {
  if (fit === null) {
    return {
      title: "Pas de signature",
      lines: ["Renseignez l’énergie de la chaufferie et une source de température extérieure."],
    };
  }
  if (reference === null) {
    return { title: "Dérive non recherchée", lines: [noReferenceText(earlier)] };
  }
  const against = `la saison ${seasonName(reference)}, à température égale`;
  if (drift === null) {
    const closed = closings.at(-1);
    const since = closed === undefined ? "" : ` depuis le ${formatLongDay(closed.date)}`;
    return {
      title: `Pas de dérive${since}`,
      lines: [`La consommation suit celle de ${against}.`],
    };
  }
  const { percent, unjudgedKwh, hint } = drift;
  const unjudged = formatQuantity(Math.abs(unjudgedKwh), "kWh", 0);
  const estimate = Math.round(Math.abs(unjudgedKwh)) === 0 ? [] : [
    `Environ ${unjudged} ${percent > 0 ? "de plus" : "de moins"} les jours sans relevé utilisable.`,
  ];
  const night = setBackLost ? [SET_BACK_LOST] : [];
  return {
    title: driftTitle(drift),
    lines: [
      `Par rapport à ${against}.`,
      ...hint === null ? [] : [HINTS[hint]],
      ...night,
      ...estimate,
    ],
  };
}

const CHANGE_TEXTS: Readonly<Record<SignatureChange["kind"], string>> = {
  meter: "compteur remplacé",
  contract: "contrat changé (NB ou q)",
  works: "signature changée",
};

/** « signature changée le 3 novembre 2025 (Chaudière remplacée, a@b.fr) ». @spec signature.reference */
export function changeText({ kind, date, text, author }: SignatureChange): string {
  const said = [text, author].filter((part) => part !== "").join(", ");
  const words = `${CHANGE_TEXTS[kind]} le ${formatLongDay(date)}`;
  return said === "" ? words : `${words} (${said})`;
}

/** « Close le 3 février 2026 : vanne réparée (a@b.fr). Dérive depuis le 12 octobre 2025, +18 %, +21 400 kWh ». @spec signature.closing */
export function closingText({ date, text, author, drift }: DriftClosing): string {
  const who = author === "" ? "" : ` (${author})`;
  const what = drift === null ? "" : `. ${driftTitle(drift)}`;
  return `Close le ${formatLongDay(date)}\u00A0: ${text}${who}${what}`;
}

/** « Dérive depuis le 12 octobre 2025, +18 %, +21 400 kWh ». @spec signature.drift */
export function driftTitle({ verdict, since, percent, lostKwh }: Drift): string {
  const sign = percent > 0 ? "+" : "−";
  const change = `${sign}${formatPercent(Math.abs(percent), 0)}`;
  const amount = `${sign}${formatQuantity(Math.abs(lostKwh), "kWh", 0)}`;
  return `${VERDICTS[verdict]} depuis le ${formatLongDay(since)}, ${change}, ${amount}`;
}

function noReferenceText(earlier: EnergySignature["earlier"]): string {
  if (earlier.length === 0) return "Aucune saison complète ne la précède.";
  const reasons = earlier.map(({ yearStart, change, fit: { status } }) => {
    const why = status === "ok" && change !== null ? changeText(change) : STATUS_TEXTS[status];
    return `${seasonName(yearStart)}\u00A0: ${why}`;
  });
  return `Aucune saison ne peut servir de référence. ${reasons.join("\u00A0; ")}.`;
}
