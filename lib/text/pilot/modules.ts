import type { FeaturesOn } from "@/lib/domain/pilot/features.ts";
import type { ModuleCounts } from "@/lib/domain/pilot/module_list.ts";
import type {
  HouseStatus,
  ModuleConfig,
  ModuleStatus,
  ModuleWish,
} from "@/lib/domain/pilot/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant, WEEKDAYS } from "@/lib/text/format/dates.ts";
import { capitalized } from "@/lib/text/format/first_letter.ts";
import { formatNumber, formatQuantity } from "@/lib/text/format/numbers.ts";
import { durationText } from "@/lib/text/series/series.ts";
import { PILOT_FEATURE_LABELS } from "./config.ts";
import { limitedText } from "./own_heating.ts";

export const HOUSE_STATUS_LABELS: Readonly<Record<HouseStatus, string>> = {
  present: "Occupé",
  absent: "Absent",
};

/** Whether a module has applied its request. @spec pilot.wishes */
export const WISH_LABELS: Readonly<Record<ModuleWish["state"], string>> = {
  none: "Rien demandé",
  pending: "En attente",
  applied: "Appliqué",
};

/** State of a module's request, with its age from one minute: « En attente depuis 3 j ». */
export function wishText(state: ModuleWish["state"], pendingS: number | null): string {
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
  const running = {
    ch_pilot: module.isHeating,
    clim_pilot: module.isCooling,
    watertank_pilot: module.isWaterHeating,
  };
  const features = ["ch_pilot", "clim_pilot", "watertank_pilot"] as const;
  return features.filter((one) => on[one] && running[one]).map((one) => PILOT_FEATURE_LABELS[one])
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
export function wishChangeText(
  { state, changedAt, changedBy, isOccupants, appliedAt }: ModuleWish,
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
