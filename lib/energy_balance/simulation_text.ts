/** Words of the simulation and of the settings saved from it. @module */

import type { IsoDate, IsoMonth } from "@/lib/base/civil_dates.ts";
import { formatDay, formatMonth } from "@/lib/base/date_format.ts";
import { lowered } from "@/lib/base/strings.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { fieldErrorText } from "@/lib/ui/text.ts";
import type { SimulationForm } from "./simulation.ts";

/** Labels of the simulation form, with their units. @spec balance.simulation */
export const SIMULATION_LABELS: Readonly<Record<keyof SimulationForm, string>> = {
  area: "Surface chauffée (m²)",
  peopleNb: "Nombre d’occupants",
  djuSource: "Source des DJU",
  q: "q (kWh/m³ d’ECS)",
  target: "Objectif (Wh/m²/DJU)",
  threshold: "Seuil (%)",
  gasSource: "Compteur de gaz",
};

/** Why a simulation is not saved when a typed number was rounded, clamped or not read. */
export const REPLACED_VALUE =
  "Rien n’est enregistré\u00A0: une valeur saisie n’est pas acceptée, et celle qui la remplace est affichée. Vérifiez-la, puis enregistrez.";

/** Why the simulated values are not saved over settings that changed since the page was shown; it cannot compare them. */
export const SETTINGS_CHANGED =
  "Rien n’est enregistré\u00A0: les réglages de la chaufferie ont changé entre-temps. Voyez-les à sa page «\u00A0Configuration\u00A0», puis enregistrez de nouveau ces valeurs si elles conviennent encore.";

/** Why the simulated values are not saved from a day. */
export function refusedDayText(error: FieldError): string {
  return `Rien n’est enregistré\u00A0: le jour du début n’est pas accepté (${
    lowered(fieldErrorText(error))
  }).`;
}

/** First month that uses the simulated values after they were saved. */
export function savedSettingsText(fromDate: IsoDate, firstMonth: IsoMonth | null): string {
  const saved = `Réglages enregistrés au ${formatDay(fromDate)}\u00A0:`;
  return firstMonth === null
    ? `${saved} aucun mois ne change, d’autres réglages les suivent avant le premier jour d’un mois.`
    : `${saved} ${formatMonth(firstMonth)} est le premier mois qui change.`;
}
