import { links } from "./links.ts";

interface PlaceOfPage {
  readonly organisation: { readonly id: string } | null;
  readonly organisations: readonly unknown[];
}

/**
 * A page of the organisation of the page that links to it: who has several may choose another one in another tab.
 *
 * @spec organisations.several
 */
export function inOwnOrganisation(
  place: PlaceOfPage | undefined,
  href: string,
): string {
  if (!place?.organisation || place.organisations.length < 2) return href;
  return links.inOrganisation(place.organisation.id, href);
}
