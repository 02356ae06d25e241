/** The first page of a user, and the place of pages without residence. @module */

import type { Context } from "fresh";
import { settingsAccess } from "@/lib/heating_control/features.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import type { OwnHouseName } from "@/lib/housing/schema.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { links } from "@/lib/ui/links.ts";
import { cookieOf, ORGANISATION_COOKIE } from "@/lib/web/cookies.ts";
import type { State } from "@/lib/web/state.ts";
import { organisationPlace } from "./place.ts";

type Landed = Pick<State, "api" | "caller">;

/**
 * First page of a user: the dwelling of an occupant, the modules of a user who only pilots one residence, or the list of
 * residences.
 *
 * @spec housing.own-pages, pilot.landing
 */
export async function landing(state: Landed): Promise<string> {
  const homes = await soleHomes(state);
  if (homes !== null) return homesPath(homes);
  const pilotedId = await solePilot(state);
  return pilotedId === null ? links.residences() : links.pilot(pilotedId);
}

/** The only residence of a user with pilot roles who administers nothing; null for others. */
async function solePilot({ api, caller }: Landed): Promise<string | null> {
  if (caller.kind !== "account" || caller.platformAdmin) return null;
  const orgs = await api.call(ORGANISATIONS_CALLS.listOrgs, {});
  const [org, ...others] = orgs.ok ? orgs.answer : [];
  if (org === undefined || others.length > 0 || org.isAdmin) return null;
  const projects = await api.call(PROJECTS_CALLS.listProjects, { orgId: org.id });
  const [only, ...more] = projects.ok ? projects.answer : [];
  if (only === undefined || more.length > 0) return null;
  return settingsAccess(only, new Set(only.allRoles)) === "none" ? null : only.id;
}

/** Path of an occupant's only dwelling, or of the list of their dwellings. */
export function homesPath([home, ...others]: readonly OwnHouseName[]): string {
  return home !== undefined && others.length === 0 ? links.ownHouse(home) : links.ownHouses();
}

/**
 * The dwellings of a user who is only an occupant: a member of no organisation, not a platform administrator.
 *
 * @returns null for other users
 */
async function soleHomes({ api, caller }: Landed): Promise<readonly OwnHouseName[] | null> {
  if (caller.kind !== "account" || caller.platformAdmin) return null;
  const orgs = await api.call(ORGANISATIONS_CALLS.listOrgs, {});
  if (!orgs.ok || orgs.answer.length > 0) return null;
  const homes = await api.call(HOUSING_CALLS.listOwnHouses, {});
  return homes.ok && homes.answer.length > 0 ? homes.answer : null;
}

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
