/** Words for settings of series, deletions of readings, verdicts on them and refusals, with advice to the sender's maintainer. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { utcInstant } from "@/lib/base/time_zones.ts";
import type { RefusalCause } from "@/lib/series/refusals.ts";
import type { SourceScaleRead } from "@/lib/series/schema.ts";
import type { SeriesLine } from "@/lib/series/series_names.ts";
import type { SourceScales } from "@/lib/series/source_scales.ts";
import { KIND_LABELS } from "@/lib/series/text.ts";
import { INDEX_DECIMALS, type RegisterVerdict } from "@/lib/timeseries/meter_event.ts";
import type { Point } from "@/lib/timeseries/readings.ts";
import type { SeriesScope } from "@/lib/timeseries/schema.ts";
import { hasUse } from "@/lib/timeseries/units.ts";
import type { Arrival, ArrivalWay, LowRate, ReadingsToDelete } from "./schema.ts";

interface NamedSeries {
  readonly name: string;
  readonly timeZone: string;
}

/** Values named in a line of the audit log. */
const NAMED = 5;

/** What a deletion has removed, for the audit log: all its values can be restored. */
export function deletedText(series: NamedSeries, points: readonly Point[]): string {
  const values = points.slice(0, NAMED).map(({ value, text }) => text ?? formatNumber(value));
  const rest = points.length > NAMED ? "…" : "";
  return `${restoredText(series, points)} (${values.join("\u202F; ")}${rest})`;
}

export function restoredText({ name, timeZone }: NamedSeries, points: readonly Point[]): string {
  const at = (point: Point | undefined) => formatInstant(utcInstant(point?.epochS ?? 0), timeZone);
  const [first, last] = [at(points[0]), at(points.at(-1))];
  const when = first === last ? first : `du ${first} au ${last}`;
  return `${name}, ${countText(points.length, "relevé")}, ${when}`;
}

interface Shown {
  readonly unit: string;
  readonly timeZone: string;
}

/** What a deletion will remove, said before it is done. */
export function toDeleteText(
  { count, indexCount, firstAt, lastAt }: ReadingsToDelete,
  { timeZone }: Shown,
): string {
  const [first, last] = [formatInstant(firstAt, timeZone), formatInstant(lastAt, timeZone)];
  const when = first === last ? `le ${first}` : `du ${first} au ${last}`;
  const typed = indexCount === 0
    ? ""
    : `, dont ${countText(indexCount, "index saisi à la main", "index saisis à la main")}`;
  return `${countText(count, "relevé", "relevés")}, ${when}${typed}.`;
}

/** How a deletion changes the consumption. */
export function consumptionText(
  { from, to, before, after }: NonNullable<ReadingsToDelete["consumption"]>,
  { unit, timeZone }: Shown,
): string {
  const amount = (value: number) => `${formatNumber(value)}\u00A0${unit}`;
  const when = `du ${formatInstant(from, timeZone)} au ${formatInstant(to, timeZone)}`;
  if (after === null) {
    return before === null
      ? `La consommation ${when} reste inconnue.`
      : `La consommation ${when}, de ${amount(before)}, ne sera plus connue.`;
  }
  return before === null
    ? `La consommation ${when}, inconnue jusqu’ici, sera de ${amount(after)}.`
    : `La consommation ${when} passera de ${amount(before)} à ${amount(after)}.`;
}

/** The readings of a period that a deletion leaves. */
export function leftText(count: number): string {
  return `${
    countText(count, "autre relevé de la période reste", "autres relevés de la période restent")
  }\u00A0: votre rôle ne permet pas de le supprimer, ou la démonstration le calcule.`;
}

/** Words for the factor and the offset of a source. @spec collectors.scales */
export const SCALES = {
  title: "Facteur et index de départ",
  intro:
    "Ce que vaut une unité envoyée\u00A0: une impulsion de 10 litres compte 10 L. Une nouvelle valeur recalcule les relevés déjà enregistrés depuis sa date, sauf les index saisis à la main\u00A0; une confirmation dit d’abord combien. La même date remplace la valeur.",
  factor: "Une unité envoyée compte",
  factorHint: "10 L, 0,001 kWh, 1 GJ, ou un nombre dans l’unité de la série",
  offset: "Index de départ",
  offsetHint: "Ce que montrait le compteur quand la source était à zéro. Vide\u00A0: 0",
  dateHint: "Vide\u00A0: depuis son premier relevé",
  mistake:
    "Un nombre supérieur à 0 et d’un million au plus, avec son unité ou sans\u00A0: «\u00A010 L\u00A0», «\u00A00,01\u00A0».",
  offsetMistake: "L’index de départ est un nombre, comme 1\u202F234,5.",
} as const;

