import { type FieldErrors, hasErrors } from "@/lib/domain/forms/field_errors.ts";
import {
  type FieldRule,
  isBackwards,
  typedErrors,
  type TypedValues,
} from "@/lib/domain/forms/typed_fields.ts";
import { email, required } from "@/lib/domain/forms/validators.ts";
import type { Occupancy, OccupancyDraft } from "./occupancy.ts";

/** Longest name of an occupant, characters. */
export const NAME_MAX_LENGTH = 100;
/** Longest source of a consent, characters. */
export const CONSENT_SOURCE_MAX_LENGTH = 200;

/** A field of the form of an occupancy. */
export type OccupancyField =
  | "name"
  | "email"
  | "from"
  | "to"
  | "givenOn"
  | "source"
  | "withdrawnOn";

/** The rules of an occupancy, as typed. @spec domain §3 "name, e-mail, from, to, consent … with date and source" */
export const OCCUPANCY_RULES: readonly FieldRule<OccupancyField>[] = [
  { name: "name", kind: "text", required: true, maxLength: NAME_MAX_LENGTH },
  { name: "email", kind: "text" },
  { name: "from", kind: "date", required: true },
  { name: "to", kind: "date" },
  { name: "givenOn", kind: "date" },
  { name: "source", kind: "text", maxLength: CONSENT_SOURCE_MAX_LENGTH },
  { name: "withdrawnOn", kind: "date" },
];

/** An occupancy as its form shows it; a person who was erased has no name to show. */
export function typedOccupancy(
  { name, email, from, to, consent }: Pick<Occupancy, "name" | "email" | "from" | "to" | "consent">,
): TypedValues<OccupancyField> {
  return {
    name: name ?? "",
    email,
    from,
    to: to ?? "",
    givenOn: consent?.givenOn ?? "",
    source: consent?.source ?? "",
    withdrawnOn: consent?.withdrawnOn ?? "",
  };
}

/** An empty form of an occupancy. */
export const BLANK_OCCUPANCY: TypedValues<OccupancyField> = {
  name: "",
  email: "",
  from: "",
  to: "",
  givenOn: "",
  source: "",
  withdrawnOn: "",
};

/** A parsed occupancy, or its errors. */
export type TypedOccupancy =
  | { readonly ok: true; readonly draft: OccupancyDraft }
  | { readonly ok: false; readonly errors: FieldErrors<OccupancyField> };

/**
 * Parses an occupancy: it ends after it begins; a consent has a day and a source, and precedes its withdrawal.
 *
 * @spec domain §5.5 "Keep a consent date and source"
 */
export function readOccupancy(values: TypedValues<OccupancyField>): TypedOccupancy {
  const { name, from, to, givenOn, source, withdrawnOn } = values;
  const errors = typedErrors(OCCUPANCY_RULES, values);
  const badEmail = email(values.email.trim());
  if (badEmail !== null) errors.email = badEmail;
  if (isBackwards(from, to)) errors.to ??= { code: "date-order" };
  if (isBackwards(givenOn, withdrawnOn)) errors.withdrawnOn ??= { code: "date-order" };
  if (givenOn + source.trim() + withdrawnOn !== "") {
    for (const field of ["givenOn", "source"] as const) {
      const missing = required(values[field]);
      if (missing !== null) errors[field] ??= missing;
    }
  }
  if (hasErrors(errors)) return { ok: false, errors };
  return {
    ok: true,
    draft: {
      name: name.trim(),
      email: values.email.trim(),
      from,
      to: to || null,
      consent: givenOn === ""
        ? null
        : { givenOn, source: source.trim(), withdrawnOn: withdrawnOn || null },
    },
  };
}
