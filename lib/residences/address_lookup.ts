/** What is asked of the address service, and what its refusals mean. @module */

import { characterCount, firstCharacters } from "@/lib/base/strings.ts";
import type { TypedValues } from "@/lib/ui/field_rules.ts";
import type { LookupEnd, ResidenceField } from "./residence_form.ts";

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
