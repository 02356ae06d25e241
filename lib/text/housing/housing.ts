import { ALL_FLOORS, type HouseFloor } from "@/lib/domain/housing/floors.ts";
import { FEWEST_ANONYMOUS } from "@/lib/domain/housing/limits.ts";
import type { HouseField } from "@/lib/domain/housing/shown_fields.ts";
import {
  COLLECT_MODES,
  type CollectMode,
  type ConnectivityState,
  type HourlyMode,
  type HouseKind,
} from "@/lib/domain/housing/types.ts";
import {
  type EcotouchAccess,
  HOUSE_MODES,
  type HouseModeFeature,
} from "@/lib/domain/projects/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { ALL_LABEL } from "@/lib/text/format/tables.ts";

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

/** Rights of the occupants' application. @spec housing.app-rights */
export const ECOTOUCH_LABELS: Readonly<Record<EcotouchAccess, string>> = {
  0: "Rien",
  1: "Lecture",
  2: "Lecture et pilotage",
  3: "Lecture et pilotage en direct",
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
