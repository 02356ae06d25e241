/** Words of configurations, modules, an occupant's own heating and thresholds. @module */

import type { CsvColumn } from "@/lib/base/csv.ts";
import { formatInstant, WEEKDAYS } from "@/lib/base/date_format.ts";
import { capitalized } from "@/lib/base/strings.ts";
import { countText, formatNumber, formatQuantity, yesOrNo } from "@/lib/base/text_format.ts";
import { durationText, hourText } from "@/lib/base/text_periods.ts";
import { CONFIG_FIELDS, FEATURE_OF, type FeaturesOn, type PilotFeature } from "./features.ts";
import type { ModuleCounts } from "./module_list.ts";
import type {
  HouseStatus,
  ModuleConfig,
  ModuleSetpointRequest,
  ModuleStatus,
  OwnPilot,
  PilotConfig,
} from "./schema.ts";
import { PILOT_LIMITS } from "./setpoint_limits.ts";

/** Names of the features controlled by modules. @spec pilot.features */
export const PILOT_FEATURE_LABELS: Readonly<Record<PilotFeature, string>> = {
  house_status: "Présence des occupants",
  ch_pilot: "Chauffage",
  clim_pilot: "Froid",
  watertank_pilot: "Ballon d’eau chaude",
};

/** Labels of the values of a configuration. @spec pilot.config */
export const PILOT_LABELS: Readonly<Record<keyof PilotConfig, string>> = {
  temp_conf: "Température de confort",
  temp_conf_clim: "Température à ne pas dépasser",
  night_decrease: "Baisse de nuit, de 22\u00A0h à 6\u00A0h",
  temp_conf_limit: "Température bloquée pour l’occupant",
  temp_conf_clim_limit: "Froid bloqué pour l’occupant",
  night_decrease_limit: "Baisse de nuit bloquée pour l’occupant",
  ch_on: "Chauffage en marche",
  watertank_hours: "Heures de chauffe",
};

/** Label of a value outside its group: « Froid : Température à ne pas dépasser ». */
export function factLabel(field: keyof PilotConfig): string {
  const feature = FEATURE_OF[field];
  if (feature === "ch_pilot") return PILOT_LABELS[field];
  return `${PILOT_FEATURE_LABELS[feature]}\u00A0: ${PILOT_LABELS[field]}`;
}

/** Allowed values of a quantity, for the form. */
export function limitsText(field: "temp_conf" | "temp_conf_clim" | "night_decrease"): string {
  const [min, max] = PILOT_LIMITS[field];
  return `De ${min} à ${formatQuantity(max, "°C")}`;
}

export const CONFIG_INTRO =
  "Les modules suivent ces réglages, sauf dans les logements qui ont les leurs. Une passerelle les prend à sa prochaine connexion.";

export const NOTHING_DRIVEN = {
  title: "Rien n’est piloté",
  text:
    "Une personne qui administre l’organisation choisit ce qui l’est, à la page «\u00A0Fonctions\u00A0».",
} as const;

/** Heating hours of a water tank, with consecutive hours grouped: « 0 h à 6 h, 13 h à 14 h ». */
export function hoursText(hours: readonly number[]): string {
  const spans: { from: number; to: number }[] = [];
  for (const hour of [...hours].sort((left, right) => left - right)) {
    const last = spans.at(-1);
    if (last?.to === hour) last.to += 1;
    else spans.push({ from: hour, to: hour + 1 });
  }
  if (spans.length === 0) return "Aucune";
  return spans.map(({ from, to }) => `${hourText(from)} à ${hourText(to)}`).join(", ");
}

export function configText(config: PilotConfig, field: keyof PilotConfig): string {
  const value = config[field];
  if (typeof value === "number") return formatQuantity(value, "°C");
  return typeof value === "boolean" ? yesOrNo(value) : hoursText(value);
}

