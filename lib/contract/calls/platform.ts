import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { PLATFORM_ADMIN } from "@/lib/contract/grants.ts";
import { auditPage, userByEmail } from "@/lib/domain/organisations/schema.ts";
import * as platform from "@/lib/domain/platform/schema.ts";
import { auditQuery } from "./audit_query.ts";

/** Calls of the platform administrator. @spec platform.scope */
export const PLATFORM_CALLS = {
  listPlatformOrgs: defineCall({
    request: "GET /platform/orgs",
    summary: "Every organisation, its size and its administrators (domain §3)",
    access: PLATFORM_ADMIN,
    answer: z.array(platform.platformOrg),
  }),
  putPlatformOrg: defineCall({
    request: "PUT /platform/orgs/:orgId",
    summary: "Renames an organisation (domain §3)",
    audit: "Organisation renommée",
    access: PLATFORM_ADMIN,
    body: platform.orgNameDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  addPlatformOrgAdmin: defineCall({
    request: "POST /platform/orgs/:orgId/admins",
    summary: "Names an administrator of an organisation that has lost its own (domain §3)",
    audit: "Administrateur nommé par la plateforme",
    access: PLATFORM_ADMIN,
    body: userByEmail,
    refusals: ["not-found", "unknown-user", "unproven-address"],
  }),
  listLockedAccounts: defineCall({
    request: "GET /platform/locked-accounts",
    summary: "The accounts that have used up their attempts, and until when (domain §3)",
    access: PLATFORM_ADMIN,
    answer: z.array(platform.lockedAccount),
  }),
  unlockAccount: defineCall({
    request: "DELETE /platform/locked-accounts/:email",
    summary: "Lets an account try again at once (domain §3)",
    audit: "Compte débloqué",
    access: PLATFORM_ADMIN,
    refusals: ["not-found"],
  }),
  listJobs: defineCall({
    request: "GET /platform/jobs",
    summary: "The jobs of the program: last run, next run, last error (domain §3)",
    access: PLATFORM_ADMIN,
    answer: z.array(platform.jobState),
  }),
  getStorage: defineCall({
    request: "GET /platform/storage",
    summary: "Size of the store's file, entries by kind, backups beside it (domain §3)",
    access: PLATFORM_ADMIN,
    answer: platform.storageState,
  }),
  getPlatformAudit: defineCall({
    request: "GET /platform/audit",
    summary: "Who did what that touches no organisation, newest first (domain §3)",
    access: PLATFORM_ADMIN,
    query: auditQuery,
    answer: auditPage,
  }),
  getMails: defineCall({
    request: "GET /platform/mails",
    summary: "The mails that wait or were given up, never what they say (domain §3)",
    access: PLATFORM_ADMIN,
    answer: platform.mailState,
  }),
  sendTestMail: defineCall({
    request: "POST /platform/mails/test",
    summary: "Queues a test mail to an address (domain §3)",
    audit: "Mail d’essai demandé",
    access: PLATFORM_ADMIN,
    body: userByEmail,
  }),
  retryMail: defineCall({
    request: "POST /platform/mails/:mailId/retry",
    summary: "Tries a mail that was given up again (domain §3)",
    audit: "Mail remis en attente",
    access: PLATFORM_ADMIN,
    refusals: ["not-found"],
  }),
  forgetMail: defineCall({
    request: "DELETE /platform/mails/:mailId",
    summary: "Forgets a mail that was given up (domain §3)",
    audit: "Mail abandonné effacé",
    access: PLATFORM_ADMIN,
  }),
};
