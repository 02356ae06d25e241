/** Organisation and residence of a page, the role it requires there, and the first page of a user. @module */

import type { Context } from "fresh";
import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import { settingsAccess } from "@/lib/heating_control/features.ts";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import type { OwnHouseName } from "@/lib/housing/schema.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { openAlarmCount } from "@/lib/residences/open_alarms.ts";
import type { Project } from "@/lib/residences/schema.ts";
import { PAGE_HEADER } from "@/lib/ui/form_token_field.ts";
import { links } from "@/lib/ui/links.ts";
import {
  cookieOf,
  ORGANISATION_COOKIE,
  organisationCookie,
  withCookie,
} from "@/lib/web/cookies.ts";
import { isPage } from "@/lib/web/errors.ts";
import { signedIn } from "@/lib/web/session_guard.ts";
import {
  type Api,
  type CallFunction,
  define,
  type PageScope,
  type State,
} from "@/lib/web/state.ts";

const NO_ROLES: ReadonlySet<Role> = new Set();

async function documentRolesIn(
  ask: CallFunction,
  organisation: Organisation | null,
): Promise<Pick<PageScope, "documentRoles" | "documentRefusal">> {
  if (organisation === null) return { documentRoles: [], documentRefusal: "forbidden" };
  const features = await ask(ORGANISATIONS_CALLS.getCollectFeatures, { orgId: organisation.id });
  if (!features.ok) return { documentRoles: [], documentRefusal: features.code };
  const { documentManagement, documentRoles } = features.answer;
  if (documentManagement) return { documentRoles, documentRefusal: "forbidden" };
  const isOff = documentRoles.length > 0;
  return { documentRoles: [], documentRefusal: isOff ? "document-management-off" : "forbidden" };
}

/**
 * The place of an organisation's page.
 *
 * @param remembered id of the organisation chosen last; the first one is used when the user has left it
 */
export async function organisationPlace(
  { call, read, callAside }: Api,
  remembered: string | null,
): Promise<PageScope> {
  const organisations = await read(ORGANISATIONS_CALLS.listOrgs, {});
  const organisation = organisations.find(({ id }) => id === remembered) ?? organisations[0] ??
    null;
  const [documents, alarms] = await Promise.all([
    documentRolesIn(call, organisation),
    organisation && callAside(ALARMS_CALLS.listOrgAlarms, { orgId: organisation.id }),
  ]);
  return {
    organisations,
    organisation,
    ...documents,
    project: null,
    roles: NO_ROLES,
    alarmCount: alarms?.ok ? openAlarmCount(alarms.answer) : 0,
    boilerRoom: null,
  };
}

/** A place of an organisation, in one of its residences: for the menu of that residence on another page. */
export function placeIn(place: PageScope, project: Project): PageScope {
  return { ...place, project, roles: new Set(project.allRoles) };
}

/** The place of a residence's page; a hidden residence is not found. */
async function projectPlace(
  { call, read, callAside }: Api,
  projectId: string,
): Promise<PageScope> {
  const [organisations, found, alarms] = await Promise.all([
    read(ORGANISATIONS_CALLS.listOrgs, {}),
    read(PROJECTS_CALLS.getProject, { projectId }),
    callAside(ALARMS_CALLS.listAlarms, { projectId }),
  ]);
  const organisation = organisations.find(({ id }) => id === found.orgId) ?? null;
  return {
    organisations,
    organisation,
    ...await documentRolesIn(call, organisation),
    project: found,
    roles: new Set(found.allRoles),
    // The page is shown even when its alarms cannot be read.
    alarmCount: alarms.ok ? openAlarmCount(alarms.answer) : 0,
    boilerRoom: null,
  };
}

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

/**
 * Makes the organisation of a residence's page the current one, since the menu leads to its pages.
 *
 * A refresh by a script or a file does not change it.
 */
function rememberPlace({ req, state }: Context<State>, response: Response): Response {
  const { place, https } = state;
  if (req.method !== "GET" || req.headers.has(PAGE_HEADER) || !isPage(response)) return response;
  if (!place?.organisation || place.organisations.length < 2) return response;
  const { id } = place.organisation;
  if (cookieOf(req, ORGANISATION_COOKIE) === id) return response;
  return withCookie(response, organisationCookie(id, https));
}

/** Middlewares of a residence's pages: require a signed-in user with a role on it; others get 404 (F §6). */
export const residenceMember = [
  define.middleware(signedIn),
  define.middleware(async (ctx) => {
    const { projectId = "" } = ctx.params;
    const { api } = ctx.state;
    try {
      ctx.state.place = await projectPlace(api, projectId);
    } catch (error) {
      const place = await organisationPlace(api, cookieOf(ctx.req, ORGANISATION_COOKIE));
      if (place.organisation !== null) ctx.state.place = place;
      throw error;
    }
    return rememberPlace(ctx, await ctx.next());
  }),
];
