/** Words for the import of files of readings. @module */

import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { DAY_MS } from "@/lib/base/durations.ts";
import { firstCharacters } from "@/lib/base/strings.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { clockTimeOf, winterZone } from "@/lib/base/time_zones.ts";
import { INDEX_DECIMALS } from "@/lib/timeseries/meter_event.ts";
import type { ColumnRole } from "@/lib/ingest/readings_file_options.ts";
import type {
  DateOrder,
  DetectedFormat,
  FileContent,
  OnConflict,
  Stamp,
} from "./readings_file_options.ts";
import type { ExpiringReadings, ImportCounts, ReadingsImport } from "./schema.ts";

/** Numbers of lines in order, as ranges: "12 à 14, 20". */
function lineRanges(lines: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last !== undefined && line === last.to + 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges.map(({ from, to }) => from === to ? `${from}` : `${from} à ${to}`).join(", ");
}

export const IMPORT_MESSAGES = {
  badCsv: "Ligne illisible\u00A0: le nombre de colonnes ou les guillemets ne conviennent pas",
  badDate: "Date illisible : AAAAMMJJ attendu, AAAAMMJJHH dans un fichier horaire",
  futureDate: "Date dans le futur",
  repeatedDay: (line: number) => `Même jour qu’à la ligne ${line}, qui la complète`,
  badTemperature: "Température illisible ou hors de −60 à 60 °C",
  crossedTemperatures: "TN est supérieure à TX",
  crossedWithStored: "Avec la température déjà enregistrée, TN serait supérieure à TX",
  severalStations: (stations: string) =>
    `Le fichier contient plusieurs stations (${stations})\u00A0: indiquez celle de cette source`,
  otherStation: (station: string) =>
    `Aucune ligne de la station «\u00A0${station}\u00A0» dans ce fichier`,
} as const;

/** What became of the lines of a file: the lines read are the sum of the others. @spec imports.line-counts */
export function lineCountTexts(counts: ImportCounts): string[] {
  const { lineCount, insertedCount, replacedCount, unchangedCount, ignoredCount, refusedCount } =
    counts;
  return [
    countText(lineCount, "ligne lue", "lignes lues"),
    countText(insertedCount, "ajoutée", "ajoutées"),
    countText(replacedCount, "remplacée", "remplacées"),
    countText(unchangedCount, "identique", "identiques"),
    countText(ignoredCount, "laissée de côté", "laissées de côté"),
    countText(refusedCount, "refusée", "refusées"),
  ];
}

export const REPLACED_COLUMN = "Index de dépose";

/** Messages of an import of readings about a line or a column that was rejected. */
export const READINGS_MESSAGES = {
  badCsv: IMPORT_MESSAGES.badCsv,
  badDate: "Date illisible\u00A0: jj/mm/aaaa ou aaaa-mm-jj attendu, avec ou sans heure",
  skippedHour: "Cette heure n’existe pas\u00A0: l’horloge avance ce jour-là",
  repeatedInstant: (name: string, line: number) =>
    `«\u00A0${name}\u00A0»\u00A0: même instant qu’à la ligne ${line}, qui est gardée`,
  badNumber:
    "Nombre illisible\u00A0: des chiffres sont attendus, avec une virgule ou un point décimal au plus",
  otherMeter: (name: string) =>
    `Une seule série est choisie, et le fichier contient aussi «\u00A0${name}\u00A0»\u00A0: importez un fichier par compteur`,
  otherUnit: (from: string, series: string, to: string) =>
    `Unité «\u00A0${from}\u00A0»\u00A0: «\u00A0${series}\u00A0» est en ${to}`,
  power: (from: string, series: string, to: string) =>
    `«\u00A0${from}\u00A0» est une puissance, «\u00A0${series}\u00A0» est en ${to}\u00A0: importez des consommations, avec leur durée dans une colonne «\u00A0Pas\u00A0»`,
  negative: "Valeur négative",
  future: "Date dans le futur",
  past: "Date avant 1970",
  old: "Date très ancienne\u00A0: si elle est juste, confirmez-la avec le fichier",
  implausible: (min: number, max: number) =>
    `Valeur impossible\u00A0: de ${formatNumber(min)} à ${formatNumber(max)} attendu`,
  unknownSeries: (name: string) => `Série inconnue\u00A0: «\u00A0${name}\u00A0»`,
  unknownMeter: (name: string) =>
    `Aucune série ni source ne s’appelle «\u00A0${name}\u00A0»\u00A0: choisissez la série avec le fichier`,
  unnamedSeries: "Ce fichier ne nomme pas sa série\u00A0: choisissez-la avec le fichier",
  severalSeries: (name: string) =>
    `Plusieurs séries s’appellent «\u00A0${name}\u00A0»\u00A0: écrivez «\u00A0Équipement / Série\u00A0»`,
  otherColumn: (name: string) => `Une autre colonne contient déjà «\u00A0${name}\u00A0»`,
  noDwelling: (name: string) =>
    `«\u00A0${name}\u00A0» se relève par logement\u00A0: ajoutez une colonne «\u00A0Logement\u00A0», ou écrivez «\u00A0Logement / Série\u00A0»`,
  unknownDwelling: (name: string) =>
    `Aucun logement, ou plusieurs, sous le nom «\u00A0${name}\u00A0»`,
  simulatedSeries: (name: string) =>
    `La démonstration calcule «\u00A0${name}\u00A0»\u00A0: créez une série pour y importer des relevés`,
  noIndex: (name: string) => `«\u00A0${name}\u00A0» attend des consommations, pas un index`,
  noConsumption: (name: string) =>
    `«\u00A0${name}\u00A0» attend des valeurs instantanées, pas des consommations`,
  noMeter: (name: string) =>
    `«\u00A0${name}\u00A0» n’a pas de compteur qui se remplace\u00A0: laissez l’index de dépose vide`,
  noReplacement: "Un index de dépose va avec des index, pas avec des consommations",
  finalTooLow: "L’index de dépose est inférieur au relevé qui le précède",
  eventsFull: "Ce compteur a déjà autant d’événements qu’il peut en avoir",
  eventTooOld:
    "Les relevés d’avant cette date ne sont plus gardés\u00A0: le remplacement n’est pas noté",
  state: (name: string) => `«\u00A0${name}\u00A0» est un état\u00A0: il ne s’importe pas`,
} as const;

