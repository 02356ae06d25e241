/** Words of the comparison at equal weather, and of the marks of a year. @module */

import { formatMonth } from "@/lib/base/date_format.ts";
import { formatNumber, formatQuantity } from "@/lib/base/text_format.ts";
import type { BalancePeriod } from "./balance_report.ts";
import type { NoClass } from "./carbon.ts";
import type { ComparedMonth, NotCompared, YearCarbon } from "./year_comparison.ts";

const NOT_COMPARED: Readonly<Record<NotCompared, string>> = {
  "running": "pas encore terminé",
  "unheated": "sans chauffage",
  "unknown": "consommation ou DJU inconnus, cette année ou l’année d’avant",
  "incomplete": "trop de jours manquants",
  "no-heating": "chauffage inconnu",
  "no-hot-water": "eau chaude inconnue",
  "no-dju": "DJU nuls ou inconnus",
  "no-reference-dju": "DJU de l’année d’avant nuls ou inconnus",
};

/** The months that are not compared, by reason: one sentence each. @spec balance.weather-corrected */
export function notComparedTexts(months: readonly ComparedMonth[]): string[] {
  const left = months.filter(({ reason }) => reason !== null);
  return [...Map.groupBy(left, ({ reason }) => reason)].flatMap(([reason, of]) =>
    reason === null
      ? []
      : `${of.map(({ month }) => formatMonth(month)).join(", ")}\u00A0: ${NOT_COMPARED[reason]}.`
  );
}

/** "2025", or "2024-2025". */
export function shortYear({ year, shifted }: BalancePeriod): string {
  return shifted ? `${year}-${year + 1}` : String(year);
}

/** A change with its sign: "+5,2 %". */
export function changeText(percent: number | null): string {
  return percent === null ? "" : `${percent > 0 ? "+" : ""}${formatNumber(percent, 1, 1)}\u00A0%`;
}

const NO_CLASS: Readonly<Record<NoClass, string>> = {
  "no-energy": "consommation inconnue",
  "no-factor": "facteur de carbone inconnu",
  "no-area": "surface inconnue",
  "not-twelve-months": "il faut douze mois complets",
};

/** The order of magnitude of a class, or why there is none. @spec balance.carbon */
export function markText({ mark, noMark }: Pick<YearCarbon, "mark" | "noMark">): string {
  if (noMark !== null) return `pas de repère\u00A0: ${NO_CLASS[noMark]}`;
  return `ordre de grandeur ${mark}`;
}

/** What the mark is not, and where its factors come from. @spec balance.carbon */
export function markNotes({ factors }: Pick<YearCarbon, "factors">): string[] {
  const sources = factors.map(({ set, source, year }) =>
    `${set} (${source.endsWith(String(year)) ? source : `${source}, ${year}`})`
  );
  return [
    "Énergie mesurée, avec la météo et les usages réels, pour le chauffage et l’eau chaude seuls\u00A0: ce n’est pas un DPE.",
    ...sources.length === 0 ? [] : [`Facteurs\u00A0: ${[...new Set(sources)].join(", ")}.`],
  ];
}

/** A figure by m², and the whole beside it: "134,2 kWh/m² (1 342 kWh)". */
export function perAreaText(
  { perM2, total, unit }: { perM2: number | null; total: number | null; unit: string },
): string {
  const whole = formatQuantity(total, unit, 0);
  if (perM2 === null) return whole;
  return `${formatNumber(perM2)}\u00A0${unit}/m² (${whole})`;
}
