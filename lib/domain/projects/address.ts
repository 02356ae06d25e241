import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import { controlText } from "@/lib/domain/forms/number_control.ts";
import type { TypedValues } from "@/lib/domain/forms/typed_fields.ts";
import { round } from "@/lib/domain/numbers/round.ts";
import type { ResidenceField } from "./residence_form.ts";
import type { FoundAddress } from "./types.ts";

/** Score from which the service is sure of the address. @spec projects.address-results, decision 032 */
const SURE_SCORE = 0.5;

/** Degrees are rounded to a tenth of a metre. */
const PLACE_DECIMALS = 6;

/**
 * Result of an address lookup: `uncertain` filled the fields and the marker needs checking; `busy`, `unreachable`,
 * `lost` (our own server did not answer) and `signed-out` (the session is over) changed nothing.
 */
export type LookupEnd =
  | "found"
  | "uncertain"
  | "not-found"
  | "nothing-typed"
  | "busy"
  | "unreachable"
  | "lost"
  | "signed-out";

/**
 * The query: street, postal code and city, as typed.
 *
 * @spec projects.addresses
 * @returns null when there is too little to search for
 */
export function addressQuery(
  { street, zipCode, city }: TypedValues<ResidenceField>,
): string | null {
  const words = [street, zipCode, city].map((text) => text.trim()).filter((text) => text !== "");
  const query = words.join(" ").slice(0, 200).trim();
  return query.length < 3 ? null : query;
}

/**
 * The form with an address that was searched for: its place too; what was not found stays as it was typed.
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

/** The form with the address of the place the marker was dropped on: the place stays as it was chosen. */
export function withAddressOfPlace(
  values: TypedValues<ResidenceField>,
  found: FoundAddress,
): Record<ResidenceField, string> {
  const { latitude, longitude } = values;
  return { ...withAddress(values, found), latitude, longitude };
}

/** A place as its two fields show it. @param place degrees */
export function typedPlace(
  place: { readonly latitude: number | null; readonly longitude: number | null },
): { latitude: string; longitude: string } {
  const typed = (value: number | null) =>
    controlText(value === null ? null : round(value, PLACE_DECIMALS));
  return { latitude: typed(place.latitude), longitude: typed(place.longitude) };
}

/** How a search ended that the service answered; a town alone is not sure either. */
export function lookupEnd(found: FoundAddress | null): LookupEnd {
  if (found === null) return "not-found";
  return found.score < SURE_SCORE || found.street === null ? "uncertain" : "found";
}

/**
 * The fields a lookup makes a person meet: street and postal code, when the location is not right.
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
