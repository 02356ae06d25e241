/** Forms of a boiler room: settings, energy sources, gas factors and heating seasons. @module */

import { isPce } from "@/lib/base/typed_formats.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import type { TypedValues } from "@/lib/ui/field_rules.ts";
import {
  boxes,
  choice,
  date,
  type FormField,
  number,
  orNull,
  pick,
  text,
  year,
} from "@/lib/ui/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/ui/form.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import {
  CLIMATE_ZONES,
  DJU_CONTRACT_LIMITS,
  ENERGY_CLASSES,
  SETTINGS_LIMITS,
  THRESHOLD_SETTING_STEP,
} from "./energy_setting_limits.ts";
import {
  type BoilerRoomEfficiency,
  efficiencySettingsDraft,
  efficiencySourcesDraft,
  gasFactorsDraft,
  type SiteMarks,
  siteMarks,
} from "./energy_settings_schema.ts";
import {
  boilerRoomSettingsDraft,
  type HeatingSeason,
  heatingSeason,
  isInSeasonYear,
} from "./schema.ts";
import {
  burnsGas,
  hotWaterKindOf,
  isAllowedSourceKind,
  isSolarSeries,
  isSourceSeries,
  type SeriesChoice,
  SOURCE_KIND_NAMES,
} from "./source_kinds.ts";
import { HOT_WATER_KIND_LABELS, SOURCE_KIND_LABELS } from "./text.ts";

type BoilerRoomSources = Omit<BoilerRoomEfficiency, "settings" | "gazFactors">;

/**
 * The errors in the fields of a season: its days must lie between 1 July of its year and 30 June of the next, in order.
 *
 * @spec degree-days.seasons
 */
function seasonErrors(
  { yearStart = "", dateStart = "", dateStop = "" }: Partial<TypedValues<keyof HeatingSeason>>,
): FieldErrors<keyof HeatingSeason> {
  const year = readNumber(yearStart);
  if (year === null) return {};
  return {
    ...isOutside(dateStart, year) && { dateStart: { code: "date" } },
    ...isOutside(dateStop, year) && { dateStop: { code: "date" } },
  };
}

/** The seasons with one more, which replaces the season of the same year; oldest first. */
export function withSeason(
  seasons: readonly HeatingSeason[],
  season: HeatingSeason,
): HeatingSeason[] {
  return [...withoutSeason(seasons, season.yearStart), season]
    .sort((left, right) => left.yearStart - right.yearStart);
}

export function withoutSeason(
  seasons: readonly HeatingSeason[],
  yearStart: number,
): HeatingSeason[] {
  return seasons.filter((season) => season.yearStart !== yearStart);
}

function isOutside(date: string, year: number): boolean {
  return date !== "" && !isInSeasonYear(year, date);
}

const LOCAL = { group: "Seuils du local" };
const CELSIUS = { ...LOCAL, unit: "°C" };
const PERCENT = { ...LOCAL, unit: "%" };

/** Name, code, location, operator, and bounds of the room's temperature and humidity. @spec facilities.bounds */
export const BOILER_ROOM_FORM = form({
  name: "identity",
  limits: boilerRoomSettingsDraft,
  fields: {
    name: text({ label: "Nom" }),
    code: text({ label: "Code" }),
    location: text({ label: "Emplacement" }),
    operator: text({ label: "Exploitant" }),
    tempMin: number({ label: "Température minimale", ...CELSIUS }),
    tempMax: number({ label: "Température maximale", ...CELSIUS }),
    humMin: number({ label: "Humidité minimale", ...PERCENT }),
    humMax: number({ label: "Humidité maximale", ...PERCENT }),
  },
  refusals: { "code-taken": "code" },
});

const FROM_DATE = date({ label: "À partir du", isKey: true, required: true });

