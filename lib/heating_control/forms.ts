/** Forms of the heating control. @module */

import { hourText } from "@/lib/base/text_periods.ts";
import type { FieldErrors } from "@/lib/base/validators.ts";
import { boxes, check, choice, type FormField, number } from "@/lib/ui/fields.ts";
import { form, type TypedTexts } from "@/lib/ui/form.ts";
import { readNumber } from "@/lib/ui/number_input.ts";
import { FEATURE_OF, type FeaturesOn, shownConfig } from "./features.ts";
import {
  type HouseStatus,
  moduleStatusDraft,
  type OwnPilot,
  ownPilotDraft,
  type PilotConfig,
  type PilotFeatures,
  pilotFeaturesDraft,
  pilotThresholdDraft,
} from "./schema.ts";
import { mostNightDecreaseC, PILOT_LIMITS, SET_POINT_STEP_C } from "./setpoint_limits.ts";
import {
  HOUSE_STATUS_LABELS,
  limitsText,
  ownRangeText,
  PILOT_FEATURE_LABELS,
  PILOT_LABELS,
} from "./text.ts";

/** The hours of a day, as checkboxes. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourText(hour),
}));

/**
 * The configuration of modules without their own.
 *
 * @spec pilot.config
 * @param on features on; a value whose feature is off is not in the form and remains as stored
 */
export function configForm(on: FeaturesOn, stored: PilotConfig) {
  return form({
    name: "config",
    fields: configFields(on),
    check: nightErrors,
    body: (typed) => drivenConfig(typed, { on, stored }),
    values: typedConfig,
  });
}

/** The configuration of a module, or the choice to follow the residence's. @spec pilot.config */
export function moduleForm(on: FeaturesOn, stored: PilotConfig) {
  return form({
    name: "module",
    fields: {
      isDefault: check({
        label: "Suivre les réglages de la résidence",
        hint: "Décochez pour donner à ce logement les réglages qui suivent.",
      }),
      ...configFields(on),
    },
    check: (values) => values.isDefault ? {} : nightErrors(values),
    body: ({ isDefault, ...typed }) => ({ isDefault, ...drivenConfig(typed, { on, stored }) }),
    values: ({ isDefault, ...config }: PilotConfig & { isDefault: boolean }) => ({
      isDefault,
      ...typedConfig(config),
    }),
  });
}

function configFields(on: FeaturesOn) {
  const flag = (name: keyof PilotConfig) => check({ label: PILOT_LABELS[name] });
  return {
    ch_on: flag("ch_on"),
    temp_conf: degrees("temp_conf", on),
    night_decrease: degrees("night_decrease", on),
    temp_conf_limit: flag("temp_conf_limit"),
    night_decrease_limit: flag("night_decrease_limit"),
    temp_conf_clim: degrees("temp_conf_clim", on),
    temp_conf_clim_limit: flag("temp_conf_clim_limit"),
    watertank_hours: { ...boxes({ label: PILOT_LABELS.watertank_hours }), options: HOURS },
  };
}

function degrees(
  name: "temp_conf" | "temp_conf_clim" | "night_decrease",
  on: FeaturesOn,
): FormField<number | null> {
  const [min, max] = PILOT_LIMITS[name];
  return number({
    label: PILOT_LABELS[name],
    unit: "°C",
    hint: limitsText(name),
    required: on[FEATURE_OF[name]],
    min,
    max,
    step: SET_POINT_STEP_C,
  });
}

/** The night temperature must be within the limits too. @spec pilot.config */
function nightErrors(
  { temp_conf = "", night_decrease = "" }: TypedTexts<"temp_conf" | "night_decrease">,
): FieldErrors<"night_decrease"> {
  const [comfortC, decreaseC] = [readNumber(temp_conf), readNumber(night_decrease)];
  if (comfortC === null || decreaseC === null) return {};
  const max = mostNightDecreaseC(comfortC);
  return max >= 0 && decreaseC > max ? { night_decrease: { code: "max", max } } : {};
}

