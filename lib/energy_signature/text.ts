/** Words of the energy signature, its verdict and its landing, and the file of the landings. @module */

import type { CsvColumn } from "@/lib/base/csv.ts";
import { formatLongDay } from "@/lib/base/date_format.ts";
import { round } from "@/lib/base/rounding.ts";
import { countText, formatNumber, formatPercent, formatQuantity } from "@/lib/base/text_format.ts";
import type {
  DatedLanding,
  Drift,
  DriftClosing,
  EnergySignature,
  Exclusion,
  Landing,
  SignatureChange,
  SignatureFit,
} from "./schema.ts";

/** The season of a year, "2025-2026". */
export function seasonName(yearStart: number): string {
  return `${yearStart}-${yearStart + 1}`;
}

const HINTS: Readonly<Record<NonNullable<Drift["hint"]>, string>> = {
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
export const STATUS_TEXTS: Readonly<Record<SignatureFit["status"], string>> = {
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

/** kWh from which MWh have no decimal. */
const WHOLE_MWH = 10_000;

/** "412 MWh (398–426)"; without an interval, the energy alone. @spec signature.landing */
export function landingText({ kwh, low, high }: Landing): string {
  const decimals = Math.abs(kwh) < WHOLE_MWH ? 1 : 0;
  const mwh = (value: number) => formatNumber(value / 1000, decimals, decimals);
  const energy = energyText(kwh);
  return low === null || high === null || mwh(low) === mwh(high)
    ? energy
    : `${energy} (${mwh(low)}–${mwh(high)})`;
}

export function energyText(kwh: number | null): string {
  if (kwh === null) return "";
  return formatQuantity(kwh / 1000, "MWh", Math.abs(kwh) < WHOLE_MWH ? 1 : 0);
}

/** What the landing is made of, and how it is to be read. @spec signature.landing */
export function landingNotes({ seasonCount, withoutDrift }: DatedLanding): string[] {
  const seasons = countText(seasonCount, "saison passée", "saisons passées");
  const interval = withoutDrift?.low === null
    ? "il en faut cinq pour donner un intervalle"
    : "l’énergie finale est entre les bornes 8 fois sur 10";
  return [
    `C’est l’énergie de la chaufferie, eau chaude comprise. Les jours à venir ont la météo de ${seasons}\u00A0; ${interval}.`,
    "Chaque semaine passée est recalculée avec les relevés d’aujourd’hui\u00A0: un relevé corrigé depuis la change.",
  ];
}

/** The landing to retain: the drift goes on unless a person closes it. */
export function mainLanding({ withDrift, withoutDrift }: DatedLanding): Landing | null {
  return withDrift ?? withoutDrift;
}

const whole = (kwh: number | null | undefined) =>
  kwh === null || kwh === undefined ? null : round(kwh, 0);

export const LANDINGS_CSV: readonly CsvColumn<DatedLanding>[] = [
  { header: "Jour", value: ({ on }) => on },
  { header: "Déjà consommé (kWh)", value: ({ doneKwh }) => whole(doneKwh) },
  { header: "Sans dérive (kWh)", value: ({ withoutDrift }) => whole(withoutDrift?.kwh) },
  { header: "Avec la dérive (kWh)", value: ({ withDrift }) => whole(withDrift?.kwh) },
  { header: "Borne basse (kWh)", value: (week) => whole(mainLanding(week)?.low) },
  { header: "Borne haute (kWh)", value: (week) => whole(mainLanding(week)?.high) },
  { header: "N'B (kWh)", value: ({ targetKwh }) => whole(targetKwh) },
];
