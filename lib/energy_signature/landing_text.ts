/** Words and file of the landing of a season. @module */

import type { CsvColumn } from "@/lib/base/csv.ts";
import { round } from "@/lib/base/rounding.ts";
import { countText, formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import type { DatedLanding, Landing } from "./landing.ts";

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
