/** Holds the French columns, messages and states of stock imports. @module */

import type { StockAction, StockKind, StockState } from "./schema.ts";

/** A column of a stock file: its field, its heading in the template, and other accepted headings, without accents. */
export interface StockColumn {
  readonly field: string;
  readonly heading: string;
  readonly also: readonly string[];
  readonly required: boolean;
  /** Its value in the template's example line. */
  readonly example: string;
}

export const STOCK_KIND_LABELS: Readonly<Record<StockKind, string>> = {
  residences: "Résidences",
  dwellings: "Logements",
  equipments: "Équipements",
};

/** Actions on lines, planned or done. */
export const STOCK_ACTION_LABELS: Readonly<Record<StockAction, string>> = {
  create: "Création",
  change: "Modification",
  same: "Sans changement",
  refused: "Refusée",
};

export const STOCK_STATE_LABELS: Readonly<Record<StockState, string>> = {
  tried: "Essai\u00A0: rien n’est enregistré",
  running: "Import en cours",
  done: "Import terminé",
};

const CODE: StockColumn = {
  field: "code",
  heading: "Code",
  also: ["reference"],
  required: true,
  example: "0312",
};

const RESIDENCE_CODE: StockColumn = {
  field: "residence",
  heading: "Code résidence",
  also: ["residence", "code de la residence"],
  required: true,
  example: "0312",
};

function optional(field: string, heading: string, example: string, ...also: string[]): StockColumn {
  return { field, heading, also, required: false, example };
}

export const STOCK_COLUMNS: Readonly<Record<StockKind, readonly StockColumn[]>> = {
  residences: [
    CODE,
    optional("name", "Résidence", "Les Tilleuls", "nom"),
    optional("street", "Rue", "12 rue des Tilleuls", "adresse", "numero et rue"),
    optional("zipCode", "Code postal", "54000", "cp"),
    optional("city", "Ville", "Nancy", "commune"),
    optional("latitude", "Latitude", "48,6936", "latitude (°)"),
    optional("longitude", "Longitude", "6,1683", "longitude (°)"),
  ],
  dwellings: [
    RESIDENCE_CODE,
    { ...CODE, field: "serial", heading: "Numéro de série", also: ["serie", "module", "serial"] },
    optional("name", "Logement", "A12", "nom"),
    optional("floor", "Étage", "2", "niveau"),
    optional("building", "Bâtiment", "A"),
    optional("houseType", "Type de logement", "T3", "type"),
    optional("group", "Groupe anonyme", "", "groupe"),
  ],
  equipments: [
    RESIDENCE_CODE,
    { ...CODE, example: "0312-CH01" },
    optional("name", "Nom", "Chaufferie nord", "equipement"),
    optional("kind", "Type", "Chaufferie", "type d’equipement"),
    optional("parent", "Code parent", "", "parent"),
    optional("instrumented", "Instrumenté", "oui"),
  ],
};

/** Messages of an import about a line. */
export const STOCK_MESSAGES = {
  missing: (heading: string) => `${heading}\u00A0: ce champ est obligatoire`,
  field: (heading: string, message: string) => `${heading}\u00A0: ${message.toLowerCase()}`,
  twice: (line: number) => `Ce code est déjà celui de la ligne ${line}`,
  unknownTag: (group: string, label: string) =>
    `${group}\u00A0: «\u00A0${label}\u00A0» n’est pas une de ses valeurs`,
  unknownResidence: (code: string) => `Aucune résidence n’a le code «\u00A0${code}\u00A0»`,
  unknownKind: (kind: string) => `«\u00A0${kind}\u00A0» n’est pas un type d’équipement`,
  otherKind: (label: string) => `Ce code est celui d’un équipement d’un autre type\u00A0: ${label}`,
  unknownParent: (code: string) =>
    `Aucun équipement où il peut se trouver n’a le code «\u00A0${code}\u00A0»`,
  needsParent: "Ce type se trouve dans un autre équipement\u00A0: donnez le code de celui-ci",
  keepsParent: "Il reste dans l’équipement où il est\u00A0: l’import ne le déplace pas",
  yesOrNo: "Instrumenté\u00A0: oui ou non attendu",
  badFloor: "Étage\u00A0: un nombre entier de 0 à 200 attendu, ou RDC",
  shown:
    "La résidence montrera ses logements, par groupes anonymes\u00A0: ses fonctions permettent d’en montrer plus",
  unknownChoice: (heading: string, name: string) =>
    `${heading}\u00A0: «\u00A0${name}\u00A0» n’existe pas dans la résidence`,
  severalChoices: (heading: string, name: string) =>
    `${heading}\u00A0: plusieurs s’appellent «\u00A0${name}\u00A0» dans la résidence\u00A0: donnez le code`,
  character: (heading: string, message: string) => `${heading}\u00A0: ${message}`,
  willLookUp: "Sa position sera cherchée d’après l’adresse",
  lookedUp: "Position trouvée d’après l’adresse",
  uncertain: "Adresse incertaine\u00A0: placez le repère à la main",
  notFound: "Adresse introuvable\u00A0: placez le repère à la main",
  unreachable:
    "Le service des adresses n’a pas répondu\u00A0: importez de nouveau pour chercher sa position",
  waiting:
    "Le service des adresses demande d’attendre quelques secondes\u00A0: l’import reprendra ensuite là où il en est.",
  raced: "Modifié pendant l’import, autrement que par lui\u00A0: importez de nouveau cette ligne",
} as const;

/** Words for yes and no in a file, without accents. */
export const YES = ["oui", "o", "1", "true", "vrai", "x"];
export const NO = ["non", "n", "0", "false", "faux"];

export function stockHeading(kind: StockKind, field: string): string {
  return STOCK_COLUMNS[kind].find((column) => column.field === field)?.heading ?? field;
}
