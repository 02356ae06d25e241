import type { Context } from "fresh";
import type { OwnHouseName } from "@/lib/domain/housing/types.ts";
import type { State } from "@/lib/web/state.ts";
import { cookieOf } from "./cookies.ts";
import { soleHomes } from "./landing.ts";
import { ORGANISATION_COOKIE, organisationPlace } from "./place.ts";

/**
 * Sets the place of a page without residence: the organisation chosen last, or none for an occupant.
 *
 * @returns the dwellings of an occupant, null for other users
 */
export async function ownPlace(ctx: Context<State>): Promise<readonly OwnHouseName[] | null> {
  const { state } = ctx;
  const place = await organisationPlace(state.api, cookieOf(ctx.req, ORGANISATION_COOKIE));
  const homes = place.organisation === null ? await soleHomes(state) : null;
  if (homes === null) state.place = place;
  else state.home = null;
  return homes;
}
