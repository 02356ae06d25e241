import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText, readNumber } from "@/lib/domain/forms/number_control.ts";
import { oneLine } from "@/lib/domain/forms/one_line.ts";
import { type FieldRule, typedErrors, type TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import type { ProjectSettings } from "./types.ts";

/** Name of the button that looks up the address: submitting the form with it saves nothing. */
export const LOOKUP_FIELD = "lookup";

/** Name of the fields of categories: each contains the id of the value chosen in its group, or "". */
export const TAGS_FIELD = "tags";

/** The rules of the residence form. @spec projects.fields */
export const RESIDENCE_RULES = [
  { name: "name", kind: "text", required: true, maxLength: 200 },
  { name: "code", kind: "text", maxLength: 30 },
  { name: "street", kind: "text", required: true, maxLength: 200 },
  { name: "zipCode", kind: "text", required: true, maxLength: 5 },
  { name: "city", kind: "text", required: true, maxLength: 100 },
  { name: "latitude", kind: "number", min: -90, max: 90 },
  { name: "longitude", kind: "number", min: -180, max: 180 },
] as const satisfies readonly FieldRule[];

export type ResidenceField = typeof RESIDENCE_RULES[number]["name"];

/** Five digits. @spec projects.fields "zipCode 5 digits" */
export const ZIP_CODE = /^\d{5}$/;

/** The errors of the form. @spec projects.fields */
export function residenceErrors(values: TypedValues<ResidenceField>): FieldErrors<ResidenceField> {
  const errors = typedErrors(RESIDENCE_RULES, values);
  const zipCode = values.zipCode.trim();
  if (zipCode !== "" && !ZIP_CODE.test(zipCode)) errors.zipCode = { code: "zip-code" };
  const isBlank = (field: "latitude" | "longitude") => values[field].trim() === "";
  if (isBlank("latitude") && !isBlank("longitude")) errors.latitude = { code: "required" };
  if (isBlank("longitude") && !isBlank("latitude")) errors.longitude = { code: "required" };
  return errors;
}

export function typedResidence(
  { name, code, location }: Omit<ProjectSettings, "tags">,
): Record<ResidenceField, string> {
  const { street, zipCode, city, latitude, longitude } = location;
  return {
    name: oneLine(name),
    code: oneLine(code),
    street: oneLine(street),
    zipCode,
    city: oneLine(city),
    latitude: controlText(latitude),
    longitude: controlText(longitude),
  };
}

/**
 * Parses the residence form.
 *
 * @param values without error according to `residenceErrors()`
 * @param tags ids of the chosen tag values
 */
export function readResidence(
  values: TypedValues<ResidenceField>,
  tags: readonly string[],
): ProjectSettings {
  const { name, code, street, zipCode, city } = values;
  return {
    name: name.trim(),
    code: code.trim(),
    location: {
      street: street.trim(),
      zipCode: zipCode.trim(),
      city: city.trim(),
      latitude: readNumber(values.latitude),
      longitude: readNumber(values.longitude),
    },
    tags: [...tags],
  };
}

/** The typed place, degrees. @returns null when missing or invalid */
export function placeTyped(
  values: TypedValues<ResidenceField>,
): { latitude: number; longitude: number } | null {
  const errors = residenceErrors(values);
  if (errors.latitude !== undefined || errors.longitude !== undefined) return null;
  const [latitude, longitude] = [readNumber(values.latitude), readNumber(values.longitude)];
  return latitude === null || longitude === null ? null : { latitude, longitude };
}
