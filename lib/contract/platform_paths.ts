import type { PathTable } from "./path_table.ts";

/** Where the calls of whoever looks after the platform are. @spec domain §3 "Who is who" */
export const PLATFORM_PATHS = {
  listPlatformOrgs: { method: "GET", path: "/platform/orgs" },
  putPlatformOrg: { method: "PUT", path: "/platform/orgs/:orgId" },
  addPlatformOrgAdmin: { method: "POST", path: "/platform/orgs/:orgId/admins" },
  listLockedAccounts: { method: "GET", path: "/platform/locked-accounts" },
  unlockAccount: { method: "DELETE", path: "/platform/locked-accounts/:email" },
  listJobs: { method: "GET", path: "/platform/jobs" },
  getStorage: { method: "GET", path: "/platform/storage" },
  getPlatformAudit: { method: "GET", path: "/platform/audit" },
  getMails: { method: "GET", path: "/platform/mails" },
  sendTestMail: { method: "POST", path: "/platform/mails/test" },
  retryMail: { method: "POST", path: "/platform/mails/:mailId/retry" },
  forgetMail: { method: "DELETE", path: "/platform/mails/:mailId" },
} as const satisfies PathTable;
