/** Organisation and residence of a page, with the alarms and the document roles for its menu. @module */

import { ALARMS_CALLS } from "@/lib/alarms/calls.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { Organisation } from "@/lib/identity/schema.ts";
import { ORGANISATIONS_CALLS } from "@/lib/organisations/calls.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { openAlarmCount } from "@/lib/residences/open_alarms.ts";
import type { Project } from "@/lib/residences/schema.ts";
import type { Api, CallFunction, PageScope } from "@/lib/web/state.ts";

const ROLES = new WeakMap<Project, ReadonlySet<Role>>();

function rolesOf(project: Project): ReadonlySet<Role> {
  return ROLES.getOrInsertComputed(project, () => new Set(project.allRoles));
}

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

/** The place of a residence's page; a hidden residence is not found. */
export async function projectPlace(
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
    roles: rolesOf(found),
    // The page is shown even when its alarms cannot be read.
    alarmCount: alarms.ok ? openAlarmCount(alarms.answer) : 0,
    boilerRoom: null,
  };
}