/** What a sent unit counts: « 0,01 m³ par unité envoyée, index de départ 1 234 ». @spec collectors.scales */
export function scaleText(
  { factor, offset }: Pick<SourceScaleRead, "factor" | "offset">,
  unit: string,
): string {
  const worth = `${formatNumber(factor, FACTOR_DECIMALS)}\u00A0${unit} par unité envoyée`;
  return offset === 0 ? worth : `${worth}, index de départ ${formatNumber(offset, INDEX_DECIMALS)}`;
}

/** Decimals of a factor: a pulse may be a millionth. */
export const FACTOR_DECIMALS = 9;

/** A source with its versions, for the audit log: they can be set again. */
export function scalesText(
  source: string,
  scales: SourceScales,
  { unit, timeZone }: Shown,
): string {
  if (scales.length === 0) return source;
  const since = (fromS: number) =>
    fromS === 0 ? "" : ` depuis le ${formatInstant(utcInstant(fromS), timeZone)}`;
  const all = scales.map((scale) => `${scaleText(scale, unit)}${since(scale.fromS)}`);
  return `${source} (${all.join("\u00A0; ")})`;
}

/** Words for devices with all their values. @spec collectors.devices, collectors.moving */
export const DEVICES = {
  title: "Appareils",
  attach: "Rattacher un appareil",
  attachIntro:
    "Toutes les valeurs d’un appareil se rattachent ensemble. La grandeur proposée vient du nom et de l’unité de chaque valeur\u00A0: vérifiez-la. Une grandeur va dans la série du lieu, créée s’il n’y en a pas.",
  choose: "Appareil",
  show: "Voir ses valeurs",
  place: "Où il se trouve",
  house: "Logement",
  houseHint: "Par son nom ou son numéro de série\u00A0; vide pour un équipement",
  to: "Grandeur ou série",
  leave: "Ne pas rattacher",
  quantities: "Grandeurs",
  submit: "Rattacher l’appareil",
  pulse: "dites ce que compte une impulsion, par exemple «\u00A010 L\u00A0».",
  none: "Choisissez au moins une grandeur ou une série.",
  move: "Déplacer un appareil",
  moveIntro:
    "L’appareil passe dans un autre logement ou sur un autre équipement, avec toutes ses valeurs. Ce qu’il a envoyé depuis cette date va avec lui\u00A0; ce qu’il avait envoyé avant reste. Un compteur reprend ailleurs à un autre index\u00A0: datez-y son remplacement.",
  moveSubmit: "Déplacer l’appareil",
  onePlace: "Un logement ou un équipement, pas les deux.",
} as const;

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

/** What a person says of a reading. @spec series.verdicts */
export function verdictText(isReal: boolean): string {
  return isReal ? "Vrai" : "Faux";
}

export const DOUBTS = {
  title: "Relevés à confirmer",
  intro:
    "Un relevé qui recule, ou qui dépasse le débit maximal de son compteur, ne compte pas tant que d’autres ne l’ont pas confirmé. «\u00A0Vrai\u00A0» le fait compter, «\u00A0Faux\u00A0» l’écarte. Une réponse se retire\u00A0; elle tombe si le relevé est corrigé.",
  /** What counts as long as nobody answers. */
  meanwhile: "rien, chiffres douteux",
  /** What a reading counts when the register goes on from it. */
  restarts: "rien\u00A0: l’index repart d’ici",
  hidden: "masqué",
  hiddenWhy: "Ce logement ne montre pas ses relevés un à un\u00A0: ils ne se jugent pas ici.",
  othersTyped: "index saisi\u00A0: à qui les saisit de le dire",
  void: "sans effet\u00A0: relevé corrigé depuis",
  takeBack: "Retirer",
  lowRate: "Débit maximal trop bas\u00A0?",
} as const;

/** Why only some meters are listed. */
export function cutText(meterCount: number): string {
  return `${
    countText(meterCount, "compteur a", "compteurs ont")
  } des relevés à confirmer\u00A0: ceux des plus récents sont montrés.`;
}

/** What readings in a row beyond the rate of a series say, and what another rate changes. */
export function lowRateText(
  { since, rate, proposed, counted, meterCount }: LowRate,
  { series, unit, timeZone, isOfHousing }: {
    readonly series: string;
    readonly unit: string;
    readonly timeZone: string;
    readonly isOfHousing: boolean;
  },
): string {
  const perHour = (one: number) => `${formatNumber(one, INDEX_DECIMALS)}\u00A0${unit} par heure`;
  const meters = isOfHousing
    ? `de ${countText(meterCount, "logement dépassent", "logements dépassent")}`
    : "dépassent";
  const gained = counted === null
    ? ""
    : `\u00A0: ${formatNumber(counted, INDEX_DECIMALS)}\u00A0${unit} de plus`;
  const scope = isOfHousing ? ", pour tous les logements de la série" : "";
  return `${series}\u00A0: trois relevés de suite ${meters} ${perHour(rate)} depuis le ${
    formatInstant(since, timeZone)
  }. Porté à ${perHour(proposed)}${scope}, le débit maximal les fait compter${gained}.`;
}

