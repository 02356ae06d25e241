import * as z from "zod/mini";
import { orgAdminCall, orgMemberCall } from "@/lib/contract/grants.ts";
import { availableRole } from "@/lib/domain/organisations/schema.ts";
import { projectRolesDraft, projectUserRoles } from "@/lib/domain/projects/schema.ts";

/** Roles of users on a residence. @spec calls.catalogue */
export const ROLES_CALLS = {
  listOrgAvailableRoles: orgMemberCall({
    request: "GET /collect/orgs/:orgId/availableroles",
    summary: "The roles that the residences of an organisation offer (B §7)",
    answer: z.array(availableRole),
  }),
  listProjectAvailableRoles: orgAdminCall({
    request: "GET /collect/projects/:projectId/availableroles",
    summary: "The roles offered on a residence (B §7, F §6)",
    answer: z.array(availableRole),
  }),
  listProjectRoles: orgAdminCall({
    request: "GET /collect/projects/:projectId/roles",
    summary: "The roles of everybody on a residence (B §7)",
    answer: z.array(projectUserRoles),
  }),
  getProjectUserRoles: orgAdminCall({
    request: "GET /collect/projects/:projectId/roles/:email",
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
};
