/** Words of dwellings, messages to tenants, occupancies, the access and the export of occupants, and the running month. @module */

import type { CsvColumn } from "@/lib/base/csv.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import type { DatedState } from "@/lib/base/dated_states.ts";
import { wholePercentOf } from "@/lib/base/rounding.ts";
import { countText, formatPercent, withNoBreaks } from "@/lib/base/text_format.ts";
import { HOUSE_MODES, type HouseModeFeature } from "@/lib/residences/features.ts";
import type { OccupancyPeriod } from "@/lib/series/day_spans.ts";
import { DOUBTFUL, DOUBTFUL_REASON } from "@/lib/series/text.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import { ALL_LABEL } from "@/lib/ui/text_tables.ts";
import { FEWEST_ANONYMOUS } from "./anonymity.ts";
import { ALL_FLOORS, type HouseFloor } from "./dwelling_list.ts";
import {
  COLLECT_MODES,
  type CollectMode,
  type HourlyMode,
  type HouseField,
} from "./dwelling_settings.ts";
import {
  comparedValue,
  type ConsumptionStatus,
  type MonthRead,
  type ProgressStatus,
  STATUS_TOLERANCE_PERCENT,
} from "./running_month.ts";
import type {
  AccessState,
  ConnectivityState,
  HouseKind,
  HousingAlert,
  Occupancy,
} from "./schema.ts";
import type { IsoDate } from "@/lib/base/civil_dates.ts";

export const HOUSE_LABELS: Readonly<Record<HouseField, string>> = {
  name: "Nom ou numéro",
  floor: "Étage",
  kind: "Relevé par",
  serial: "Numéro de série",
  buildingId: "Bâtiment",
  houseTypeId: "Type",
  anonymousGroupId: "Groupe anonyme",
  collectMode: "Données montrées",
  hourlyMode: "Finesse des données",
  tempOffset: "Écart du thermomètre",
  config: "Renseignements libres",
};

/** Heading of the column of connectivity states. */
export const CONNECTIVITY_LABEL = "Connexion";

/** How a dwelling's readings are sent. @spec housing.fields */
export const HOUSE_KIND_LABELS: Readonly<Record<HouseKind, string>> = {
  module: "Module",
  enocean: "EnOcean",
};

/** Choices of a dwelling's visibility, when its residence allows them. @spec housing.visibility */
export function collectModeLabels(
  houseMode: HouseModeFeature,
): Readonly<Record<CollectMode, string>> {
  const detail = detailText(houseMode);
  const usual = houseMode === HOUSE_MODES.Configurable ? "anonyme" : detail.toLowerCase();
  return { 0: `Par défaut (${usual})`, 1: detail, 2: "Anonyme" };
}

/** Visibility of a dwelling, for its list. */
export function collectModeWord(houseMode: HouseModeFeature, collectMode: CollectMode): string {
  const isAnonymous = collectMode === COLLECT_MODES.Anonymous ||
    (houseMode === HOUSE_MODES.Configurable && collectMode === COLLECT_MODES.Default);
  return isAnonymous ? "Anonyme" : detailText(houseMode);
}

function detailText(houseMode: HouseModeFeature): string {
  return houseMode === HOUSE_MODES.DetailedTemp ? "Température et humidité" : "Détail";
}

/** Granularity of a dwelling's data. @spec housing.visibility */
export const HOURLY_MODE_LABELS: Readonly<Record<HourlyMode, string>> = {
  0: "Par défaut (par jour)",
  1: "Par jour",
  2: "Par heure",
  3: "Toutes les 5 minutes",
};

/** Granularity of a dwelling's data, for its list; by day by default. */
export const HOURLY_MODE_WORDS: Readonly<Record<HourlyMode, string>> = {
  0: "Par jour",
  1: "Par jour",
  2: "Par heure",
  3: "5 minutes",
};

/** Connectivity of a dwelling. @spec housing.connectivity */
export const CONNECTIVITY_LABELS: Readonly<Record<ConnectivityState, string>> = {
  "online": "En ligne",
  "reachable": "Joignable",
  "last-7-days": "Vu ces 7 derniers jours",
  "offline": "Hors ligne",
};

