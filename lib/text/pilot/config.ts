import { CONFIG_FIELDS, FEATURE_OF, type PilotFeature } from "@/lib/domain/pilot/features.ts";
import { PILOT_LIMITS } from "@/lib/domain/pilot/limits.ts";
import type { PilotConfig } from "@/lib/domain/pilot/types.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { yesOrNo } from "@/lib/text/format/yes_or_no.ts";
import { hourText } from "@/lib/text/series/series.ts";

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

/** Text of a value of a configuration. */
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
