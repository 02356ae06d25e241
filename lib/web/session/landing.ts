import type { OwnHouseName } from "@/lib/domain/housing/own_house.ts";
import { links } from "@/lib/links/links.ts";
import type { State } from "@/lib/web/state.ts";

type Landed = Pick<State, "api" | "caller">;

/** Where a user begins: occupants in their dwelling, everybody else among their residences. @spec housing.own-pages */
export async function landing(state: Landed): Promise<string> {
  const homes = await soleHomes(state);
  return homes === null ? links.residences() : homesPath(homes);
}

/** Where the dwellings of an occupant are: the page of the only one, or their list. */
export function homesPath([home, ...others]: readonly OwnHouseName[]): string {
  return home !== undefined && others.length === 0 ? links.ownHouse(home) : links.ownHouses();
}

/**
 * The dwellings of the user who is an occupant and nothing else: of no organisation, and not looking after the platform.
 *
 * @returns null for everybody else
 */
export async function soleHomes(
  { api, caller }: Landed,
): Promise<readonly OwnHouseName[] | null> {
  if (caller.kind !== "account" || caller.platformAdmin) return null;
  const orgs = await api.call("listOrgs", {});
  if (!orgs.ok || orgs.answer.length > 0) return null;
  const homes = await api.call("listOwnHouses", {});
  return homes.ok && homes.answer.length > 0 ? homes.answer : null;
}
