import type { GridField } from "@/components/forms/FormGridRow.tsx";
import type { SelectOption } from "@/components/forms/SelectField.tsx";
import {
  FACTORS_RULES,
  type FactorsField,
  SETTINGS_RULES,
  type SettingsField,
} from "@/lib/domain/energy_balance/settings/settings_form.ts";
import { SEASON_RULES, type SeasonField } from "@/lib/domain/facilities/season_form.ts";
import type { FieldRule } from "@/lib/domain/forms/typed_fields.ts";

type Words = Pick<GridField, "label" | "unit" | "help" | "isKey">;

const SETTINGS_WORDS: Readonly<Record<SettingsField, Words>> = {
  fromDate: { label: "À partir du", isKey: true },
  area: { label: "Surface chauffée", unit: "m²" },
  peopleNb: { label: "Occupants" },
  djuSource: { label: "Source des DJU" },
  q: {
    label: "q",
    unit: "kWh/m³",
    help:
      "Énergie de la source dépensée par m³ d’eau chaude, pertes comprises\u00A0: souvent 90 à 130.",
  },
  target: { label: "Objectif", unit: "Wh/m²/DJU", help: "Souvent 20 à 65 selon l’isolation." },
  threshold: { label: "Seuil d’écart", unit: "%" },
  djuContract: { label: "DJU du contrat", help: "Facultatif\u00A0: donne le NB du contrat." },
};

const FACTORS_WORDS: Readonly<Record<FactorsField, Words>> = {
  fromDate: { label: "À partir du", isKey: true },
  pta: { label: "Coefficient PTA", unit: "m³(n)/m³" },
  pcs: { label: "PCS", unit: "kWh/m³(n)" },
};

const SEASON_WORDS: Readonly<Record<SeasonField, Words>> = {
  yearStart: { label: "Année de début", isKey: true },
  dateStart: { label: "Début du chauffage" },
  dateStop: { label: "Fin du chauffage" },
};

/** The columns of the settings' grid; the DJU come from one of the residence's outdoor sources. */
export function settingsFields(outdoorSources: readonly SelectOption[]): GridField[] {
  return worded(SETTINGS_RULES, SETTINGS_WORDS).map((field) =>
    field.name === "djuSource" ? { ...field, options: outdoorSources } : field
  );
}

/** The columns of the gas factors' grid. */
export const FACTORS_FIELDS: readonly GridField[] = worded(FACTORS_RULES, FACTORS_WORDS);

/** The columns of the heating seasons' grid. */
export const SEASON_FIELDS: readonly GridField[] = worded(SEASON_RULES, SEASON_WORDS);

function worded<Name extends string>(
  rules: readonly FieldRule<Name>[],
  words: Readonly<Record<Name, Words>>,
): GridField[] {
  return rules.map((rule) => ({ ...rule, ...words[rule.name] }));
}