/** The same within a sentence. */
function saidText({ isReal }: Pick<RegisterVerdict, "isReal">): string {
  return `«\u00A0${verdictText(isReal).toLowerCase()}\u00A0»`;
}

/** What was said of a reading and what had been said before, for the audit log: it can be undone. */
export function verdictSetText(
  series: NamedSeries,
  said: RegisterVerdict,
  before: RegisterVerdict | null,
): string {
  const had = before === null
    ? "sans réponse avant"
    : `${saidText(before)} avant, pour ${formatNumber(before.value, INDEX_DECIMALS)}`;
  return `${readingText(series, said)}\u00A0: ${saidText(said)} (${had})`;
}

export function verdictTakenBackText(series: NamedSeries, said: RegisterVerdict): string {
  return `${readingText(series, said)}\u00A0: ${saidText(said)} retiré`;
}

function readingText({ name, timeZone }: NamedSeries, { epochS, value }: RegisterVerdict): string {
  const at = formatInstant(utcInstant(epochS), timeZone);
  return `${name}, relevé du ${at} (${formatNumber(value, INDEX_DECIMALS)})`;
}

/** Name of each cause of refusal, and advice to the sender's maintainer. */
export const REFUSAL_WORDS: Readonly<
  Record<RefusalCause, { readonly label: string; readonly advice: string }>
> = {
  "too-old": {
    label: "Date trop ancienne",
    advice:
      "Vérifiez l’horloge de la carte qui envoie ces relevés\u00A0: elle n’est pas à l’heure. Sans date, un relevé prend celle de son arrivée.",
  },
  "future": {
    label: "Date dans le futur",
    advice:
      "Vérifiez l’horloge de la carte qui envoie ces relevés, et son fuseau horaire\u00A0: elle avance.",
  },
  "value": {
    label: "Valeur impossible",
    advice:
      "Vérifiez le capteur et son câblage, puis l’unité de la série\u00A0: rien ne mesure une telle valeur. Un compteur ne descend jamais sous zéro.",
  },
  "unit": {
    label: "Unité qui ne se convertit pas",
    advice:
      "Vérifiez l’unité que la carte envoie, puis celle de la série\u00A0: une puissance, en W ou en kW, n’est pas une énergie.",
  },
  "text": {
    label: "Texte ou oui/non au lieu d’un nombre",
    advice: "Vérifiez ce que la carte envoie\u00A0: cette série attend des nombres.",
  },
  "no-room": {
    label: "Pas de place pour une nouvelle source",
    advice:
      "La résidence garde déjà 500 sources à rattacher, et ne garde aucun relevé des suivantes. Rattachez ou oubliez des sources de la liste\u00A0: les nouvelles y entreront à leur prochain envoi.",
  },
  "deleted": {
    label: "Relevé supprimé, envoyé de nouveau",
    advice:
      "Rien à faire\u00A0: un relevé supprimé ne revient pas. Pour le reprendre, annulez sa suppression dans les relevés de la série.",
  },
  "message": {
    label: "Message illisible",
    advice:
      "Vérifiez ce que la passerelle publie sur ce sujet MQTT\u00A0: un nombre, un texte court ou un objet JSON, en UTF-8, de 1\u00A0Mio au plus et peu imbriqué.",
  },
  "source": {
    label: "Nom de source inutilisable",
    advice:
      "Raccourcissez les noms et les étiquettes que la carte envoie avec ses valeurs, et envoyez-les sans retour à la ligne.",
  },
};

export function refusedExample(
  { cause, example }: { readonly cause: RefusalCause; readonly example: string },
  timeZone: string,
): string {
  const isTime = cause === "too-old" || cause === "future" || cause === "deleted";
  return isTime && !Number.isNaN(Date.parse(example)) ? formatInstant(example, timeZone) : example;
}

/** How the readings of an arrival came in. */
export const WAY_LABELS: Readonly<Record<ArrivalWay, string>> = {
  influx: "InfluxDB",
  emoncms: "Emoncms",
  chirpstack: "ChirpStack",
  "things-stack": "The Things Stack",
  mqtt: "MQTT",
  gateway: "Passerelle de pilotage",
};

/** What became of the values of an arrival. */
export function arrivalText(
  { storedCount, unknownCount, refusedCount }: Pick<
    Arrival,
    "storedCount" | "unknownCount" | "refusedCount"
  >,
): string {
  const parts = [
    storedCount > 0 && countText(storedCount, "valeur rattachée", "valeurs rattachées"),
    unknownCount > 0 && countText(unknownCount, "valeur à rattacher", "valeurs à rattacher"),
    refusedCount > 0 && countText(refusedCount, "valeur refusée", "valeurs refusées"),
  ];
  return parts.filter(Boolean).join(", ") || "aucune valeur";
}
