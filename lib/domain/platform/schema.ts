import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  figure,
  flag,
  id,
  instant,
  instantOrNull,
  isoDate,
  named,
  numberOrNull,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { user } from "@/lib/domain/organisations/schema.ts";
import type { ComingPurge } from "./next_purge.ts";
import type {
  JobState,
  LockedAccount,
  MailState,
  OrgNameDraft,
  PlatformOrg,
  StorageState,
} from "./types.ts";

/** {@link PlatformOrg} */
export const platformOrg: z.ZodMiniType<PlatformOrg> = named(
  "PlatformOrg",
  z.object({
    id,
    name: anyText,
    residenceCount: figure,
    userCount: figure,
    admins: z.array(user),
    version: anyText,
  }),
);

/** {@link OrgNameDraft} */
export const orgNameDraft: z.ZodMiniType<OrgNameDraft> = z.strictObject({
  name: text(200),
  version,
});

/** {@link LockedAccount} */
export const lockedAccount: z.ZodMiniType<LockedAccount> = named(
  "LockedAccount",
  z.object({ email: anyText, forename: anyText, surname: anyText, until: instant }),
);

/** {@link JobState} */
export const jobState: z.ZodMiniType<JobState> = named(
  "JobState",
  z.object({
    name: anyText,
    schedule: anyText,
    startedAt: instantOrNull,
    endedAt: instantOrNull,
    nextAt: instantOrNull,
    lastError: anyTextOrNull,
    lastErrorAt: instantOrNull,
  }),
);

/** {@link StorageState} */
export const storageState: z.ZodMiniType<StorageState> = named(
  "StorageState",
  z.object({
    fileBytes: numberOrNull,
    kinds: z.array(z.object({ name: anyText, holds: anyText, count: figure, isMore: flag })),
    countedAt: instant,
    backups: z.array(z.object({ name: anyText, bytes: figure, at: instant })),
  }),
);

/** {@link MailState} */
export const mailState: z.ZodMiniType<MailState> = named(
  "MailState",
  z.object({
    leaves: flag,
    waitingCount: figure,
    failedCount: figure,
    oldestQueuedAt: instantOrNull,
    mails: z.array(z.object({
      id,
      to: anyText,
      kind: anyText,
      state: z.enum(["waiting", "failed"]),
      queuedAt: instant,
      nextAt: instant,
      attempts: figure,
      lastError: anyTextOrNull,
    })),
  }),
);

/** {@link ComingPurge} */
export const comingPurge: z.ZodMiniType<ComingPurge> = named(
  "ComingPurge",
  z.object({
    at: instant,
    kept: z.object({ points: isoDate, days: isoDate, months: isoDate }),
    pointCount: figure,
    dayCount: figure,
    monthCount: figure,
    projectCount: figure,
    arrivingCount: figure,
    uncountedCount: figure,
  }),
);
