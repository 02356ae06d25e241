import type {
  DetectedFormat,
  FileContent,
  OnConflict,
  Stamp,
} from "../domain/series/csv_content.ts";

/** What the values of a file may be, as a form offers it. */
export const CONTENT_LABELS: Readonly<Record<FileContent, string>> = {
  natural: "Selon chaque série",
  index: "Des index de compteur",
  consumption: "Des consommations",
};

/** Which end of a consumption its date is. */
export const STAMP_LABELS: Readonly<Record<Stamp, string>> = {
  begin: "Son début",
  end: "Sa fin",
};

/** What to do with a value that is there already. */
export const ON_CONFLICT_LABELS: Readonly<Record<OnConflict, string>> = {
  replace: "La remplacer",
  keep: "La garder",
};

const SEPARATORS: Readonly<Record<DetectedFormat["separator"], string>> = {
  ";": "points-virgules",
  ",": "virgules",
  tab: "tabulations",
};

/** How a file was read, for the person to check. */
export function formatText({ separator, decimal, dates, shape }: DetectedFormat): string {
  return [
    `Colonnes séparées par des ${SEPARATORS[separator]}`,
    decimal === "," ? "virgule décimale" : "point décimal",
    dates === "dmy" ? "dates jj/mm/aaaa" : "dates aaaa-mm-jj",
    shape === "long" ? "une valeur par ligne" : "une colonne par série",
  ].join(", ") + ".";
}
