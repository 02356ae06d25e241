/** Declares the calls of residences, their settings, roles, addresses and search. @module */

import * as z from "zod/mini";
import {
  created,
  type InputOf,
  named,
  orgAdminCall,
  orgMemberCall,
  type OutcomeOf,
  projectMemberCall,
  signedInCall,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { availableRole } from "@/lib/organisations/schema.ts";
import * as projects from "./schema.ts";
import { projectRolesDraft, projectUserRoles, searchAnswer } from "./schema.ts";
import { SEARCH_LENGTH } from "./search_rules.ts";

const searchQuery = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(SEARCH_LENGTH.min), z.maxLength(SEARCH_LENGTH.max)),
});

/** The search box of every page. @spec design "Search from any page" */
export const SEARCH_CALLS = named({
  searchOrganisation: orgMemberCall({
    request: "GET /collect/orgs/:orgId/search",
    summary:
      "Looks words up in what the caller sees: residences, equipment, dwellings, sources, gas points, contracts, documents",
    query: searchQuery,
    answer: searchAnswer,
  }),
});

const addressQuery = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
});

const placeQuery = z.strictObject({ lon: degrees(180), lat: degrees(90) });

/** Residences and their settings. @spec calls.catalogue */
export const PROJECTS_CALLS = named({
  listProjects: orgMemberCall({
    request: "GET /collect/orgs/:orgId/projects",
    dependsOn: "settings",
    summary: "The residences one has a role on; administrators see them all (B §7, F §6)",
    answer: z.array(projects.projectSummary),
  }),
  createProject: orgAdminCall({
    request: "POST /collect/orgs/:orgId/projects",
    summary: "Creates a residence (B §7)",
    audit: "Résidence créée",
    body: projects.projectSettingsDraft,
    answer: created,
    refusals: ["code-taken", "unknown-reference", "one-tag-per-group"],
  }),
  getProject: projectMemberCall({
    request: "GET /collect/projects/:projectId",
    dependsOn: "settings",
    summary: "A residence with its series and the caller's roles (F §3 Project)",
    answer: projects.project,
  }),
  getProjectFeatures: projectMemberCall({
    request: "GET /collect/projects/:projectId/features",
    dependsOn: "settings",
    summary: "What a residence has switched on (B §7)",
    answer: projects.projectFeaturesRead,
  }),
  putProjectFeatures: orgAdminCall({
    request: "PUT /collect/projects/:projectId/features",
    summary: "Switches features of a residence on or off (B §3)",
    audit: "Fonctions de la résidence modifiées",
    body: projects.projectFeaturesDraft,
    refusals: ["conflict"],
  }),
  getProjectInstallation: projectMemberCall({
    request: "GET /collect/projects/:projectId/installation",
    dependsOn: "settings",
    summary: "What a residence is equipped with: pilot, readings, occupants' application (F §3)",
    answer: projects.projectInstallationRead,
  }),
  putProjectInstallation: orgAdminCall({
    request: "PUT /collect/projects/:projectId/installation",
    summary: "Says what a residence is equipped with (F §3 Project)",
    audit: "Équipement de la résidence modifié",
    body: projects.projectInstallationDraft,
    refusals: ["conflict"],
  }),
  getProjectSettings: projectMemberCall({
    request: "GET /collect/projects/:projectId/settings",
    dependsOn: "settings",
    summary: "Name, code, address and tags of a residence (B §7)",
    answer: projects.projectSettingsRead,
  }),
  putProjectSettings: orgAdminCall({
    request: "PUT /collect/projects/:projectId/settings",
    summary: "Changes name, code, address and tags of a residence (F §7)",
    audit: "Informations de la résidence modifiées",
    body: projects.projectSettingsDraft,
    refusals: ["conflict", "code-taken", "unknown-reference", "one-tag-per-group"],
  }),
  listProjectProviders: projectMemberCall({
    request: "GET /collect/projects/:projectId/providers",
    dependsOn: "settings",
    summary: "The providers who work on a residence (F §7 Load providers)",
    answer: z.array(projects.projectProvider),
  }),
  searchAddress: signedInCall({
    request: "GET /collect/address/search",
    summary: "Looks an address up in the national address service; null when not found (F §7)",
    query: addressQuery,
    answer: z.nullable(projects.foundAddress),
    refusals: ["address-unreachable"],
  }),
  reverseAddress: signedInCall({
    request: "GET /collect/address/reverse",
    summary: "The address at a place; null when there is none (F §7)",
    query: placeQuery,
    answer: z.nullable(projects.foundAddress),
    refusals: ["address-unreachable"],
  }),
});

function degrees(bound: number): z.ZodMiniType<string> {
  return z.string().check(
    z.regex(/^-?\d{1,3}(\.\d{1,15})?$/),
    z.refine((text) => Math.abs(Number(text)) <= bound),
  );
}

/** Roles of users on a residence. @spec calls.catalogue */
export const ROLES_CALLS = named({
  listOrgAvailableRoles: orgMemberCall({
    request: "GET /collect/orgs/:orgId/availableroles",
    summary: "The roles that the residences of an organisation offer (B §7)",
    answer: z.array(availableRole),
  }),
  listProjectAvailableRoles: orgAdminCall({
    request: "GET /collect/projects/:projectId/availableroles",
    dependsOn: "settings",
    summary: "The roles offered on a residence (B §7, F §6)",
    answer: z.array(availableRole),
  }),
  listProjectRoles: orgAdminCall({
    request: "GET /collect/projects/:projectId/roles",
    dependsOn: "settings",
    summary: "The roles of everybody on a residence (B §7)",
    answer: z.array(projectUserRoles),
  }),
  getProjectUserRoles: orgAdminCall({
    request: "GET /collect/projects/:projectId/roles/:email",
    dependsOn: "settings",
    summary: "The roles of one person on a residence (B §7)",
    answer: projectUserRoles,
    refusals: ["unknown-user"],
  }),
  putProjectUserRoles: orgAdminCall({
    request: "PUT /collect/projects/:projectId/roles/:email",
    summary: "Sets the direct roles of one person on a residence; none takes them away (B §7)",
    audit: "Rôles modifiés",
    body: projectRolesDraft,
    refusals: ["unknown-user", "unproven-address", "role-not-offered", "conflict"],
  }),
});

type Calls = typeof PROJECTS_CALLS & typeof ROLES_CALLS & typeof SEARCH_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;
