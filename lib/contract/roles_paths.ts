import type { PathTable } from "./path_table.ts";

/** Where the calls about roles are. @spec B §7 "availableroles", "roles", "roles/{email}" */
export const ROLES_PATHS = {
  listOrgAvailableRoles: { method: "GET", path: "/collect/orgs/:orgId/availableroles" },
  listProjectAvailableRoles: { method: "GET", path: "/collect/projects/:projectId/availableroles" },
  listProjectRoles: { method: "GET", path: "/collect/projects/:projectId/roles" },
  getProjectUserRoles: { method: "GET", path: "/collect/projects/:projectId/roles/:email" },
  putProjectUserRoles: { method: "PUT", path: "/collect/projects/:projectId/roles/:email" },
} as const satisfies PathTable;
