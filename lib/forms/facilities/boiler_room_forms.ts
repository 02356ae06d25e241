import {
  DJU_CONTRACT_LIMITS,
  PCS_MAX,
  PTA_MAX,
  SETTINGS_LIMITS,
  THRESHOLD_SETTING_STEP,
} from "@/lib/domain/energy_balance/settings/limits.ts";
import { seasonErrors } from "@/lib/domain/facilities/season_form.ts";
import { PERIOD_YEARS_ERROR } from "@/lib/domain/forms/typed_dates.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/domain/periods/period.ts";
import { date, number, pick, text } from "@/lib/forms/fields.ts";
import { form } from "@/lib/forms/form.ts";

const LOCAL = { group: "Seuils du local" };
const CELSIUS = { ...LOCAL, unit: "°C", min: -200, max: 200 };
const PERCENT = { ...LOCAL, unit: "%", min: 0, max: 100 };

/** Name, code, location, operator, and bounds of the room's temperature and humidity. @spec facilities.bounds */
export const BOILER_ROOM_FORM = form({
  name: "identity",
  fields: {
    name: text({ label: "Nom", required: true, maxLength: 100 }),
    code: text({ label: "Code", maxLength: 30 }),
    location: text({ label: "Emplacement", maxLength: 200 }),
    operator: text({ label: "Exploitant", maxLength: 200 }),
    tempMin: number({ label: "Température minimale", ...CELSIUS }),
    tempMax: number({ label: "Température maximale", ...CELSIUS }),
    humMin: number({ label: "Humidité minimale", ...PERCENT }),
    humMax: number({ label: "Humidité maximale", ...PERCENT }),
  },
  bounds: [["tempMin", "tempMax"], ["humMin", "humMax"]],
  refusals: { "code-taken": "code" },
});

const FROM_DATE = date({ label: "À partir du", isKey: true, required: true });

/** A version of the settings of the energy balance. @spec balance.settings */
export const SETTINGS_FORM = form({
  name: "settings",
  fields: {
    fromDate: FROM_DATE,
    area: number({
      label: "Surface chauffée",
      unit: "m²",
      required: true,
      ...SETTINGS_LIMITS.area,
    }),
    peopleNb: number({
      label: "Occupants",
      required: true,
      integer: true,
      ...SETTINGS_LIMITS.peopleNb,
    }),
    djuSource: pick({ label: "Source des DJU", required: true }),
    q: number({
      label: "q",
      unit: "kWh/m³",
      help:
        "Énergie de la source dépensée par m³ d’eau chaude, pertes comprises\u00A0: souvent 90 à 130.",
      required: true,
      ...SETTINGS_LIMITS.q,
    }),
    target: number({
      label: "Objectif",
      unit: "Wh/m²/DJU",
      help: "Souvent 20 à 65 selon l’isolation.",
      required: true,
      ...SETTINGS_LIMITS.target,
      step: 0.1,
    }),
    threshold: number({
      label: "Seuil d’écart",
      unit: "%",
      required: true,
      initial: "5",
      ...SETTINGS_LIMITS.threshold,
      step: THRESHOLD_SETTING_STEP,
    }),
    djuContract: number({
      label: "DJU du contrat",
      help: "Facultatif\u00A0: donne le NB du contrat.",
      ...DJU_CONTRACT_LIMITS,
    }),
  },
});

/** Minimum gas factor: zero would give gas no energy. */
const SMALLEST = 0.0001;
const FACTOR = { min: SMALLEST, step: SMALLEST };

/** A version of the gas factors; a single factor counts as none. @spec balance.source */
export const FACTORS_FORM = form({
  name: "factors",
  fields: {
    fromDate: FROM_DATE,
    pta: number({ label: "Coefficient PTA", unit: "m³(n)/m³", ...FACTOR, max: PTA_MAX }),
    pcs: number({ label: "PCS", unit: "kWh/m³(n)", ...FACTOR, max: PCS_MAX }),
  },
});

/** A heating season; an unknown date is empty. @spec degree-days.seasons */
export const SEASON_FORM = form({
  name: "seasons",
  fields: {
    yearStart: {
      ...number({
        label: "Année de début",
        isKey: true,
        required: true,
        integer: true,
        min: FIRST_YEAR,
        max: LAST_YEAR,
        step: 1,
      }),
      // « 1 970 minimum » is no year.
      outside: PERIOD_YEARS_ERROR,
    },
    dateStart: date({ label: "Début du chauffage" }),
    dateStop: date({ label: "Fin du chauffage" }),
  },
  check: seasonErrors,
});
