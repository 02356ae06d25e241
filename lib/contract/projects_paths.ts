import type { PathTable } from "./path_table.ts";

/** Where the calls of a residence are. @spec B §7 "Project level", F §7 "Residence screen" */
export const PROJECTS_PATHS = {
  listProjects: { method: "GET", path: "/collect/orgs/:orgId/projects" },
  createProject: { method: "POST", path: "/collect/orgs/:orgId/projects" },
  getProject: { method: "GET", path: "/collect/projects/:projectId" },
  getProjectFeatures: { method: "GET", path: "/collect/projects/:projectId/features" },
  putProjectFeatures: { method: "PUT", path: "/collect/projects/:projectId/features" },
  getProjectInstallation: { method: "GET", path: "/collect/projects/:projectId/installation" },
  putProjectInstallation: { method: "PUT", path: "/collect/projects/:projectId/installation" },
  getProjectSettings: { method: "GET", path: "/collect/projects/:projectId/settings" },
  putProjectSettings: { method: "PUT", path: "/collect/projects/:projectId/settings" },
  listProjectProviders: { method: "GET", path: "/collect/projects/:projectId/providers" },
  searchOrganisation: { method: "GET", path: "/collect/orgs/:orgId/search" },
  searchAddress: { method: "GET", path: "/collect/address/search" },
  createStockImport: { method: "POST", path: "/collect/orgs/:orgId/stock-imports" },
  getStockImport: { method: "GET", path: "/collect/orgs/:orgId/stock-imports/:importId" },
  runStockImport: { method: "POST", path: "/collect/orgs/:orgId/stock-imports/:importId/run" },
  reverseAddress: { method: "GET", path: "/collect/address/reverse" },
} as const satisfies PathTable;
