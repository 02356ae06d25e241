/** Holds the French columns, messages and states of stock imports. @module */

import { plainName } from "@/lib/files/csv_headings.ts";
import { EQUIPMENT_KINDS, type EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/facilities/text.ts";
import type { LineKind, StockAction, StockKind, StockState } from "./schema.ts";

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
  stock: "Tout le patrimoine",
  residences: "Résidences",
  dwellings: "Logements",
  equipments: "Équipements",
};

/** What a line of a whole stock is about. */
export const LINE_KIND_LABELS: Readonly<Record<LineKind, string>> = {
  residences: "Résidence",
  equipments: "Équipement",
  houseTypes: "Type de logement",
  dwellings: "Logement",
  series: "Série",
  settings: "Réglages",
};

/** Heading of the column that says what a line is about. */
export const CONTENT_HEADING = "Contenu";

/** What a line is about, and the kind of an equipment. */
export interface LineContent {
  readonly kind: LineKind;
  readonly equipment?: EquipmentKind;
}

/** The content that a cell or the name of a sheet tells, in the singular or the plural; null when it is none. @spec stock.workbook */
export function contentOf(text: string): LineContent | null {
  return CONTENTS.get(singular(text)) ?? null;
}

function singular(text: string): string {
  return plainName(text).replace(/[sx]\b/g, "");
}

const LINES_TYPED = ["residences", "equipments", "houseTypes", "dwellings", "series"] as const;

const CONTENTS: ReadonlyMap<string, LineContent> = new Map([
  ...LINES_TYPED.map((kind) => [singular(LINE_KIND_LABELS[kind]), { kind }] as const),
  [singular("Série de mesure"), { kind: "series" }],
  ...EQUIPMENT_KINDS.map((equipment) =>
    [singular(EQUIPMENT_KIND_LABELS[equipment]), { kind: "equipments", equipment }] as const
  ),
]);

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

