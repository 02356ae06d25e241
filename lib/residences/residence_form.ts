/** Checks and edits the fields of the residence form, with the address found for them. @module */

import { round } from "@/lib/base/rounding.ts";
import { oneLine } from "@/lib/base/strings.ts";
import { type FieldErrors, shownErrors, ZIP_CODE } from "@/lib/base/validators.ts";
import { dirtyFields } from "@/lib/ui/dirty_fields.ts";
import { fieldNames, type FieldRule, typedErrors, type TypedValues } from "@/lib/ui/field_rules.ts";
import { controlText, readNumber } from "@/lib/ui/number_input.ts";
import type { FoundAddress, ProjectSettings } from "./schema.ts";

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

/** Score from which the address is certain. @spec projects.address-results */
const SURE_SCORE = 0.5;

/** Decimals of degrees: a tenth of a metre. */
export const PLACE_DECIMALS = 6;

/**
 * Result of an address lookup. `uncertain` filled the fields, but the marker needs checking. `busy`, `unreachable`,
 * `lost` (our server did not answer), `failed` (it answered with an error), `forbidden` and `signed-out` (the session has
 * ended) changed nothing.
 */
export type LookupEnd =
  | "found"
  | "uncertain"
  | "not-found"
  | "nothing-typed"
  | "busy"
  | "unreachable"
  | "lost"
  | "failed"
  | "forbidden"
  | "signed-out";

/**
 * The form filled with a found address and its place; parts that were not found are unchanged.
 *
 * @spec projects.addresses
 */
export function withAddress(
  values: TypedValues<ResidenceField>,
  found: FoundAddress,
): Record<ResidenceField, string> {
  return {
    ...values,
    street: found.street ?? values.street,
    zipCode: found.zipCode ?? values.zipCode,
    city: found.city ?? values.city,
    ...typedPlace(found),
  };
}

/** The form filled with the address of the marker's place, which is unchanged. */
export function withAddressOfPlace(
  values: TypedValues<ResidenceField>,
  found: FoundAddress,
): Record<ResidenceField, string> {
  const { latitude, longitude } = values;
  return { ...withAddress(values, found), latitude, longitude };
}

/** A place as the texts of its two fields. @param place degrees */
export function typedPlace(
  place: { readonly latitude: number | null; readonly longitude: number | null },
): { latitude: string; longitude: string } {
  const typed = (value: number | null) =>
    controlText(value === null ? null : round(value, PLACE_DECIMALS));
  return { latitude: typed(place.latitude), longitude: typed(place.longitude) };
}

/** Result of a search that the service answered; a town without a street is uncertain. */
export function lookupEnd(found: FoundAddress | null): LookupEnd {
  if (found === null) return "not-found";
  return found.score < SURE_SCORE || found.street === null ? "uncertain" : "found";
}

/**
 * The fields marked as touched by a lookup: street and postal code, when the location has an error.
 *
 * @spec projects.errors
 */
export function metByLookup(errors: FieldErrors<ResidenceField>): ResidenceField[] {
  return LOCATION_GROUP.some((field) => errors[field] !== undefined) ? ["street", "zipCode"] : [];
}

const LOCATION_GROUP: readonly ResidenceField[] = [
  "street",
  "zipCode",
  "city",
  "latitude",
  "longitude",
];

export type ResidenceValues = Readonly<Record<ResidenceField, string>>;

/** A residence's form as saved or as initially displayed. */
export interface StoredResidence {
  readonly values: ResidenceValues;
  /** Ids of the chosen tag values. */
  readonly tags: readonly string[];
}

export interface ResidenceEditing extends StoredResidence {
  /** Touched fields, besides the changed ones. */
  readonly touched: ReadonlySet<ResidenceField>;
  /** Whether an address was looked up since the form was opened. */
  readonly isLookedUp: boolean;
  /** Result of the last lookup; null before the first one. */
  readonly lookup: LookupEnd | null;
}

/** The form when its page opens; `lookup` is the result of a lookup sent without a script. */
export function openedResidence(
  stored: StoredResidence,
  lookup: LookupEnd | null = null,
): ResidenceEditing {
  const opened = { ...stored, touched: new Set<ResidenceField>(), isLookedUp: false, lookup };
  return lookup === null ? opened : lookedUp(opened, true);
}

export function withTyped(
  editing: ResidenceEditing,
  { values, tags }: StoredResidence,
): ResidenceEditing {
  return { ...editing, values, tags };
}

/** The form after a field lost focus. @spec projects.errors */
export function withTouchedField(
  editing: ResidenceEditing,
  field: ResidenceField,
): ResidenceEditing {
  if (editing.touched.has(field)) return editing;
  return { ...editing, touched: new Set([...editing.touched, field]) };
}

/** The form after a submission with errors: every field is touched. @spec forms.touched */
export function withAllTouched(editing: ResidenceEditing): ResidenceEditing {
  return { ...editing, touched: new Set(fieldNames(RESIDENCE_RULES)) };
}

/**
 * The form after an address search.
 *
 * @spec projects.editing, projects.errors
 * @param found null without result: the fields are unchanged
 */
export function afterSearch(
  editing: ResidenceEditing,
  found: FoundAddress | null,
): ResidenceEditing {
  const values = found === null ? editing.values : withAddress(editing.values, found);
  return lookedUp({ ...editing, values, lookup: lookupEnd(found) }, found !== null);
}

/** The form after the marker was moved, degrees: its place is set immediately, its address once known. */
export function afterMove(
  editing: ResidenceEditing,
  place: { readonly latitude: number; readonly longitude: number },
): ResidenceEditing {
  return { ...editing, values: { ...editing.values, ...typedPlace(place) }, isLookedUp: true };
}

/** The form after the lookup of the marker's address. */
export function afterReverse(
  editing: ResidenceEditing,
  found: FoundAddress | null,
): ResidenceEditing {
  const values = found === null ? editing.values : withAddressOfPlace(editing.values, found);
  return lookedUp({ ...editing, values, lookup: lookupEnd(found) }, true);
}

/** The form after a failed lookup: no field changes. @spec projects.errors */
export function afterFailure(editing: ResidenceEditing, lookup: LookupEnd): ResidenceEditing {
  return lookedUp({ ...editing, lookup }, false);
}

/** Whether the form has changes to save. @spec projects.editing */
export function isEdited(editing: ResidenceEditing, stored: StoredResidence): boolean {
  return editing.isLookedUp || dirtyFields(stored.values, editing.values).size > 0 ||
    [...editing.tags].sort().join() !== [...stored.tags].sort().join();
}

/** The displayed errors: those of touched or changed fields. */
export function editingErrors(
  editing: ResidenceEditing,
  stored: StoredResidence,
): FieldErrors<ResidenceField> {
  const changed = dirtyFields(stored.values, editing.values);
  return shownErrors(residenceErrors(editing.values), new Set([...editing.touched, ...changed]));
}

function lookedUp(editing: ResidenceEditing, hasFilled: boolean): ResidenceEditing {
  const met = metByLookup(residenceErrors(editing.values));
  return {
    ...editing,
    touched: new Set([...editing.touched, ...met]),
    isLookedUp: editing.isLookedUp || hasFilled,
  };
}