/** Label of a floor. @spec forms.floors */
export function floorLabel(floor: number | null): string {
  if (floor === null) return "?";
  return floor === 0 ? "RDC" : String(floor);
}

/** Label of a choice of the floor selector. @spec forms.floors */
export function floorChoiceLabel(floor: HouseFloor): string {
  return floor === ALL_FLOORS ? ALL_LABEL : floorLabel(floor);
}

export function houseLossText(seriesCount: number): string {
  const readings = seriesCount === 0
    ? "Ses réglages"
    : `Ses réglages, ses relevés (${countText(seriesCount, "série")})`;
  return `${readings} et le rattachement de ses sources seront perdus.`;
}

/** Why a dwelling has no page of readings. @spec housing.small-groups */
export const ANONYMOUS_HOUSE =
  "Ce logement est anonyme\u00A0: ses relevés ne se voient qu’avec ceux des autres logements.";

/** Why no dwelling is shown individually. @spec housing.small-groups */
export const ANONYMOUS_HOUSES =
  "Les relevés des logements de cette résidence ne se voient qu’ensemble.";

/** Number of dwellings of a type. */
export function housesCountText(count: number): string {
  return count === 0 ? "Aucun logement" : countText(count, "logement");
}

/** Number of dwellings in a group, with a note when too few to be shown. @spec housing.small-groups "n ≥ 11" */
export function groupNote(count: number): string {
  const missing = FEWEST_ANONYMOUS - count;
  if (missing <= 0) return housesCountText(count);
  return `${
    housesCountText(count)
  }\u00A0: il en faut ${FEWEST_ANONYMOUS} pour que ses données se voient`;
}

/** Effect of deleting a type or a group, or why it cannot be deleted. */
export function choiceLossText(houseCount: number, alone: string): string {
  if (houseCount === 0) return alone;
  return `Impossible tant que ${
    countText(houseCount, "logement l’a", "logements l’ont")
  }\u00A0: changez-les d’abord.`;
}

/** Why groups are hidden on a day. @spec housing.small-groups */
export function hiddenGroupsText(count: number): string {
  const hidden = count === 1
    ? "Un groupe n’est pas montré"
    : `${countText(count, "groupe")} ne sont pas montrés`;
  return `${hidden}\u00A0: ${GROUP_RULE}`;
}

const GROUP_RULE =
  `un groupe se voit quand ${FEWEST_ANONYMOUS} de ses logements anonymes au moins ont été relevés ce jour-là, et quand une soustraction n’en révélerait pas un plus petit.`;

/** Purpose of the groups of dwellings. @spec housing.small-groups */
export const GROUPS_INTRO =
  `Les données d’un groupe se voient ensemble, jamais celles d’un de ses logements. Un groupe de moins de ${FEWEST_ANONYMOUS} logements reste caché.`;

export const ALERT_STATE_LABELS: Readonly<Record<DatedState, string>> = {
  current: "En cours",
  coming: "À venir",
  past: "Passé",
};

export const ALERT_LABELS = {
  from: "Affiché du",
  to: "Jusqu’au",
  message: "Message",
  houseIds: "Logements destinataires",
} as const;

/** Recipients of a message. */
export function addresseesText(
  { houseIds }: Pick<HousingAlert, "houseIds">,
  nameOf: (houseId: string) => string | undefined,
): string {
  if (houseIds.length === 0) return "Tous les logements";
  const names = houseIds.flatMap((id) => nameOf(id) ?? []);
  return names.length === houseIds.length && names.length <= 5
    ? names.join(", ")
    : countText(houseIds.length, "logement", "logements");
}

/** Name of a dwelling that was deleted since. */
export const GONE_HOUSE = "Logement supprimé";

/**
 * The selectable recipients: the dwellings, and those of the stored message that were deleted since. Left out, the last
 * of them would select all.
 *
 * @param houses empty for a user who may not list them, whose message keeps its recipients
 */
