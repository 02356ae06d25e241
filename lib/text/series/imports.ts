import type { ImportCounts } from "@/lib/domain/series/types.ts";
import type { TextFault } from "@/lib/domain/tables/file_text.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

/** Messages of a file that is not a CSV file. */
export const TEXT_FAULT_MESSAGES: Readonly<Record<TextFault, string>> = {
  empty: "Ce fichier est vide",
  binary: "Ce fichier n’est pas un CSV\u00A0: enregistrez-le au format CSV dans le tableur",
};

export const IMPORT_MESSAGES = {
  badCsv: "Ligne illisible\u00A0: le nombre de colonnes ou les guillemets ne conviennent pas",
  badDate: "Date illisible : AAAAMMJJ attendu",
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
  badNumber: "Nombre illisible",
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
