import type { CollectMode, HourlyMode, HouseKind } from "../domain/housing/types.ts";
import type { EcotouchAccess } from "../domain/projects/types.ts";
import { countText } from "./counts.ts";

/** How a dwelling's readings come. @spec F §3 "House: … kind" */
export const HOUSE_KIND_LABELS: Readonly<Record<HouseKind, string>> = {
  module: "Module",
  enocean: "EnOcean",
};

/** What a dwelling shows. @spec F §3 "House mode (per house collectMode)" */
export const COLLECT_MODE_LABELS: Readonly<Record<CollectMode, string>> = {
  0: "Par défaut (anonyme)",
  1: "Détail montré",
  2: "Anonyme",
};

/** How fine a dwelling's data are. @spec F §3 "House hourly mode (hourlyMode)" */
export const HOURLY_MODE_LABELS: Readonly<Record<HourlyMode, string>> = {
  0: "Par défaut (par jour)",
  1: "Par jour",
  2: "Par heure",
  3: "Toutes les 5 minutes",
};

/** What the occupants' application may do. @spec F §3 "Project Eco-Touch access" */
export const ECOTOUCH_LABELS: Readonly<Record<EcotouchAccess, string>> = {
  0: "Rien",
  1: "Lecture",
  2: "Lecture et pilotage",
  3: "Lecture et pilotage en direct",
};

/** A floor as it is read. @spec F §5 "'RDC' (value 0), '?' (value null, unknown floor) and numbered floors" */
export function floorLabel(floor: number | null): string {
  if (floor === null) return "?";
  return floor === 0 ? "RDC" : String(floor);
}

/** What deleting a dwelling loses. */
export function houseLossText(seriesCount: number): string {
  const readings = seriesCount === 0
    ? "Ses réglages"
    : `Ses réglages, ses relevés (${countText(seriesCount, "série")})`;
  return `${readings} et le rattachement de ses sources seront perdus.`;
}

/** What deleting a kind or a group does, or what keeps it. */
export function choiceLossText(houseCount: number, alone: string): string {
  if (houseCount === 0) return alone;
  return `Impossible tant que ${
    countText(houseCount, "logement l’a", "logements l’ont")
  }\u00A0: changez-les d’abord.`;
}