export function recipientChoices(
  houses: readonly NamedChoice[],
  stored: Pick<HousingAlert, "houseIds"> | null,
): readonly NamedChoice[] {
  if (houses.length === 0) return houses;
  const known = new Set(houses.map(({ value }) => value));
  const gone = (stored?.houseIds ?? []).filter((id) => !known.has(id));
  const nameOf = (position: number) =>
    gone.length === 1 ? GONE_HOUSE : `${GONE_HOUSE} ${position + 1}`;
  return [...houses, ...gone.map((value, position) => ({ value, label: nameOf(position) }))];
}

export const OCCUPANCY_LABELS = {
  name: "Nom",
  email: "Email",
  from: "Entrée",
  to: "Sortie",
  givenOn: "Accord donné le",
  source: "Preuve de l’accord",
  withdrawnOn: "Accord retiré le",
} as const;

export const ERASED_OCCUPANT = "Personne effacée";

/** Consent of a user to fine data, in a few words. */
export function consentText(consent: Occupancy["consent"]): string {
  if (consent === null) return "Non";
  const { givenOn, source, withdrawnOn } = consent;
  if (withdrawnOn !== null) return `Retiré le ${formatDay(withdrawnOn)}`;
  return `Depuis le ${formatDay(givenOn)} (${source})`;
}

/** A period of a dwelling: « occupation depuis le 01/04/2026 », « logement vacant jusqu’au 31/03/2026 ». */
export function occupancyPeriodText({ kind, from, to }: OccupancyPeriod): string {
  const name = kind === "vacant" ? "logement vacant" : "occupation";
  if (from === null) return to === null ? name : `${name} jusqu’au ${formatDay(to)}`;
  const days = to === null
    ? `depuis le ${formatDay(from)}`
    : `du ${formatDay(from)} au ${formatDay(to)}`;
  return `${name} ${days}`;
}

/** Why the hours of a day, or a state, are hidden. */
export const CLOSED_DATA = {
  alone: {
    title: "Relevés visibles par jour seulement",
    text:
      "Les heures d’un logement ne se voient qu’avec l’accord de son occupant, et ce jour n’est couvert par aucun accord.",
  },
  together: {
    title: "Relevés visibles par jour seulement",
    text:
      "Les heures d’un logement ne se voient qu’avec l’accord de son occupant, et aucun accord ne couvre ce jour dans la résidence.",
  },
  state: {
    title: "Accord de l’occupant nécessaire",
    text:
      "Un état peut dire quand quelqu’un est chez lui\u00A0: il ne se voit qu’avec l’accord de l’occupant, et aucun jour de ce mois n’est couvert par un accord.",
  },
} as const;

type OccupantCard = Omit<Occupancy, "id" | "version" | "access"> & {
  readonly residence: string;
  readonly dwelling: string;
};

export const OCCUPANT_COLUMNS: readonly CsvColumn<OccupantCard>[] = [
  { header: "Résidence", value: ({ residence }) => residence },
  { header: "Logement", value: ({ dwelling }) => dwelling },
  { header: OCCUPANCY_LABELS.name, value: ({ name }) => name ?? "" },
  { header: OCCUPANCY_LABELS.email, value: ({ email }) => email },
  { header: OCCUPANCY_LABELS.from, value: ({ from }) => from },
  { header: OCCUPANCY_LABELS.to, value: ({ to }) => to ?? "" },
  { header: OCCUPANCY_LABELS.givenOn, value: ({ consent }) => consent?.givenOn ?? "" },
  { header: OCCUPANCY_LABELS.source, value: ({ consent }) => consent?.source ?? "" },
  { header: OCCUPANCY_LABELS.withdrawnOn, value: ({ consent }) => consent?.withdrawnOn ?? "" },
];

/** Access of an occupant to the page of their dwelling, for their landlord. */
export const ACCESS_LABELS: Readonly<Record<AccessState, string>> = {
  none: "Non",
  invited: "Invité",
  open: "Ouvert",
};

