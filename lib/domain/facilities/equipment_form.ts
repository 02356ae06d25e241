import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { isRightParent } from "./equipment_kinds.ts";
import {
  type Equipment,
  EQUIPMENT_KINDS,
  type EquipmentDraft,
  type EquipmentKind,
  type EquipmentSettingsDraft,
} from "./types.ts";

/** A field of the form that changes an equipment. */
export type EquipmentSettingsField = "name" | "code" | "instrumented";

/** A field of the form that adds an equipment. */
export type EquipmentField = EquipmentSettingsField | "kind" | "parentId";

/** Most characters of an equipment's name. */
export const NAME_MAX_LENGTH = 100;

/** Most characters of an equipment's code. */
export const CODE_MAX_LENGTH = 30;

/** The rules of an equipment's settings, as typed. @spec F §3 "Equipment: … settings{name, code}" */
export const EQUIPMENT_SETTINGS_RULES: readonly FieldRule<EquipmentSettingsField>[] = [
  { name: "name", kind: "text", required: true, maxLength: NAME_MAX_LENGTH },
  { name: "code", kind: "text", maxLength: CODE_MAX_LENGTH },
  { name: "instrumented", kind: "text" },
];

/** The rules of a new equipment, as typed. @spec F §3 "Equipment: id, kind, name, instrumented, parentId" */
export const EQUIPMENT_RULES: readonly FieldRule<EquipmentField>[] = [
  { name: "kind", kind: "text", required: true },
  { name: "parentId", kind: "text" },
  ...EQUIPMENT_SETTINGS_RULES,
];

/** A new equipment as its form shows it, before anything is typed. */
export const BLANK_EQUIPMENT: TypedValues<EquipmentField> = {
  kind: "",
  parentId: "",
  name: "",
  code: "",
  instrumented: "on",
};

/**
 * The errors of a new equipment: a name, a kind, and a place that takes that kind.
 *
 * @spec F §3 "needParent"
 * @param equipments those of the residence, of which the place is one
 */
export function equipmentErrors(
  values: TypedValues<EquipmentField>,
  equipments: readonly Pick<Equipment, "id" | "kind">[],
): FieldErrors<EquipmentField> {
  const errors = typedErrors(EQUIPMENT_RULES, values);
  const { kind, parentId } = values;
  if (!isEquipmentKind(kind)) return { ...errors, kind: { code: "required" } };
  const parent = equipments.find(({ id }) => id === parentId);
  if (parentId !== "" && parent === undefined) return { ...errors, parentId: { code: "place" } };
  if (isRightParent(kind, parent?.kind ?? null)) return errors;
  const code = parent === undefined ? "required" as const : "place" as const;
  return { ...errors, parentId: { code } };
}

/**
 * The equipment that was typed.
 *
 * @returns null when its kind is none
 */
export function readEquipmentForm(values: TypedValues<EquipmentField>): EquipmentDraft | null {
  const { kind, parentId } = values;
  if (!isEquipmentKind(kind)) return null;
  const { instrumented, ...settings } = readEquipmentSettings(values);
  return { kind, parentId: parentId || null, instrumented, settings };
}

/** An equipment's settings as their form shows them. */
export function typedEquipment(
  { instrumented, settings }: Pick<Equipment, "instrumented" | "settings">,
): TypedValues<EquipmentSettingsField> {
  return { ...settings, instrumented: instrumented ? "on" : "" };
}

/** The settings that were typed. */
export function readEquipmentSettings(
  { name, code, instrumented }: TypedValues<EquipmentSettingsField>,
): Omit<EquipmentSettingsDraft, "version"> {
  return { name: name.trim(), code: code.trim(), instrumented: instrumented !== "" };
}

function isEquipmentKind(text: string): text is EquipmentKind {
  return EQUIPMENT_KINDS.some((kind) => kind === text);
}
