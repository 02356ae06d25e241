import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { ORG_ADMIN, ORG_MEMBER } from "@/lib/contract/grants.ts";
import { availableRole } from "@/lib/domain/organisations/schema.ts";
import { projectRolesDraft, projectUserRoles } from "@/lib/domain/projects/schema.ts";

/** Roles of users on a residence. @spec calls.catalogue */
export const ROLES_CALLS = {
  listOrgAvailableRoles: defineCall({
    request: "GET /collect/orgs/:orgId/availableroles",
    summary: "The roles that the residences of an organisation offer (B §7)",
    access: ORG_MEMBER,
    answer: z.array(availableRole),
  }),
  listProjectAvailableRoles: defineCall({
    request: "GET /collect/projects/:projectId/availableroles",
    summary: "The roles offered on a residence (B §7, F §6)",
    access: ORG_ADMIN,
    answer: z.array(availableRole),
  }),
  listProjectRoles: defineCall({
    request: "GET /collect/projects/:projectId/roles",
    summary: "The roles of everybody on a residence (B §7)",
    access: ORG_ADMIN,
    answer: z.array(projectUserRoles),
  }),
  getProjectUserRoles: defineCall({
    request: "GET /collect/projects/:projectId/roles/:email",
    summary: "The roles of one person on a residence (B §7)",
    access: ORG_ADMIN,
    answer: projectUserRoles,
    refusals: ["unknown-user"],
  }),
  putProjectUserRoles: defineCall({
    request: "PUT /collect/projects/:projectId/roles/:email",
    summary: "Sets the direct roles of one person on a residence; none takes them away (B §7)",
    audit: "Rôles modifiés",
    access: ORG_ADMIN,
    body: projectRolesDraft,
    refusals: ["unknown-user", "unproven-address", "role-not-offered", "conflict"],
  }),
};
