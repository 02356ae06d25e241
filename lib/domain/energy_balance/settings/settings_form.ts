import {
  DJU_CONTRACT_LIMITS,
  PCS_MAX,
  PTA_MAX,
  SETTINGS_LEAST,
  SETTINGS_LIMITS,
  THRESHOLD_SETTING_STEP,
} from "@/lib/domain/energy_balance/constants.ts";
import type { EfficiencySettings, GasFactors } from "@/lib/domain/energy_balance/types.ts";
import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import type { FieldRule, TypedValues } from "@/lib/domain/forms/typed_fields.ts";

/** A field of the settings' form grid. */
export type SettingsField = keyof EfficiencySettings;

/** A field of the gas factors' form grid. */
export type FactorsField = keyof GasFactors;

/** Smallest gas factor accepted: zero would make gas worth nothing. */
const SMALLEST_FACTOR = 0.0001;

/**
 * The rules of a version of the settings, as typed.
 *
 * @spec B §5 "area, peopleNb, djuSource, q, target, threshold all required", "0.1 in one other spot"
 */
export const SETTINGS_RULES: readonly FieldRule<SettingsField>[] = [
  { name: "fromDate", kind: "date", required: true },
  {
    name: "area",
    kind: "number",
    required: true,
    ...SETTINGS_LIMITS.area,
    min: SETTINGS_LEAST.area,
  },
  { name: "peopleNb", kind: "number", required: true, integer: true, ...SETTINGS_LIMITS.peopleNb },
  { name: "djuSource", kind: "text", required: true },
  { name: "q", kind: "number", required: true, ...SETTINGS_LIMITS.q },
  {
    name: "target",
    kind: "number",
    required: true,
    ...SETTINGS_LIMITS.target,
    min: SETTINGS_LEAST.target,
    step: 0.1,
  },
  {
    name: "threshold",
    kind: "number",
    required: true,
    ...SETTINGS_LIMITS.threshold,
    step: THRESHOLD_SETTING_STEP,
  },
  { name: "djuContract", kind: "number", ...DJU_CONTRACT_LIMITS },
];

/** The rules of a version of the gas factors, as typed. @spec B §3 "Gas factors: pta, pcs" */
export const FACTORS_RULES: readonly FieldRule<FactorsField>[] = [
  { name: "fromDate", kind: "date", required: true },
  { name: "pta", kind: "number", min: SMALLEST_FACTOR, max: PTA_MAX, step: SMALLEST_FACTOR },
  { name: "pcs", kind: "number", min: SMALLEST_FACTOR, max: PCS_MAX, step: SMALLEST_FACTOR },
];

/** A version of the settings as its form shows it. */
export function typedSettings(version: EfficiencySettings): TypedValues<SettingsField> {
  return {
    fromDate: version.fromDate,
    area: controlText(version.area),
    peopleNb: controlText(version.peopleNb),
    djuSource: version.djuSource,
    q: controlText(version.q),
    target: controlText(version.target),
    threshold: controlText(version.threshold),
    djuContract: controlText(version.djuContract),
  };
}

/**
 * The settings that were typed.
 *
 * @param values without error by `SETTINGS_RULES`
 * @returns null when a required number is no number
 */
export function readSettings(values: TypedValues<SettingsField>): EfficiencySettings | null {
  const area = readNumber(values.area);
  const peopleNb = readNumber(values.peopleNb);
  const q = readNumber(values.q);
  const target = readNumber(values.target);
  const threshold = readNumber(values.threshold);
  if (area === null || peopleNb === null || q === null || target === null || threshold === null) {
    return null;
  }
  const { fromDate, djuSource } = values;
  const djuContract = readNumber(values.djuContract);
  return { fromDate, area, peopleNb, djuSource, q, target, threshold, djuContract };
}

/** A version of the gas factors as its form shows it. */
export function typedFactors(version: GasFactors): TypedValues<FactorsField> {
  return {
    fromDate: version.fromDate,
    pta: controlText(version.pta),
    pcs: controlText(version.pcs),
  };
}

/** The gas factors that were typed; an empty one is null, and one alone counts as none (domain §2 A7). */
export function readFactors(values: TypedValues<FactorsField>): GasFactors {
  return {
    fromDate: values.fromDate,
    pta: readNumber(values.pta),
    pcs: readNumber(values.pcs),
  };
}
