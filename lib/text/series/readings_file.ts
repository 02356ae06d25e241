import type {
  DateOrder,
  DetectedFormat,
  FileContent,
  OnConflict,
  Stamp,
} from "@/lib/domain/series/csv_content.ts";
import type { ExpiringReadings, ReadingsImport } from "@/lib/domain/series/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { lineRanges } from "@/lib/text/format/line_ranges.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { INDEX_DECIMALS } from "./meter_events.ts";

/** Kinds of values of a file, as choices of a form. */
export const CONTENT_LABELS: Readonly<Record<FileContent, string>> = {
  natural: "Selon chaque série",
  index: "Des index de compteur",
  consumption: "Des consommations",
};

/** Which end of a consumption is its date. */
export const STAMP_LABELS: Readonly<Record<Stamp, string>> = { begin: "Son début", end: "Sa fin" };

export const ON_CONFLICT_LABELS: Readonly<Record<OnConflict, string>> = {
  replace: "La remplacer",
  keep: "La garder",
};

const SEPARATORS: Readonly<Record<DetectedFormat["separator"], string>> = {
  ";": "points-virgules",
  ",": "virgules",
  tab: "tabulations",
};

const DATES: Readonly<Record<DateOrder, string>> = {
  dmy: "dates jj/mm/aaaa",
  ymd: "dates aaaa-mm-jj",
  serial: "dates en nombre de jours de tableur",
};

/** Detected format of a file, for the user to check. */
export function formatText({ separator, decimal, dates, shape }: DetectedFormat): string {
  return [
    `Colonnes séparées par des ${SEPARATORS[separator]}`,
    decimal === "," ? "virgule décimale" : "point décimal",
    DATES[dates],
    shape === "long" ? "une valeur par ligne" : "une colonne par série",
  ].join(", ") + ".";
}

/** The instructions on replaced meters, as lines of a file. */
export const REPLACED_METER_LINES = `date;serie;valeur;index de dépose
01/02/2026 00:00;Eau froide;1310,5;
12/02/2026 14:30;Eau froide;0;1342,8
01/03/2026 00:00;Eau froide;25,1;`;

/** The readings of an import that the retention removes the next night, and what stays of them. @spec imports.retention */
export function expiringText(
  { readingCount, pointsFrom, daysFrom, monthsFrom }: ExpiringReadings,
): string {
  const subject = countText(readingCount, "relevé");
  const verb = readingCount < 2 ? "sera supprimé" : "seront supprimés";
  return `${subject} d’avant le ${formatDay(pointsFrom)} ${verb} la nuit qui suit l’import, ` +
    "selon la conservation de l’organisation. Leurs chiffres restent, par jour depuis le " +
    `${formatDay(daysFrom)}, par mois depuis le ${formatDay(monthsFrom)}.`;
}

/** The indexes of a file that do not count. @spec indexes.contradiction */
export function uncountedText(
  { uncountedCount, uncounted }: Pick<ReadingsImport, "uncountedCount" | "uncounted">,
): string {
  const verb = uncountedCount < 2
    ? "ne compte pas\u00A0: il contredit les autres relevés de son compteur, ou attend"
    : "ne comptent pas\u00A0: ils contredisent les autres relevés de leur compteur, ou attendent";
  const named = uncounted.map(({ series, date, value }) =>
    `${series}, ${formatNumber(value, INDEX_DECIMALS)} le ${formatDay(date)}`
  );
  const more = uncountedCount > uncounted.length ? "…" : "";
  return `${countText(uncountedCount, "index", "index")} du fichier ${verb} d’être confirmé${
    uncountedCount < 2 ? "" : "s"
  } (${named.join("\u00A0; ")}${more}). La consommation autour est marquée douteuse.`;
}

/** The lines in the hour that the clock shows twice. @spec imports.repeated-hours */
export function repeatedHourText(count: number, lines: readonly number[]): string {
  const more = count > lines.length ? "…" : "";
  return `${countText(count, "ligne")} dans l’heure que l’horloge montre deux fois, ` +
    `dans l’ordre du fichier\u00A0: ${lineRanges(lines)}${more}.`;
}
