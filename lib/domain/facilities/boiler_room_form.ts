import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import {
  type FieldRule,
  typedErrors,
  type TypedValues,
  withBoundErrors,
} from "@/lib/domain/forms/typed_fields.ts";
import type { BoilerRoomSettings } from "./types.ts";

/** A field of a boiler room's own form. */
export type BoilerRoomField = keyof BoilerRoomSettings;

const CELSIUS = { kind: "number", min: -200, max: 200 } as const;
const PERCENT = { kind: "number", min: 0, max: 100 } as const;

/** The rules of a boiler room's own form, as typed. @spec B §3 "Boiler room: name, code, … humMax" */
export const BOILER_ROOM_RULES: readonly FieldRule<BoilerRoomField>[] = [
  { name: "name", kind: "text", required: true },
  { name: "code", kind: "text" },
  { name: "location", kind: "text" },
  { name: "operator", kind: "text" },
  { name: "tempMin", ...CELSIUS },
  { name: "tempMax", ...CELSIUS },
  { name: "humMin", ...PERCENT },
  { name: "humMax", ...PERCENT },
];

/** The errors of the form: each rule, and no upper bound under its lower one. */
export function boilerRoomErrors(
  values: TypedValues<BoilerRoomField>,
): FieldErrors<BoilerRoomField> {
  const bounds = [["tempMin", "tempMax"], ["humMin", "humMax"]] as const;
  return withBoundErrors(typedErrors(BOILER_ROOM_RULES, values), values, bounds);
}

/** A boiler room as its form shows it. */
export function typedBoilerRoom(settings: BoilerRoomSettings): TypedValues<BoilerRoomField> {
  const { name, code, location, operator } = settings;
  return {
    name,
    code,
    location,
    operator,
    tempMin: controlText(settings.tempMin),
    tempMax: controlText(settings.tempMax),
    humMin: controlText(settings.humMin),
    humMax: controlText(settings.humMax),
  };
}

/**
 * The boiler room that was typed; an empty bound is none.
 *
 * @param values without error by `boilerRoomErrors()`
 */
export function readBoilerRoom(values: TypedValues<BoilerRoomField>): BoilerRoomSettings {
  return {
    name: values.name.trim(),
    code: values.code.trim(),
    location: values.location.trim(),
    operator: values.operator.trim(),
    tempMin: readNumber(values.tempMin),
    tempMax: readNumber(values.tempMax),
    humMin: readNumber(values.humMin),
    humMax: readNumber(values.humMax),
  };
}