/** The values of the fields; a number is null when its feature is off. */
type TypedConfig =
  & Omit<PilotConfig, "temp_conf" | "temp_conf_clim" | "night_decrease" | "watertank_hours">
  & Record<"temp_conf" | "temp_conf_clim" | "night_decrease", number | null>
  & { watertank_hours: string[] };

function typedConfig(config: PilotConfig): TypedConfig {
  return { ...config, watertank_hours: config.watertank_hours.map(String) };
}

function drivenConfig(
  { temp_conf, temp_conf_clim, night_decrease, watertank_hours, ...flags }: TypedConfig,
  { on, stored }: { readonly on: FeaturesOn; readonly stored: PilotConfig },
): PilotConfig {
  const typed = {
    ...flags,
    temp_conf: temp_conf ?? stored.temp_conf,
    temp_conf_clim: temp_conf_clim ?? stored.temp_conf_clim,
    night_decrease: night_decrease ?? stored.night_decrease,
    watertank_hours: watertank_hours.map(Number),
  };
  const off = {
    house_status: !on.house_status,
    ch_pilot: !on.ch_pilot,
    clim_pilot: !on.clim_pilot,
    watertank_pilot: !on.watertank_pilot,
  };
  return { ...typed, ...shownConfig(stored, off) };
}

/** Features controlled by the modules of a residence. @spec pilot.features, pilot.occupant-range */
export const PILOT_FEATURES_FORM = form({
  name: "pilot",
  limits: pilotFeaturesDraft,
  fields: {
    occupantRangeC: number({
      label: "Écart permis à l’occupant",
      unit: "°C",
      hint: "De part et d’autre de la température de confort\u00A0; 0 pour ne rien permettre.",
      step: 0.5,
    }),
    ch_pilot: check({
      label: PILOT_FEATURE_LABELS.ch_pilot,
      hint:
        "Température de confort, baisse de nuit et arrêt du chauffage sont envoyés aux modules.",
    }),
    clim_pilot: check({
      label: PILOT_FEATURE_LABELS.clim_pilot,
      hint: "La température à ne pas dépasser est envoyée aux modules.",
    }),
    watertank_pilot: check({
      label: PILOT_FEATURE_LABELS.watertank_pilot,
      hint: "Les heures de chauffe du ballon sont envoyées aux modules.",
    }),
    house_status: check({
      label: PILOT_FEATURE_LABELS.house_status,
      hint: "Un logement se met en absence, depuis la page de son module.",
    }),
  } satisfies Record<keyof Omit<PilotFeatures, "version">, unknown>,
});

const STATES = ["present", "absent"] as const satisfies readonly HouseStatus[];

/** Whether the occupants of a dwelling are at home. @spec pilot.features */
export const PRESENCE_FORM = form({
  name: "presence",
  limits: moduleStatusDraft,
  fields: {
    house_status: choice(STATES, HOUSE_STATUS_LABELS, { label: "Présence" }),
  },
});

/** Value from which a series raises an alarm. @spec pilot.thresholds @param unit unit of the series */
export function thresholdForm(unit: string) {
  return form({
    name: "threshold",
    limits: pilotThresholdDraft,
    fields: {
      threshold: number({
        label: "Seuil",
        unit,
        hint: "Laissez vide pour ne pas surveiller la série.",
      }),
    },
  });
}

/** The heating chosen by an occupant, within the landlord's range. @spec pilot.occupant-range */
export function ownHeatingForm({ minC, maxC }: Pick<OwnPilot, "minC" | "maxC">) {
  return form({
    name: "heating",
    limits: ownPilotDraft,
    fields: {
      tempC: number({
        label: "Ma température",
        unit: "°C",
        hint: ownRangeText(minC, maxC),
        ...minC !== null && { min: minC },
        ...maxC !== null && { max: maxC },
        step: SET_POINT_STEP_C,
      }),
    },
    // A choice that is no longer allowed could not be saved again.
    values: ({ chosenC, askedC }: OwnPilot) => ({ tempC: chosenC === null ? null : askedC }),
    refusals: { "outside-range": "tempC" },
  });
}