/** Columns by what their lines are about; a file of the whole stock has them all. */
export const STOCK_COLUMNS: Readonly<Record<LineKind, readonly StockColumn[]>> = {
  residences: [
    { ...CODE, also: [...CODE.also, "code residence"] },
    optional("name", "Résidence", "Les Tilleuls", "nom", "nom de la residence", "libelle"),
    optional("street", "Rue", "12 rue des Tilleuls", "adresse", "numero et rue", "voie"),
    optional("zipCode", "Code postal", "54000", "cp"),
    optional("city", "Ville", "Nancy", "commune"),
    optional("latitude", "Latitude", "48,6936", "latitude (°)"),
    optional("longitude", "Longitude", "6,1683", "longitude (°)"),
  ],
  dwellings: [
    RESIDENCE_CODE,
    {
      ...CODE,
      field: "serial",
      heading: "Numéro de série",
      also: ["serie", "module", "serial", "code", "n°", "numero", "n° de serie"],
    },
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
  houseTypes: [
    RESIDENCE_CODE,
    { ...optional("name", "Nom", "T3", "type de logement"), required: true },
    optional("area", "Surface (m²)", "65", "surface"),
    optional("occupants", "Occupants", "3"),
  ],
  series: [
    RESIDENCE_CODE,
    optional("equipment", "Code parent", "0312-CH01", "equipement", "mesuree sur"),
    optional("name", "Nom", "Compteur gaz"),
    { ...optional("quantity", "Grandeur", "Gaz (volume)"), required: true },
    optional("unit", "Unité", "m³"),
    optional("source", "Source", "gaz,serial=0101 value", "source a rattacher"),
  ],
  settings: [
    RESIDENCE_CODE,
    CODE,
    optional("fromDate", "Réglages à partir du", "01/07/2024"),
    optional("area", "Surface (m²)", "1240", "surface chauffee (m²)", "surface"),
    optional("peopleNb", "Occupants", "60"),
    optional("djuSource", "Source des DJU", "", "dju"),
    optional("q", "q (kWh/m³)", "100", "q"),
    optional("target", "Objectif (Wh/m²/DJU)", "25", "objectif"),
    optional("threshold", "Seuil d’écart (%)", "5", "seuil"),
    optional("djuContract", "DJU du contrat", "2400"),
  ],
};

type Cells = Readonly<Record<string, string>>;

/** The lines of the template of a whole stock: what each is about, and its cells by heading. */
export const STOCK_EXAMPLES: readonly Cells[] = [
  example("Résidence", "residences"),
  { ...example("Bâtiment"), Code: "0312-BA", Nom: "Bâtiment A" },
  {
    ...example("Chaufferie", "settings"),
    Code: "0312-CH01",
    Nom: "Chaufferie principale",
    Instrumenté: "oui",
  },
  {
    ...example("VMC"),
    Code: "0312-VMC1",
    Nom: "VMC du bâtiment A",
    "Code parent": "0312-BA",
    Instrumenté: "non",
  },
  example("Type de logement", "houseTypes"),
  {
    ...example("Logement", "dwellings"),
    Code: "0312-A12",
    Nom: "A12",
    Bâtiment: "0312-BA",
  },
  example("Série", "series"),
];

function example(content: string, kind?: LineKind): Cells {
  const cells = (kind === undefined ? [] : STOCK_COLUMNS[kind])
    .map(({ heading, example }) => [shared(heading), example] as const);
  return {
    ...Object.fromEntries(cells),
    [CONTENT_HEADING]: content,
    [RESIDENCE_CODE.heading]: RESIDENCE_CODE.example,
  };
}

/** The heading that a whole stock has instead: a name or a code is in one column, whatever it names. */
function shared(heading: string): string {
  return heading === "Résidence" || heading === "Logement"
    ? "Nom"
    : heading === "Numéro de série"
    ? "Code"
    : heading;
}

/** The headings of the template of a whole stock. */
export const STOCK_HEADINGS: readonly string[] = [
  ...new Set([
    CONTENT_HEADING,
    RESIDENCE_CODE.heading,
    "Code",
    "Nom",
    ...Object.values(STOCK_COLUMNS).flat().map(({ heading }) => shared(heading)),
  ]),
];

/** A sheet of the workbook to fill in, with an example. */
interface StockSheet {
  readonly name: string;
  readonly kind: LineKind;
  readonly headings: readonly string[];
  readonly cells: Cells;
}

/** The sheets of the template of a whole stock: one for each content, which its name tells. @spec stock.template */
export const STOCK_SHEETS: readonly StockSheet[] = STOCK_EXAMPLES.map((cells) => {
  const content = cells[CONTENT_HEADING] ?? "";
  const { kind, equipment } = contentOf(content) ?? { kind: "residences" };
  const own = STOCK_COLUMNS[kind].map(({ heading }) => shared(heading));
  const settings = equipment === "boilerroom" ? STOCK_COLUMNS.settings : [];
  const headings = [
    ...equipment === undefined ? own : own.filter((heading) => cells[heading]),
    ...settings.map(({ heading }) => heading),
  ];
  // « VMC » is its own plural.
  const name = content.replace(/^\S*[a-zé]/, "$&s");
  return { name, kind, headings: [...new Set(headings)], cells };
});

/** Messages of an import about a line. */
export const STOCK_MESSAGES = {
  field: (heading: string, message: string) => `${heading}\u00A0: ${message.toLowerCase()}`,
  twiceNamed: (line: number) => `Ce nom est déjà celui de la ligne ${line}`,
  twice: (line: number) => `Ce code est déjà celui de la ligne ${line}`,
  unknownTag: (group: string, label: string) =>
    `${group}\u00A0: «\u00A0${label}\u00A0» n’est pas une de ses valeurs`,
  unknownContent: (content: string) =>
    `${CONTENT_HEADING}\u00A0: «\u00A0${content}\u00A0» n’est ni résidence, bâtiment, type de logement, logement, chaufferie, équipement ni série`,
  unknownQuantity: (text: string) =>
    `Grandeur\u00A0: «\u00A0${text}\u00A0» n’est pas connue, comme Gaz (volume), Chauffage (énergie), Eau chaude ou Température`,
  otherSeries:
    "Cette série existe avec une autre grandeur ou une autre unité\u00A0: sa page les change",
  sourceOfDwellings:
    "Source\u00A0: celle d’un logement se rattache sur la page des capteurs, avec son logement",
  typesShown: "La résidence montrera les types de logement",
  noMeter:
    "Aucun compteur d’énergie dans la chaufferie\u00A0: ajoutez sa série, avec le code de la chaufferie comme code parent",
  severalMeters:
    "Plusieurs compteurs d’énergie dans la chaufferie\u00A0: choisissez celui du bilan sur sa page",
  stationAdded: "Les DJU viendront de la station de Météo-France la plus proche",
  needsRole: "Il faut un rôle de configuration des chaufferies sur la résidence",
  severalOutdoor: "Source des DJU\u00A0: la résidence en a plusieurs, donnez le nom d’une",
  unknownOutdoor: (name: string) =>
    `Source des DJU\u00A0: «\u00A0${name}\u00A0» n’existe pas dans la résidence`,
  unknownRoom: (code: string) => `Aucune chaufferie n’a le code «\u00A0${code}\u00A0»`,
  unknownResidence: (code: string) => `Aucune résidence n’a le code «\u00A0${code}\u00A0»`,
  unknownKind: (kind: string) => `«\u00A0${kind}\u00A0» n’est pas un type d’équipement`,
  otherKind: (label: string) => `Ce code est celui d’un équipement d’un autre type\u00A0: ${label}`,
  unknownParent: (code: string) =>
    `Aucun équipement où il peut se trouver n’a le code «\u00A0${code}\u00A0»`,
  needsParent: "Ce type se trouve dans un autre équipement\u00A0: donnez le code de celui-ci",
  keepsParent: "Il reste dans l’équipement où il est\u00A0: l’import ne le déplace pas",
  yesOrNo: "Instrumenté\u00A0: oui ou non attendu",
  badFloor: "Étage\u00A0: un nombre entier de 0 à 200 attendu, ou RDC, 1er, R+2",
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

export function stockHeading(kind: LineKind, field: string): string {
  return STOCK_COLUMNS[kind].find((column) => column.field === field)?.heading ?? field;
}