/** Changes between two configurations, for the audit log; "" when there are none. @spec pilot.changes */
export function configChangesText(before: PilotConfig, after: PilotConfig): string {
  return CONFIG_FIELDS.flatMap((field) => {
    const [old, now] = [configText(before, field), configText(after, field)];
    return old === now ? [] : [`${factLabel(field)}\u00A0: ${old} → ${now}`];
  }).join(", ");
}

/** Author and time of a change; null when unchanged. */
export function changeText(
  { changedAt, changedBy }: {
    readonly changedAt: string | null;
    readonly changedBy: string | null;
  },
  timeZone: string,
): string | null {
  if (changedAt === null) return null;
  const by = changedBy === null ? "" : `par ${changedBy}, `;
  return `Changé ${by}le ${formatInstant(changedAt, timeZone)}.`;
}

/** Heating setting of the user's dwelling, and whether it is applied. */
export function ownHeatingText({ residenceTempC, chosenC, askedC, state }: OwnPilot): string {
  const residence = `Votre bailleur règle le chauffage à ${formatQuantity(residenceTempC, "°C")}`;
  const chosen = chosenC === null
    ? "."
    : `\u00A0; vous avez choisi ${formatQuantity(chosenC, "°C")}${
      limitedText({ chosenC, askedC })
    }.`;
  return `${residence}${chosen}${state === "pending" ? ` ${SOON}` : ""}`;
}

/** The request that replaces a choice no longer allowed; "" when the choice is allowed. */
function limitedText(
  { chosenC, askedC }: { readonly chosenC: number; readonly askedC: number },
): string {
  if (chosenC === askedC) return "";
  return `, ce qui n’est plus permis\u00A0: ${formatQuantity(askedC, "°C")} à la place`;
}

const SOON = "Le réglage sera pris à la prochaine connexion de votre logement.";

/** Range of temperatures allowed to the occupant. */
export function ownRangeText(minC: number | null, maxC: number | null): string {
  if (minC === null || maxC === null) return "";
  return `De ${formatNumber(minC)} à ${
    formatQuantity(maxC, "°C")
  }. Laissez vide pour suivre votre bailleur.`;
}

/** An occupant's heating choice, in the export of their data. */
export interface HeatingChoice {
  /** Instant. */
  readonly chosenAt: string;
  /** °C; null to follow the landlord again. */
  readonly tempC: number | null;
}

export const HEATING_CHOICE_COLUMNS: readonly CsvColumn<HeatingChoice>[] = [
  { header: "Choisi le", value: ({ chosenAt }) => chosenAt },
  { header: "Température choisie (°C)", value: ({ tempC }) => tempC },
];

export const HOUSE_STATUS_LABELS: Readonly<Record<HouseStatus, string>> = {
  present: "Occupé",
  absent: "Absent",
};

/** Whether a module has applied its request. @spec pilot.wishes */
export const WISH_LABELS: Readonly<Record<ModuleSetpointRequest["state"], string>> = {
  none: "Rien demandé",
  pending: "En attente",
  applied: "Appliqué",
};

/** State of a module's request, with its age from one minute: « En attente depuis 3 j ». */
export function setpointRequestText(
  state: ModuleSetpointRequest["state"],
  pendingS: number | null,
): string {
  return pendingS === null || pendingS < 60
    ? WISH_LABELS[state]
    : `${WISH_LABELS[state]} depuis ${durationText(pendingS)}`;
}

/** Whether a device runs; "" when the module does not report it. */
export function runningText(isRunning: boolean | null): string {
  if (isRunning === null) return "";
  return isRunning ? "En marche" : "À l’arrêt";
}

type Running = Pick<ModuleStatus, "isHeating" | "isCooling" | "isWaterHeating">;

