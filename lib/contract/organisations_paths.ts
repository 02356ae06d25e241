import type { PathTable } from "./path_table.ts";

/** Where the calls of an organisation and its administration are. @spec B §7 "Organisation level" */
export const ORGANISATIONS_PATHS = {
  listOrgs: { method: "GET", path: "/collect/orgs" },
  createOrg: { method: "POST", path: "/collect/orgs" },
  listOrgAdmins: { method: "GET", path: "/collect/orgs/:orgId/admins" },
  addOrgAdmin: { method: "POST", path: "/collect/orgs/:orgId/admins" },
  removeOrgAdmin: { method: "DELETE", path: "/collect/orgs/:orgId/admins/:email" },
  listOrgUsers: { method: "GET", path: "/collect/orgs/:orgId/users" },
  removeOrgUser: { method: "DELETE", path: "/collect/orgs/:orgId/users/:email" },
  checkUser: { method: "POST", path: "/collect/orgs/:orgId/checkuser" },
  inviteUser: { method: "POST", path: "/collect/orgs/:orgId/inviteuser" },
  listTeams: { method: "GET", path: "/collect/orgs/:orgId/teams" },
  createTeam: { method: "POST", path: "/collect/orgs/:orgId/teams" },
  putTeam: { method: "PUT", path: "/collect/orgs/:orgId/teams/:teamId" },
  deleteTeam: { method: "DELETE", path: "/collect/orgs/:orgId/teams/:teamId" },
  listTags: { method: "GET", path: "/collect/orgs/:orgId/tags" },
  createTag: { method: "POST", path: "/collect/orgs/:orgId/tags" },
  putTag: { method: "PUT", path: "/collect/orgs/:orgId/tags/:tagId" },
  deleteTag: { method: "DELETE", path: "/collect/orgs/:orgId/tags/:tagId" },
  listTagValues: { method: "GET", path: "/collect/orgs/:orgId/tags/:tagId/values" },
  createTagValue: { method: "POST", path: "/collect/orgs/:orgId/tags/:tagId/values" },
  putTagValue: { method: "PUT", path: "/collect/orgs/:orgId/tags/:tagId/values/:valueId" },
  deleteTagValue: { method: "DELETE", path: "/collect/orgs/:orgId/tags/:tagId/values/:valueId" },
  getCollectFeatures: { method: "GET", path: "/collect/orgs/:orgId/collect-features" },
  putCollectFeatures: { method: "PUT", path: "/collect/orgs/:orgId/collect-features" },
  getAudit: { method: "GET", path: "/collect/orgs/:orgId/audit" },
} as const satisfies PathTable;