/** The name of a column without a heading. */
export function columnName(number: number): string {
  return `Colonne ${number}`;
}

/** Why a file cannot be read by the columns that a user chose. @spec imports.chosen-columns */
export const CHOSEN_MESSAGES = {
  remembered: (day: IsoDate) => `Colonnes lues comme choisies le ${formatDay(day)}`,
  unknownRole: (role: string) => `«\u00A0${role}\u00A0» n’est pas un contenu de colonne`,
  unknownUnit: (unit: string) => `Unité inconnue\u00A0: «\u00A0${unit}\u00A0»`,
  noLine: (line: number) =>
    `La ligne ${line} ne peut pas être l’en-tête\u00A0: elle est vide, ou après les trente premières`,
  noColumn: (number: number, count: number) =>
    `Un contenu est choisi pour la colonne ${number}, et l’en-tête en a ${count}`,
  twice: (role: string) =>
    `Deux colonnes sont choisies comme «\u00A0${role}\u00A0»\u00A0: gardez-en une`,
  missing: (hasNoDate: boolean, hasNoValue: boolean) => {
    const wanted = [
      ...hasNoDate ? ["une colonne «\u00A0Date\u00A0»"] : [],
      ...hasNoValue ? ["une colonne «\u00A0Valeur\u00A0» ou «\u00A0Index\u00A0»"] : [],
    ];
    return `Il manque ${wanted.join(", et ")}\u00A0: dites ce que chaque colonne contient`;
  },
  mixed: (areConsumptions: boolean) =>
    areConsumptions
      ? "Des colonnes sont choisies comme «\u00A0Index\u00A0», et les valeurs comme des consommations"
      : "Choisissez «\u00A0Valeur\u00A0» ou «\u00A0Index\u00A0» pour toutes les colonnes de relevés",
  severalValues:
    "Une seule colonne de valeurs va avec une série choisie, ou avec une colonne «\u00A0Série\u00A0»",
  nameless: (number: number) =>
    `La colonne ${number} n’a pas d’en-tête qui nomme sa série\u00A0: choisissez la série avec le fichier`,
  noDate: (column: string, cell: string) =>
    `«\u00A0${column}\u00A0» ne contient pas de dates\u00A0: «\u00A0${
      firstCharacters(cell, CHARACTERS_QUOTED)
    }\u00A0»`,
  noNumber: (column: string, cell: string) =>
    `«\u00A0${column}\u00A0» ne contient pas de nombres\u00A0: «\u00A0${
      firstCharacters(cell, CHARACTERS_QUOTED)
    }\u00A0»`,
} as const;

/** Number of first lines quoted, and of characters of each. */
const [LINES_QUOTED, CHARACTERS_QUOTED] = [3, 80];

/** Columns of dates in the heading of a file of readings. */
const DATE_COLUMN =
  "une colonne de dates («\u00A0Date\u00A0», «\u00A0Horodate\u00A0», «\u00A0Jour\u00A0»…)";