/** Running devices of a dwelling, among those controlled: « Chauffage, Ballon d’eau chaude ». */
export function runningNames(module: Running, on: FeaturesOn): string {
  const activity = {
    ch_pilot: module.isHeating,
    clim_pilot: module.isCooling,
    watertank_pilot: module.isWaterHeating,
  };
  const features = ["ch_pilot", "clim_pilot", "watertank_pilot"] as const;
  return features.filter((one) => on[one] && activity[one]).map((one) => PILOT_FEATURE_LABELS[one])
    .join(", ");
}

/** Number of modules by state: « 20 modules, dont 17 en ligne et 2 en attente d’un réglage ». */
export function moduleCountsText({ all, online, pending }: ModuleCounts): string {
  return `${countText(all, "module")}, dont ${formatNumber(online, 0)} en ligne et ${
    formatNumber(pending, 0)
  } en attente d’un réglage`;
}

export const NO_MODULE = {
  title: "Aucun module",
  text:
    "Un module est un logement relevé par module\u00A0: il s’ajoute à la page «\u00A0Logements\u00A0».",
} as const;

/** Sources of a temperature. @spec pilot.temperatures */
export const TEMPERATURE_SOURCES = {
  module: "selon le module",
  sensor: "selon un capteur",
} as const;

/** Meaning of the cells of the week. */
export function weekLegend(
  on: {
    readonly ch_pilot: boolean;
    readonly clim_pilot: boolean;
    readonly watertank_pilot: boolean;
  },
): string {
  return [
    ...on.ch_pilot ? ["Chauffage en °C\u00A0; «\u00A0–\u00A0» quand il est arrêté."] : [],
    ...on.clim_pilot ? ["Après la barre, la température que le froid ne laisse pas dépasser."] : [],
    ...on.watertank_pilot ? ["«\u00A0E\u00A0»\u00A0: le ballon d’eau chaude chauffe."] : [],
  ].join(" ");
}

/** The days of a week, from Monday. */
export const WEEKDAY_HEADINGS = WEEKDAYS.map(capitalized).map((long) => (
  { short: long.slice(0, 2), long }
));

/** Author and time of a module's request, and time of its application. */
export function setpointChangeText(
  { state, changedAt, changedBy, isOccupants, appliedAt }: ModuleSetpointRequest,
  timeZone: string,
): string {
  if (state === "none" || changedAt === null) return "";
  const by = isOccupants ? " par l’occupant" : changedBy === null ? "" : ` par ${changedBy}`;
  const applied = appliedAt === null ? "" : `, appliqué le ${formatInstant(appliedAt, timeZone)}`;
  return `(demandé${by} le ${formatInstant(changedAt, timeZone)}${applied})`;
}

/** The occupant's chosen heating, and the requested one if it differs; "" when they follow the residence's settings. */
export function occupantChoiceText(
  { occupantChoiceC: chosenC, occupantTempC, temp_conf }: Pick<
    ModuleConfig,
    "occupantChoiceC" | "occupantTempC" | "temp_conf"
  >,
): string {
  if (chosenC === null) return "";
  const limited = limitedText({ chosenC, askedC: occupantTempC ?? temp_conf });
  return `L’occupant a choisi ${formatQuantity(chosenC, "°C")}${limited}.`;
}

export const NO_THRESHOLD_SERIES = {
  title: "Aucune série à surveiller",
  text:
    "Une température, une humidité ou une consommation peut avoir un seuil\u00A0; la résidence n’en mesure pas encore.",
} as const;

/** Choices of the filter on thresholds. */
export const THRESHOLD_STATES = { set: "Avec un seuil", none: "Sans seuil" } as const;

/** Maximum decimals of a threshold. */
export const THRESHOLD_DECIMALS = 9;

/** A threshold before and after a change, for the audit log. @spec pilot.changes */
export function thresholdChangeText(before: number | null, after: number | null): string {
  return `${thresholdText(before)} → ${thresholdText(after)}`;
}

function thresholdText(threshold: number | null): string {
  return formatNumber(threshold, THRESHOLD_DECIMALS) || "aucun";
}
