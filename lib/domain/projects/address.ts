import { characterCount, firstCharacters } from "@/lib/domain/forms/characters.ts";
import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText } from "@/lib/domain/forms/number_control.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { ResidenceField } from "./residence_form.ts";
import type { FoundAddress } from "./types.ts";

/** Score from which the address is certain. @spec projects.address-results, decision 032 */
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

const END_OF_REFUSAL: ReadonlyMap<string, LookupEnd> = new Map([
  ["not-signed-in", "signed-out"],
  ["forbidden", "forbidden"],
  ["too-many-requests", "busy"],
  ["address-unreachable", "unreachable"],
]);

/** Result of a lookup that was refused. @spec projects.address-results */
export function refusedLookup(code: string): LookupEnd {
  return END_OF_REFUSAL.get(code) ?? "failed";
}

/**
 * The lookup query: street, postal code and city, as typed.
 *
 * @spec projects.addresses
 * @returns null when it is too short
 */
export function addressQuery(
  { street, zipCode, city }: TypedValues<ResidenceField>,
): string | null {
  const words = [street, zipCode, city].map((text) => text.trim()).filter((text) => text !== "");
  const query = firstCharacters(words.join(" "), 200).trim();
  return characterCount(query) < 3 ? null : query;
}

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
