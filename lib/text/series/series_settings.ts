import type { SeriesLine } from "@/lib/domain/projects/series_list.ts";
import type { SeriesScope } from "@/lib/domain/projects/types.ts";
import { hasUse } from "@/lib/domain/series/units.ts";
import { KIND_LABELS } from "@/lib/text/consumption_reports/kinds.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

export const SERIES_LABELS = {
  dataUnitId: "Grandeur",
  renamed: "Nom",
  importedUnit: "Unité du compteur",
  equipmentId: "Équipement",
  rhythm: "Rythme des relevés",
  use: "Usage",
  maxRatePerHour: "Débit maximal (par heure)",
  rollsOverAt: "Capacité du compteur (remise à zéro)",
  dataSourceOptions: "Options de la source",
};

/** Hint of the rate of a register: the default when it is left empty. @spec series.registers */
export function rateHint(defaultRate: number | null, unit: string): string {
  if (defaultRate === null) return `En ${unit}. Vide\u00A0: pas de limite`;
  return `Vide\u00A0: ${
    formatNumber(defaultRate, RATE_DECIMALS)
  }\u00A0${unit}, ce que peut passer un compteur de ce genre`;
}

const RATE_DECIMALS = 3;

interface Rated {
  readonly maxRatePerHour?: number | null | undefined;
}

/** A changed series for the audit log, with its « Débit maximal » before and after when it changed. */
export function rateChangedText(
  name: string,
  { maxRatePerHour: before = null }: Rated,
  { maxRatePerHour: after = null }: Rated,
): string {
  if (before === after) return name;
  const rate = (one: number | null) =>
    one === null ? "par défaut" : formatNumber(one, RATE_DECIMALS);
  return `${name} (débit maximal\u00A0: ${rate(before)}, puis ${rate(after)})`;
}

export const SCOPE_LABELS: Readonly<Record<SeriesScope, string>> = {
  facilities: "Équipements",
  housing: "Logements",
};

/** Place of a series: its equipment, the residence itself or its dwellings. */
export function seriesPlaceText({ scope, equipment }: SeriesLine): string {
  return equipment?.name ?? (scope === "housing" ? "Chaque logement" : "Résidence");
}

export function measureText(measure: string): string {
  return measure.replace(",house=* ", " ");
}

/** Why a source cannot feed a series. */
export const SOURCE_MISTAKES = {
  series: "Choisissez d’abord la série à alimenter.",
  house: "Dites de quel logement vient la source, par son nom ou son numéro de série.",
  dwelling: "Créez la série, puis rattachez-lui cette source en disant de quel logement elle vient",
  measure: "Une mesure des logements va avec une série de chaque logement",
} as const;

/** Why a source cannot feed a series of another unit. @spec imports.units */
export function unitMistake(from: string, to: string): string {
  return `La source envoie des valeurs en ${from}, qui ne se convertissent pas en ${to}, l’unité de la série. Choisissez une autre série, ou corrigez l’unité envoyée.`;
}

/** Use of meters that count a dwelling's whole electricity or gas. */
export const WHOLE_DWELLING = "Tout le logement";

/** Use of the meters of a line; "" when they have no choice of use. @spec reports.uses */
export function useText({ scope, dataUnitId, use }: SeriesLine): string {
  if (use !== null) return KIND_LABELS[use];
  return scope === "housing" && hasUse(dataUnitId) ? WHOLE_DWELLING : "";
}

/** Why a series has no single use. */
export const USE_MISTAKE =
  "Seuls les compteurs d’électricité ou de gaz (kWh) de chaque logement ont un usage";

/** The last value of a line; "" without readings. */
export function lastValueText({ last, decimals }: SeriesLine): string {
  return last?.message ?? formatNumber(last?.value ?? null, decimals);
}

export const COLLECTOR_TOKEN_WORDS = {
  caption: "Jetons",
  name: "Jeton",
  used: "Dernier envoi",
  loss: (name: string) => `Les envois qui utilisent «\u00A0${name}\u00A0» seront refusés aussitôt.`,
} as const;

/** Detaching sources from a series. @spec collectors.detaching */
export const DETACHING = {
  intro: "Une source détachée n’alimente plus la série. Les relevés déjà reçus restent.",
  many: "Détacher plusieurs sources",
  question: "Les sources détachées n’alimenteront plus la série. Lesquelles détacher\u00A0?",
  measure:
    "Tant que la série garde une mesure de tous les logements, les sources de cette mesure s’y rattachent à leur prochain relevé\u00A0: détachez-la avec elles.",
  ticked: "Détacher les sources cochées",
  every: (count: number) => `Détacher toute la liste (${countText(count, "source")})`,
  none: "Cochez au moins une source dans la liste.",
} as const;