/**
 * Why no heading was found in a file: what was looked for, and what its first lines contain.
 *
 * @spec imports.formats
 * @param columns what a heading has
 */
export function noHeadingText(text: string, columns = DATE_COLUMN): string {
  const quoted = text.slice(0, 10_000).split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: line.replace(/^\uFEFF|\p{Cc}/gu, " ").trim(), number: at + 1 }))
    .filter(({ line }) => line !== "").slice(0, LINES_QUOTED)
    .map(({ line, number }) =>
      `ligne ${number}\u00A0: «\u00A0${firstCharacters(line, CHARACTERS_QUOTED)}\u00A0»`
    );
  const found = quoted.length === 0
    ? "Ce fichier est vide."
    : `Le fichier commence par ${quoted.join(", ")}.`;
  return `Aucune des trente premières lignes n’est un en-tête avec ${columns}. ${found}`;
}

/** The line that seems to be the heading of a file, and what to say of it. @spec imports.chosen-columns */
export function seemingHeadingText(
  { line, cells }: { readonly line: number; readonly cells: readonly string[] },
): string {
  const headings = headingsText(cells.map((one) => firstCharacters(one, HEADING_CHARACTERS)));
  return `L’en-tête semble être la ligne ${line} (${headings})\u00A0: dites ce que chaque colonne contient.`;
}

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

const HALF_YEAR_MS = 183 * DAY_MS;

/**
 * The time zones of a file besides that of the residence: its winter time all year, where its clock changes, and UTC.
 *
 * @spec imports.time-zone
 */
export function fileZoneChoices(timeZone: string, nowMs: number) {
  const winter = winterZone(timeZone, nowMs / 1_000);
  // One of two instants half a year apart is in summer.
  const changes = winter !== null &&
    [nowMs, nowMs + HALF_YEAR_MS].some((at) =>
      clockTimeOf(at, timeZone) !== clockTimeOf(at, winter)
    );
  const choices = changes ? [{ value: winter, label: "Heure d’hiver toute l’année" }] : [];
  return winter === "UTC" && changes
    ? choices
    : [...choices, { value: "UTC", label: "UTC (temps universel)" }];
}

/** What a time that the clock skips tells of the file's time zone, and what to do. @spec imports.time-zone */
export function proposedZoneText(isDry: boolean): string {
  const what = "Une heure du fichier n’existe pas dans la résidence, où l’horloge avance ce " +
    "jour-là\u00A0: le fichier est sans doute à l’heure d’hiver toute l’année, ou en UTC.";
  return isDry
    ? `${what} L’heure d’hiver est choisie ci-dessous\u00A0: choisissez le fichier et essayez de nouveau.`
    : `${what} Les relevés d’été ajoutés sont peut-être décalés d’une heure\u00A0: supprimez-les ` +
      "avant d’importer le fichier avec l’heure qui convient.";
}

/** What a column was read as. @spec imports.trial-run */
export const COLUMN_LABELS: Readonly<Record<ColumnRole, string>> = {
  date: "Date",
  time: "Heure",
  dwelling: "Logement",
  series: "Série",
  value: "Valeur",
  index: "Index",
  unit: "Unité",
  step: "Pas de temps",
  replaced: "Index de dépose",
  ignored: "Laissée de côté",
};

/** What a column is to be read as, where the choice says more than the result. */
export const CHOSEN_LABELS: Readonly<Partial<Record<ColumnRole, string>>> = {
  date: "Date, ou date et heure",
  time: "Heure seule",
  series: "Nom de la série, du compteur ou du capteur",
  dwelling: "Logement de la ligne",
  unit: "Unité de la ligne",
  step: "Durée de la valeur (pas de temps)",
};

const [HEADINGS_SHOWN, HEADING_CHARACTERS] = [12, 40];

/** Headings of a file's columns, the first ones of many. */
export function headingsText(headings: readonly string[]): string {
  const shown = headings.slice(0, HEADINGS_SHOWN).map((one) => `«\u00A0${one}\u00A0»`).join(", ");
  const more = headings.length - HEADINGS_SHOWN;
  return more > 0 ? `${shown} et ${countText(more, "autre", "autres")}` : shown;
}

const SEPARATORS: Readonly<Record<DetectedFormat["separator"], string>> = {
  ";": "points-virgules",
  ",": "virgules",
  tab: "tabulations",
};

const DATES: Readonly<Record<DateOrder, string>> = {
  dmy: "dates jj/mm/aaaa",
  ymd: "dates aaaa-mm-jj",
  serial: "dates en nombre de jours de tableur",
  unix: "dates en secondes ou millisecondes depuis 1970",
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