/** A version of the settings of the energy balance. @spec balance.settings */
export const SETTINGS_FORM = form({
  name: "settings",
  limits: efficiencySettingsDraft,
  fields: {
    fromDate: FROM_DATE,
    area: number({ label: "Surface chauffée", unit: "m²", step: SETTINGS_LIMITS.area.step }),
    peopleNb: number({ label: "Occupants", step: SETTINGS_LIMITS.peopleNb.step }),
    djuSource: pick({ label: "Source des DJU" }),
    q: number({
      label: "q",
      unit: "kWh/m³",
      help:
        "Énergie de la source dépensée par m³ d’eau chaude, pertes comprises\u00A0: souvent 90 à 130. Sans eau chaude, elle ne compte pas.",
      initial: "100",
      step: SETTINGS_LIMITS.q.step,
    }),
    target: number({
      label: "Objectif",
      unit: "Wh/m²/DJU",
      help: "Souvent 20 à 65 selon l’isolation.",
      step: 0.1,
    }),
    threshold: number({
      label: "Seuil d’écart",
      unit: "%",
      initial: "5",
      step: THRESHOLD_SETTING_STEP,
    }),
    djuContract: number({
      label: "DJU du contrat",
      help: "Facultatif\u00A0: donne le NB du contrat.",
      step: DJU_CONTRACT_LIMITS.step,
    }),
  },
});

/** Zero would give gas no energy. */
const SMALLEST = 0.0001;
const FACTOR = { min: SMALLEST, step: SMALLEST };

/** A version of the gas factors; a single factor counts as none. @spec balance.source */
export const FACTORS_FORM = form({
  name: "factors",
  limits: gasFactorsDraft,
  fields: {
    fromDate: FROM_DATE,
    pta: number({ label: "Coefficient PTA", unit: "m³(n)/m³", ...FACTOR }),
    pcs: number({ label: "PCS", unit: "kWh/m³(n)", ...FACTOR }),
  },
});

/** A heating season; an unknown date is empty. @spec degree-days.seasons */
export const SEASON_FORM = form({
  name: "seasons",
  limits: heatingSeason,
  fields: {
    yearStart: year({ label: "Année de début", isKey: true }),
    dateStart: date({ label: "Début du chauffage" }),
    dateStop: date({ label: "Fin du chauffage" }),
  },
  check: seasonErrors,
});

export interface NamedSeries extends SeriesChoice {
  readonly label: string;
}

const OTHER_UNIT = {
  code: "message",
  message: "Cette série ne compte pas cette énergie dans cette unité",
} as const;
const BAD_PCE = { code: "message", message: "14 chiffres, ou GI et 6 chiffres" } as const;
const PCE_WITHOUT_GAS = { code: "message", message: "Un PCE ne va qu’avec le gaz" } as const;

const YEAR_WITH_CARBON = {
  code: "message",
  message: "Le contenu carbone et son année vont ensemble",
} as const;

const NO_MARKS: SiteMarks = {
  networkKgPerKwh: null,
  networkYear: null,
  dpe: null,
  altitudeM: null,
  zone: null,
};

const OF_MARKS = { group: "Carbone et classe" } as const;

/** What a person types for the carbon and the class. @spec facilities.site-marks */
const MARKS = {
  networkKgPerKwh: number({
    label: "Contenu carbone du réseau de chaleur",
    unit: "kg/kWh",
    help: "Publié par arrêté\u00A0; sans lui, 0,385 comme un réseau non listé.",
    ...OF_MARKS,
    step: 0.001,
  }),
  networkYear: year({ label: "Année de ce contenu", ...OF_MARKS }),
  dpe: choice(ENERGY_CLASSES, (one) => one, {
    label: "Classe du DPE",
    empty: "Inconnue",
    ...OF_MARKS,
  }),
  altitudeM: number({
    label: "Altitude",
    unit: "m",
    ...OF_MARKS,
    step: 1,
  }),
  zone: choice(CLIMATE_ZONES, (one) => one, {
    label: "Zone climatique",
    empty: "Inconnue",
    ...OF_MARKS,
  }),
} as const;

/**
 * The energy source of a boiler room, its hot water and its solar heat, each with its series.
 *
 * @spec balance.meters
 * @param series facility series of the residence
 * @param hasMarks whether its carbon and class are typed too; they are unchanged otherwise
 */
