import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import { pairLines, readPairLines } from "@/lib/domain/forms/pair_lines.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { MOST_TEMP_OFFSET_C, TOP_FLOOR } from "./limits.ts";
import { TEMP_OFFSET_SETTING } from "./temp_offset.ts";
import {
  COLLECT_MODES,
  type CollectMode,
  HOURLY_MODES,
  type HourlyMode,
  type House,
  type HouseKind,
  type HouseSettings,
} from "./types.ts";

/** A field of a dwelling's form. */
export type HouseField =
  | "kind"
  | "serial"
  | "name"
  | "floor"
  | "buildingId"
  | "houseTypeId"
  | "anonymousGroupId"
  | "collectMode"
  | "hourlyMode"
  | "tempOffset"
  | "config";

/** The rules of a dwelling, as typed. @spec F §3 "House", domain §4 note (a) */
export const HOUSE_RULES: readonly FieldRule<HouseField>[] = [
  { name: "name", kind: "text", required: true, maxLength: 100 },
  { name: "floor", kind: "number", integer: true, min: 0, max: TOP_FLOOR },
  { name: "kind", kind: "text", required: true },
  { name: "serial", kind: "text", maxLength: 100 },
  { name: "buildingId", kind: "text" },
  { name: "houseTypeId", kind: "text" },
  { name: "anonymousGroupId", kind: "text" },
  { name: "collectMode", kind: "text", required: true },
  { name: "hourlyMode", kind: "text", required: true },
  {
    name: "tempOffset",
    kind: "number",
    min: -MOST_TEMP_OFFSET_C,
    max: MOST_TEMP_OFFSET_C,
    step: 0.1,
  },
  { name: "config", kind: "text" },
];

/** A dwelling as its form shows it. */
export function typedHouse(
  { kind, serial, settings, config }: Pick<House, "kind" | "serial" | "settings" | "config">,
): TypedValues<HouseField> {
  const { [TEMP_OFFSET_SETTING]: tempOffset = "", ...free } = config;
  return {
    kind,
    serial,
    name: settings.name,
    floor: controlText(settings.floor),
    buildingId: settings.buildingId ?? "",
    houseTypeId: settings.houseTypeId ?? "",
    anonymousGroupId: settings.anonymousGroupId ?? "",
    collectMode: String(settings.collectMode),
    hourlyMode: String(settings.hourlyMode),
    tempOffset: tempOffset.replace(".", ","),
    config: pairLines(free),
  };
}

/** An empty form of a dwelling. */
export const BLANK_HOUSE: TypedValues<HouseField> = typedHouse({
  kind: "module",
  serial: "",
  settings: {
    name: "",
    collectMode: COLLECT_MODES.Default,
    hourlyMode: HOURLY_MODES.Default,
    floor: null,
    buildingId: null,
    houseTypeId: null,
    anonymousGroupId: null,
  },
  config: {},
});

/** The errors of a dwelling's form; a kind or a mode that is not offered counts as none. @spec housing.fields */
export function houseErrors(values: TypedValues<HouseField>): FieldErrors<HouseField> {
  const errors = typedErrors(HOUSE_RULES, values);
  for (const [field, offered] of CHOICES) {
    if (!offered.some((one) => String(one) === values[field])) errors[field] = { code: "required" };
  }
  const config = readPairLines(values.config);
  return config.ok ? errors : { ...errors, config: config.error };
}

/** Values of a dwelling's form. */
export interface TypedDwelling {
  kind: HouseKind;
  serial: string;
  settings: HouseSettings;
  config: Record<string, string>;
}

/**
 * The dwelling that was typed.
 *
 * @param values without errors
 * @returns null when a mode or a kind is not offered
 */
export function readHouseForm(values: TypedValues<HouseField>): TypedDwelling | null {
  const { buildingId, houseTypeId, anonymousGroupId, config, tempOffset } = values;
  const kind = HOUSE_KINDS.find((one) => one === values.kind);
  const collectMode = COLLECT.find((mode) => String(mode) === values.collectMode);
  const hourlyMode = HOURLY.find((mode) => String(mode) === values.hourlyMode);
  const pairs = readPairLines(config);
  if (kind === undefined || collectMode === undefined || hourlyMode === undefined) return null;
  return {
    kind,
    serial: values.serial.trim(),
    settings: {
      name: values.name.trim(),
      collectMode,
      hourlyMode,
      floor: readNumber(values.floor),
      buildingId: buildingId || null,
      houseTypeId: houseTypeId || null,
      anonymousGroupId: anonymousGroupId || null,
    },
    config: {
      ...pairs.ok && pairs.pairs,
      ...tempOffset !== "" && { [TEMP_OFFSET_SETTING]: tempOffset.replace(",", ".") },
    },
  };
}

/** The kinds of dwelling, in their order. */
export const HOUSE_KINDS: readonly HouseKind[] = ["module", "enocean"];

const COLLECT: readonly CollectMode[] = Object.values(COLLECT_MODES);
const HOURLY: readonly HourlyMode[] = Object.values(HOURLY_MODES);

const CHOICES: readonly (readonly [HouseField, readonly (string | number)[]])[] = [
  ["kind", HOUSE_KINDS],
  ["collectMode", COLLECT],
  ["hourlyMode", HOURLY],
];
