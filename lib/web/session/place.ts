/** Organisation and residence of the current page, for the menu and most pages. @module */
import type { Ask } from "@/lib/contract/catalogue.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import { openAlarmCount } from "@/lib/domain/alarms/alarm_table.ts";
import type { Organisation } from "@/lib/domain/organisations/types.ts";
import type { Project } from "@/lib/domain/projects/types.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import type { Api } from "@/lib/web/in_process.ts";
import { A_YEAR_S, setCookie } from "./cookies.ts";

/** Organisation and residence of a page, for its menu and its title. */
export interface Place {
  organisations: readonly Organisation[];
  /** null for a user without organisation. */
  organisation: Organisation | null;
  /** Document roles of the user in the organisation; empty without document management. */
  documentRoles: readonly Role[];
  /** Why the pages of documents are refused to a user without document roles. */
  documentRefusal: ErrorCode;
  /** null outside a residence. */
  project: Project | null;
  /** Effective roles on the residence; empty outside one. */
  roles: ReadonlySet<Role>;
  /** Number of open alarms of the residence, or of the organisation outside one; without children of others. */
  alarmCount: number;
  /** Set by pages of a boiler room: the menu then lists its pages. */
  boilerRoom: { id: string; name: string } | null;
}

function rolesOf(project: Project): ReadonlySet<Role> {
  return ROLES.getOrInsertComputed(project, () => new Set(project.allRoles));
}

const ROLES = new WeakMap<Project, ReadonlySet<Role>>();

const NO_ROLES: ReadonlySet<Role> = new Set();

/** Name of the cookie with the organisation chosen last. @spec organisations.several */
export const ORGANISATION_COOKIE = "organisation";

export function organisationCookie(orgId: string, secure: boolean): string {
  return setCookie({ name: ORGANISATION_COOKIE, value: orgId, secure, maxAgeS: A_YEAR_S });
}

/**
 * The place of an organisation's page.
 *
 * @param remembered id of the organisation chosen last; the first one is used when the user has left it
 */
export async function organisationPlace(
  { call, read, callAside }: Api,
  remembered: string | null,
): Promise<Place> {
  const organisations = await read("listOrgs", {});
  const organisation = organisations.find(({ id }) => id === remembered) ?? organisations[0] ??
    null;
  const [documents, alarms] = await Promise.all([
    documentRolesIn(call, organisation),
    organisation && callAside("listOrgAlarms", { orgId: organisation.id }),
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

/** The place of a residence's page; a hidden residence is not found. */
export async function projectPlace(
  { call, read, callAside }: Api,
  projectId: string,
): Promise<Place> {
  const [organisations, found, alarms] = await Promise.all([
    read("listOrgs", {}),
    read("getProject", { projectId }),
    callAside("listAlarms", { projectId }),
  ]);
  const organisation = organisations.find(({ id }) => id === found.orgId) ?? null;
  return {
    organisations,
    organisation,
    ...await documentRolesIn(call, organisation),
    project: found,
    roles: rolesOf(found),
    // The page is shown even when its alarms cannot be read.
    alarmCount: alarms.ok ? openAlarmCount(alarms.answer) : 0,
    boilerRoom: null,
  };
}

async function documentRolesIn(
  ask: Ask,
  organisation: Organisation | null,
): Promise<Pick<Place, "documentRoles" | "documentRefusal">> {
  if (organisation === null) return { documentRoles: [], documentRefusal: "forbidden" };
  const features = await ask("getCollectFeatures", { orgId: organisation.id });
  if (!features.ok) return { documentRoles: [], documentRefusal: features.code };
  const { documentManagement, documentRoles } = features.answer;
  if (documentManagement) return { documentRoles, documentRefusal: "forbidden" };
  const isOff = documentRoles.length > 0;
  return { documentRoles: [], documentRefusal: isOff ? "document-management-off" : "forbidden" };
}