/** Effect of inviting an occupant, and state of the invitation. */
export const ACCESS_TEXTS: Readonly<Record<AccessState, string>> = {
  none: withNoBreaks(
    "L’occupant reçoit un mail et choisit un mot de passe. Il voit ses consommations depuis son entrée, les messages de la résidence et son accord ; rien d’autre. L’accès s’ouvre le jour de l’entrée et se ferme seul à la sortie.",
  ),
  invited: withNoBreaks("L’occupant est invité ; il n’a pas encore choisi son mot de passe."),
  open: "L’occupant entre avec son adresse et son mot de passe. L’accès se ferme seul à la sortie.",
};

/** Shown after an invitation: who receives it, and what its mail is for. @spec housing.invitations */
export const INVITED_OCCUPANT = {
  title: (email: string) => `Invitation envoyée à ${email}`,
  /** Without a mail server. */
  waits: (email: string) => `L’invitation de ${email} n’est pas encore envoyée`,
  texts: {
    invited: "Le mail permet de choisir un mot de passe pendant 7\u00A0jours.",
    open: "Cette personne a déjà un compte\u00A0: le mail lui dit comment entrer.",
  },
} as const;

/** What is lost with the access to a page. */
export const ACCESS_LOSS_TEXTS: Readonly<Record<Exclude<AccessState, "none">, string>> = {
  invited:
    "Le lien du mail ne servira plus, sauf si une organisation ou un autre logement attend aussi cette personne.",
  open: "L’occupant ne verra plus la page de son logement. Son compte reste le sien.",
};

/** Comparison of a month with the same month a year before. @spec reports.running-month */
export const CONSUMPTION_STATUS_LABELS: Readonly<Record<ConsumptionStatus, string>> = {
  good: "Maîtrisée",
  bad: "En hausse",
};

/** Level of a progress bar. @spec reports.progress-bar */
export const PROGRESS_LABELS: Readonly<Record<ProgressStatus, string>> = {
  "good": "En deçà",
  "bad": "Proche",
  "very-bad": "Dépassé",
};

/** Heading of the column of the previous year's completeness, in a file. */
export const YEAR_BEFORE_READ = "Relevé un an avant";

/** Completeness from which a month counts as complete: meters are late by seconds. */
const WHOLE = 0.995;

/** Note on a compared month: "relevé à 63 %, non comparé", "douteux, non comparé"; "" when complete. */
export function monthReadNote(month: MonthRead): string {
  const { value, completeness, doubtful } = month;
  if (value === null) return "";
  const notes = [
    ...completeness < WHOLE ? [`relevé à ${formatPercent(wholePercentOf(completeness), 0)}`] : [],
    ...doubtful ? [DOUBTFUL] : [],
    ...comparedValue(month) === null ? ["non comparé"] : [],
  ];
  return notes.join(", ");
}

/** What the table of the running month compares, and when a consumption is rising. */
export const RUNNING_MONTH_INTRO =
  `Jusqu’à hier, à côté du même mois un an avant. Les jours qui restent sont comptés à la moyenne des sept derniers\u00A0; la consommation est en hausse quand le mois entier dépasserait de plus de ${STATUS_TOLERANCE_PERCENT}\u00A0% celui d’un an avant. Un mois relevé ou habité en partie n’est pas comparé, ni un mois douteux (${DOUBTFUL_REASON}).`;

/** Shown for a month without a consumption. */
export const NO_CONSUMPTION = {
  title: "Aucune consommation à suivre",
  text: "Eau, chauffage et électricité des logements se suivent ici dès qu’une série les mesure.",
} as const;

/** Heading of the column of a file that says which figures are doubtful. */
export const REMARKS = "Remarques";

/** A dwelling in a sentence: its name says « logement » already, or the word is put before it. */
export function dwellingWords(name: string): string {
  return /^logement\b/i.test(name) ? name : `logement ${name}`;
}

export interface OccupantReading {
  readonly date: IsoDate;
  readonly series: string;
  readonly value: number | null;
  readonly unit: string;
}

export const OCCUPANT_READING_COLUMNS: readonly CsvColumn<OccupantReading>[] = [
  { header: "Jour", value: ({ date }) => date },
  { header: "Série", value: ({ series }) => series },
  { header: "Valeur", value: ({ value }) => value },
  { header: "Unité", value: ({ unit }) => unit },
];
