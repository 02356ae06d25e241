import * as z from "zod/mini";
import { auditPage, userByEmail } from "../domain/organisations/schema.ts";
import * as platform from "../domain/platform/schema.ts";
import { auditQuery } from "./audit_query.ts";
import { defineCall } from "./call.ts";
import { PLATFORM_ADMIN } from "./grants.ts";
import { PLATFORM_PATHS as at } from "./platform_paths.ts";
import { nothing } from "./shapes.ts";

/** What whoever looks after the platform sees and does. @spec domain §3 "Who is who" */
export const PLATFORM_CALLS = {
  listPlatformOrgs: defineCall({
    ...at.listPlatformOrgs,
    summary: "Every organisation, its size and its administrators (domain §3)",
    access: PLATFORM_ADMIN,
    answer: z.array(platform.platformOrg),
    refusals: [],
  }),
  putPlatformOrg: defineCall({
    ...at.putPlatformOrg,
    summary: "Renames an organisation (domain §3)",
    access: PLATFORM_ADMIN,
    body: platform.orgNameDraft,
    answer: nothing,
    refusals: ["not-found", "conflict"],
  }),
  addPlatformOrgAdmin: defineCall({
    ...at.addPlatformOrgAdmin,
    summary: "Names an administrator of an organisation that has lost its own (domain §3)",
    access: PLATFORM_ADMIN,
    body: userByEmail,
    answer: nothing,
    refusals: ["not-found", "unknown-user", "unproven-address"],
  }),
  listLockedAccounts: defineCall({
    ...at.listLockedAccounts,
    summary: "The accounts that have used up their attempts, and until when (domain §3)",
    access: PLATFORM_ADMIN,
    answer: z.array(platform.lockedAccount),
    refusals: [],
  }),
  unlockAccount: defineCall({
    ...at.unlockAccount,
    summary: "Lets an account try again at once (domain §3)",
    access: PLATFORM_ADMIN,
    answer: nothing,
    refusals: ["not-found"],
  }),
  listJobs: defineCall({
    ...at.listJobs,
    summary: "The jobs of the program: last run, next run, last error (domain §3)",
    access: PLATFORM_ADMIN,
    answer: z.array(platform.jobState),
    refusals: [],
  }),
  getStorage: defineCall({
    ...at.getStorage,
    summary: "Size of the store's file, entries by kind, backups beside it (domain §3)",
    access: PLATFORM_ADMIN,
    answer: platform.storageState,
    refusals: [],
  }),
  getPlatformAudit: defineCall({
    ...at.getPlatformAudit,
    summary: "Who did what that touches no organisation, newest first (domain §3)",
    access: PLATFORM_ADMIN,
    query: auditQuery,
    answer: auditPage,
    refusals: [],
  }),
  getMails: defineCall({
    ...at.getMails,
    summary: "The mails that wait or were given up, never what they say (domain §3)",
    access: PLATFORM_ADMIN,
    answer: platform.mailState,
    refusals: [],
  }),
  sendTestMail: defineCall({
    ...at.sendTestMail,
    summary: "Queues a test mail to an address (domain §3)",
    access: PLATFORM_ADMIN,
    body: userByEmail,
    answer: nothing,
    refusals: [],
  }),
  retryMail: defineCall({
    ...at.retryMail,
    summary: "Tries a mail that was given up again (domain §3)",
    access: PLATFORM_ADMIN,
    answer: nothing,
    refusals: ["not-found"],
  }),
  forgetMail: defineCall({
    ...at.forgetMail,
    summary: "Forgets a mail that was given up (domain §3)",
    access: PLATFORM_ADMIN,
    answer: nothing,
    refusals: [],
  }),
};
