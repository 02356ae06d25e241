/** Words of the comparisons, of boiler rooms and of two years, of the marks of a year and of the limits of the balance. @module */

import { formatMonth } from "@/lib/base/date_format.ts";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import {
  countText,
  formatNumber,
  formatPercent,
  formatQuantity,
  withNoBreaks,
} from "@/lib/base/text_format.ts";
import type { BalancePeriod } from "./balance_report.ts";
import type { NoClass } from "./carbon.ts";
import type { PortfolioSums } from "./comparison.ts";
import type { Rank, RankedFigure } from "./portfolio_ranks.ts";
import type { ComparisonLine, CumulativeReport } from "./schema.ts";
import type { ComparedMonth, NotCompared, YearCarbon } from "./year_comparison.ts";

/** The three limits of the help text. @spec balance.limits */
export const BALANCE_LIMITS: readonly string[] = [
  "Le gaz est compté en PCS, le solaire et le chauffage urbain en énergie utile : on compare chaque chaufferie à son propre objectif, pas les niveaux de deux chaufferies entre eux.",
  "Le solaire est ajouté pour sa valeur utile, comme le veut le contrat. Avec un rendement de chaudière de 85 %, l’équivalent à la chaudière serait 1,18 fois plus grand.",
  "Une erreur de 10 kWh/m³ sur q, pour 150 m³ d’eau chaude, décale NC de 1 500 kWh par mois, soit 10 à 14 % de NC en mai ou en octobre.",
].map(withNoBreaks);

/** How ranks and levels by m² are to be read. @spec balance.ranks */
export const RANKS_NOTE = withNoBreaks(
  "Le rang 1 est le plus bas, parmi vos chaufferies dont tous les mois terminés sont connus ; l’énergie est en kWh PCI, chauffage et eau chaude ensemble.",
);

interface ComparisonFigure {
  readonly field: string;
  readonly label: string;
  /** Heading in the file; its label and unit when omitted. */
  readonly header?: string;
  readonly unit: string;
  readonly decimals: 0 | 1;
  /** Its rank among the landlord's own is under it. */
  readonly ranked?: RankedFigure;
  /** Only in the file: another column says the same, or it is under its figure. */
  readonly fileOnly?: true;
  /** null without settings, or when no month of the year has begun. */
  value(line: ComparisonLine): number | null;
}

const ofYear = (value: (row: CumulativeReport) => number | null) => (line: ComparisonLine) =>
  line.cumulative && value(line.cumulative);

/** The figures of the comparison, in the order of its columns. @spec balance.comparison */
export const COMPARISON_FIGURES: readonly ComparisonFigure[] = [
  {
    ...{ field: "dju", label: "DJU", unit: "°C·j", decimals: 0, fileOnly: true },
    value: ofYear((row) => row.dju),
  },
  {
    ...{ field: "nc", label: "Conso NC", unit: "kWh", decimals: 0 },
    value: ofYear((row) => row.heating.total),
  },
  {
    ...{ field: "target", label: "Objectif N'B", unit: "kWh", decimals: 0, fileOnly: true },
    value: ofYear((row) => row.target.total),
  },
  {
    ...{ field: "ncPerArea", label: "Conso NC", unit: "Wh/m²/DJU", decimals: 1 },
    value: ofYear((row) => row.heating.perAreaDju),
  },
  {
    ...{ field: "targetPerArea", label: "Objectif N’B", unit: "Wh/m²/DJU", decimals: 1 },
    header: "Objectif N'B (Wh/m²/DJU)",
    value: ofYear((row) => row.target.perAreaDju),
  },
  {
    ...{ field: "gap", label: "Écart", unit: "%", decimals: 1 },
    value: ofYear((row) => row.rate.percent),
  },
  {
    ...{ field: "days", label: "Jours comparés", unit: "j", decimals: 0, fileOnly: true },
    value: ofYear((row) => row.comparedDayCount),
  },
  {
    ...{ field: "equalWeather", label: "Sur un an à climat égal", unit: "%", decimals: 1 },
    value: ({ equalWeather }) => equalWeather?.percent ?? null,
  },
  {
    ...{ field: "kwhPerM2", label: "Énergie", unit: "kWh/m²", decimals: 1 },
    ranked: "kwhPerM2",
    value: ({ marks }) => marks?.kwhPerM2 ?? null,
  },
  {
    ...{ field: "kgPerM2", label: "CO₂e", unit: "kg/m²", decimals: 1 },
    ranked: "kgPerM2",
    value: ({ marks }) => marks?.kgPerM2 ?? null,
  },
  {
    ...{ field: "data", label: "Données", unit: "%", decimals: 0, fileOnly: true },
    value: ofYear((row) => wholePercentOf(row.completeness)),
  },
];

/** The share of the readings behind a figure, when some lack. @spec balance.comparison */
export function dataText({ cumulative }: ComparisonLine): string {
  const percent = cumulative === null ? 100 : wholePercentOf(cumulative.completeness);
  return percent === 100 ? "" : `${formatPercent(percent, 0)} lus`;
}

/** "2e sur 12, 1er quart"; the quarter from four figures. @spec balance.ranks */
export function rankText({ rank, of, quartile }: Rank): string {
  return `${ordinal(rank)} sur ${of}${quartile === null ? "" : `, ${ordinal(quartile)} quart`}`;
}

function ordinal(rank: number): string {
  return rank === 1 ? "1er" : `${rank}e`;
}

/** What the boiler rooms use together, and their gap when their kWh are of one kind. @spec balance.ranks */
export function sumsText(
  { sums: { finalKwh, solarKwh, kg, gapPercent }, lineCount }: {
    sums: PortfolioSums;
    lineCount: number;
  },
): string {
  const rooms = countText(lineCount, "chaufferie connue", "chaufferies connues");
  const parts = [
    finalKwh === null ? "" : `${formatQuantity(finalKwh / 1000, "MWh", 0)} PCI`,
    solarKwh === null ? "" : `${formatQuantity(solarKwh / 1000, "MWh", 0)} solaires à part`,
    kg === null ? "" : `${formatQuantity(kg / 1000, "t", 1)} de CO₂e`,
    gapPercent === null ? "" : `écart ${changeText(gapPercent)}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${rooms}\u00A0: ${parts.join(", ")}.`;
}

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
