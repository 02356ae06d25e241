/** Forms of a boiler room: settings, energy sources, gas factors and heating seasons. @module */

import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { isPce } from "@/lib/base/typed_formats.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { isBackwards, type TypedValues } from "@/lib/ui/field_rules.ts";
import { boxes, choice, date, type FormField, number, pick, text, year } from "@/lib/ui/fields.ts";
import { form, MUST_CHOOSE } from "@/lib/ui/form.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import {
  CLIMATE_ZONES,
  DJU_CONTRACT_LIMITS,
  ENERGY_CLASSES,
  MARK_LIMITS,
  PCS_MAX,
  PTA_MAX,
  SETTINGS_LIMITS,
  type SiteMarks,
  THRESHOLD_SETTING_STEP,
} from "./energy_setting_limits.ts";
import type { BoilerRoomEfficiency } from "./energy_settings_schema.ts";
import { type HeatingSeason, isInSeasonYear } from "./schema.ts";
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
    ...isBackwards(dateStart, dateStop) && { dateStop: { code: "date-order" } },
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
        "Énergie de la source dépensée par m³ d’eau chaude, pertes comprises\u00A0: souvent 90 à 130. Sans eau chaude, elle ne compte pas.",
      required: true,
      initial: "100",
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
    yearStart: year({
      label: "Année de début",
      isKey: true,
      required: true,
      first: FIRST_YEAR,
      last: LAST_YEAR,
    }),
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
    min: 0,
    max: MARK_LIMITS.networkKgPerKwh,
    step: 0.001,
  }),
  networkYear: year({
    label: "Année de ce contenu",
    ...OF_MARKS,
    first: FIRST_YEAR,
    last: LAST_YEAR,
  }),
  dpe: choice(ENERGY_CLASSES, (one) => one, {
    label: "Classe du DPE",
    empty: "Inconnue",
    ...OF_MARKS,
  }),
  altitudeM: number({
    label: "Altitude",
    unit: "m",
    ...OF_MARKS,
    min: 0,
    max: MARK_LIMITS.altitudeM,
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
        gazPce: gazPce || null,
        ...hasMarks && { marks },
      };
    },
    values({ hotWaterTypes, gazPce, solarTypes, marks = NO_MARKS, ...same }: BoilerRoomSources) {
      const kinds = series.map(({ id }) => {
        const used = hotWaterTypes.find(({ hotWaterType }) => hotWaterType === id);
        return [hotWaterField(id), used?.hotWaterKind ?? null] as const;
      });
      return {
        ...same,
        ...marks,
        gazPce: gazPce ?? "",
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

function pce(): FormField<string> {
  return {
    ...text({
      label: "PCE",
      hint: "Gaz seulement\u00A0: 14 chiffres, ou GI et 6 chiffres",
      maxLength: 14,
    }),
    error: (typed) => typed.trim() === "" || isPce(typed.trim()) ? null : BAD_PCE,
  };
}
