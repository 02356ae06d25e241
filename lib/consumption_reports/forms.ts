/** Declares the forms of report settings, mails and orders. @module */

import { boxes, check, choice, number, pick } from "@/lib/ui/fields.ts";
import { form } from "@/lib/ui/form.ts";
import { consumptionReportSettingsDraft, type WaterHeatingEnergy } from "./schema.ts";
import { WATER_HEATING_ENERGIES } from "./text.ts";

const ENERGIES = [
  "electricity",
  "gas",
  "urban",
  "wood",
] as const satisfies readonly WaterHeatingEnergy[];

const ELECTRICITY = "Électricité d’un logement";
const WATER = "Eau d’une personne";
const WATER_HEATING = "Énergie de l’eau chaude";
const HEATING = "Chauffage et température";

/** References and prices of the reports; items with an empty value are not shown. @spec reports.settings */
export const REPORT_SETTINGS_FORM = form({
  name: "references",
  limits: consumptionReportSettingsDraft,
  fields: {
    lightsReference: reference(ELECTRICITY, "Repère éclairage", "kWh/an", "Souvent de 150 à 350"),
    plugsReference: reference(ELECTRICITY, "Repère prises", "kWh/an", "Souvent de 800 à 1 800"),
    cookingReference: reference(ELECTRICITY, "Repère cuisson", "kWh/an", "Souvent de 250 à 500"),
    elecPricing: price(ELECTRICITY, "Prix de l’électricité", "€/kWh"),
    coldWaterReference: reference(WATER, "Repère eau froide", "m³/an", "Souvent de 25 à 40"),
    hotWaterReference: reference(WATER, "Repère eau chaude", "m³/an", "Souvent de 9 à 16"),
    waterPricing: price(WATER, "Prix de l’eau", "€/m³", "Eau froide et eau chaude, hors énergie"),
    waterHeatingEnergy: choice(ENERGIES, WATER_HEATING_ENERGIES, {
      group: WATER_HEATING,
      label: "Énergie",
      empty: "Non précisée",
    }),
    waterHeatingPricing: price(
      WATER_HEATING,
      "Prix de cette énergie",
      "€/kWh",
      "Compté où un compteur mesure l’énergie de l’eau chaude",
    ),
    heatingReference: number({
      group: HEATING,
      label: "Repère chauffage",
      unit: "Wh/m²/DJU",
      hint: "Souvent de 20 à 65",
      help:
        "Multiplié par la surface du type de logement et par les DJU du mois\u00A0: il suit la météo.",
      step: 0.1,
    }),
    heatingPricing: price(HEATING, "Prix du chauffage", "€/kWh"),
    djuSource: pick({
      group: HEATING,
      label: "Source des DJU",
      empty: "Aucune",
      hint: "Sans elle, ni repère ni comparaison à météo égale pour le chauffage",
    }),
    tempReference: number({
      group: HEATING,
      label: "Repère température",
      unit: "°C",
      hint: "19 au plus, selon le code de l’énergie",
      step: 0.5,
    }),
  },
  refusals: { "unknown-reference": "djuSource" },
});

function reference(group: string, label: string, unit: string, hint: string) {
  return number({ group, label, unit, hint, step: 1 });
}

function price(group: string, label: string, unit: string, hint?: string) {
  return number({
    group,
    label,
    unit,
    ...hint !== undefined && { hint },
    step: 0.0001,
  });
}

/** Whether reports are mailed to occupants each month. @spec reports.mails */
export const REPORT_MAILS_FORM = form({
  name: "mails",
  fields: {
    isOn: check({
      label: "Envoyer chaque mois son bilan à l’occupant de chaque logement",
      hint: "Une fois, à l’adresse email de l’occupant, avec ses chiffres seuls.",
    }),
  },
});

/** Intent of the button that acts on every dwelling that passes the filters. */
export const EVERY_HOUSE = "every";

export const REPORT_ORDER_FORM = form({
  name: "reports",
  fields: { houses: boxes({ label: "Logements" }) },
});