export function sourcesForm(series: readonly NamedSeries[], hasMarks = false) {
  return form({
    name: "sources",
    limits: { shape: { ...efficiencySourcesDraft.shape, ...siteMarks.shape } },
    fields: {
      sourceKind: choice(SOURCE_KIND_NAMES, SOURCE_KIND_LABELS, {
        label: "Énergie",
        ...MUST_CHOOSE,
      }),
      sourceType: pick({ label: "Série du compteur", ...MUST_CHOOSE }),
      gazPce: pce(),
      ...marksIf(hasMarks),
      solarTypes: boxes({ label: "Solaire thermique" }),
      ...Object.fromEntries(series.flatMap(hotWaterFields)),
    },
    check({ sourceKind = "", sourceType, gazPce = "", networkKgPerKwh = "", networkYear = "" }) {
      const source = series.find(({ id }) => id === sourceType);
      if (source === undefined) return { sourceType: { code: "required" } };
      if (!isAllowedSourceKind(sourceKind)) return {};
      return {
        ...!isSourceSeries(sourceKind, source) && { sourceType: OTHER_UNIT },
        ...(networkKgPerKwh === "") !== (networkYear === "") && { networkYear: YEAR_WITH_CARBON },
        ...gazPce.trim() !== "" && !burnsGas(sourceKind) && { gazPce: PCE_WITHOUT_GAS },
      };
    },
    body({ sourceKind, sourceType, gazPce, solarTypes, ...typed }): BoilerRoomSources {
      const { networkKgPerKwh, networkYear, dpe, altitudeM, zone, ...used } = typed;
      const marks = { networkKgPerKwh, networkYear, dpe, altitudeM, zone };
      const solar = series.filter((one) => isSolarSeries(one) && solarTypes.includes(one.id));
      return {
        sourceKind,
        sourceType,
        hotWaterTypes: series.flatMap((one) => hotWaterOf(one, used)),
        solarTypes: solar.map(({ id }) => id),
        gazPce,
        ...hasMarks && { marks },
      };
    },
    values({ hotWaterTypes, solarTypes, marks = NO_MARKS, ...same }: BoilerRoomSources) {
      const kinds = series.map(({ id }) => {
        const used = hotWaterTypes.find(({ hotWaterType }) => hotWaterType === id);
        return [hotWaterField(id), used?.hotWaterKind ?? null] as const;
      });
      return {
        ...same,
        ...marks,
        solarTypes: [...solarTypes],
        ...Object.fromEntries(kinds),
      };
    },
  });
}

/** The marks; without them, absent fields are read as nothing, which the body leaves out. */
function marksIf(hasMarks: boolean): typeof MARKS;
function marksIf(hasMarks: boolean): Partial<typeof MARKS> {
  return hasMarks ? MARKS : {};
}

export const HOT_WATER_GROUP = "Eau chaude";

function hotWaterField(seriesId: string): string {
  return `hotWater:${seriesId}`;
}

function hotWaterFields(series: NamedSeries): [name: string, field: FormField<unknown>][] {
  const { id, label } = series;
  const kind = hotWaterKindOf(series);
  if (kind === null) return [];
  const words = { id: `hot-water-${id}`, label, empty: "Non utilisée", group: HOT_WATER_GROUP };
  return [[hotWaterField(id), choice([kind], HOT_WATER_KIND_LABELS, words)]];
}

function hotWaterOf(series: NamedSeries, used: Readonly<Record<string, unknown>>) {
  const hotWaterKind = hotWaterKindOf(series);
  const isUsed = hotWaterKind !== null && used[hotWaterField(series.id)] === hotWaterKind;
  return isUsed ? [{ hotWaterType: series.id, hotWaterKind }] : [];
}

function pce(): FormField<string | null> {
  return {
    ...orNull(text({
      label: "PCE",
      hint: "Gaz seulement\u00A0: 14 chiffres, ou GI et 6 chiffres",
      maxLength: 14,
    })),
    error: (typed) => typed.trim() === "" || isPce(typed.trim()) ? null : BAD_PCE,
  };
}
