/** Declares the calls of the platform's administrators. @module */

import * as z from "zod/mini";
import { named, platformAdminCall } from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { auditPage, auditQuery, userByEmail } from "@/lib/organisations/schema.ts";
import * as platform from "./schema.ts";

/** Calls of the platform administrator. @spec platform.scope */
export const PLATFORM_CALLS = named({
  listPlatformOrgs: platformAdminCall({
    request: "GET /platform/orgs",
    summary: "Every organisation, its size and its administrators (domain §3)",
    answer: z.array(platform.platformOrg),
  }),
  putPlatformOrg: platformAdminCall({
    request: "PUT /platform/orgs/:orgId",
    summary: "Renames an organisation (domain §3)",
    audit: "Organisation renommée",
    body: platform.orgNameDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  addPlatformOrgAdmin: platformAdminCall({
    request: "POST /platform/orgs/:orgId/admins",
    summary: "Names an administrator of an organisation that has lost its own (domain §3)",
    audit: "Administrateur nommé par la plateforme",
    body: userByEmail,
    refusals: ["not-found", "unknown-user", "unproven-address"],
  }),
  listLockedAccounts: platformAdminCall({
    request: "GET /platform/locked-accounts",
    summary: "The accounts that have used up their attempts, and until when (domain §3)",
    answer: z.array(platform.lockedAccount),
  }),
  unlockAccount: platformAdminCall({
    request: "DELETE /platform/locked-accounts/:email",
    summary: "Lets an account try again at once (domain §3)",
    audit: "Compte débloqué",
    refusals: ["not-found"],
  }),
  listJobs: platformAdminCall({
    request: "GET /platform/jobs",
    summary: "The jobs of the program: last run, next run, last error (domain §3)",
    answer: z.array(platform.jobState),
  }),
  getMqttState: platformAdminCall({
    request: "GET /platform/mqtt",
    summary: "The subscription to the MQTT broker, a source of readings; null where there is none",
    answer: z.nullable(platform.mqttState),
  }),
  getStorage: platformAdminCall({
    request: "GET /platform/storage",
    summary: "Size of the store's file, entries by kind, backups beside it (domain §3)",
    answer: platform.storageState,
  }),
  getPlatformAudit: platformAdminCall({
    request: "GET /platform/audit",
    summary: "Who did what that touches no organisation, newest first (domain §3)",
    query: auditQuery,
    answer: auditPage,
  }),
  getMails: platformAdminCall({
    request: "GET /platform/mails",
    summary: "The mails that wait or were given up, never what they say (domain §3)",
    answer: platform.mailState,
  }),
  sendTestMail: platformAdminCall({
    request: "POST /platform/mails/test",
    summary: "Queues a test mail to an address (domain §3)",
    audit: "Mail d’essai demandé",
    body: userByEmail,
  }),
  retryMail: platformAdminCall({
    request: "POST /platform/mails/:mailId/retry",
    summary: "Tries a mail that was given up again (domain §3)",
    audit: "Mail remis en attente",
    refusals: ["not-found"],
  }),
  forgetMail: platformAdminCall({
    request: "DELETE /platform/mails/:mailId",
    summary: "Forgets a mail that was given up (domain §3)",
    audit: "Mail abandonné effacé",
  }),
});

type Calls = typeof PLATFORM_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;
