import * as z from "zod/mini";
import {
  anyText,
  anyTextOrNull,
  email,
  emails,
  figure,
  flag,
  id,
  ids,
  instant,
  integerBetween,
  isoDate,
  named,
  namedObject,
  numberOrNull,
  storedObject,
  text,
  UNIQUE,
  version,
} from "@/lib/domain/forms/schema.ts";
import { type Role, ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import {
  isOrdered,
  PURGED_KINDS,
  RETENTION_BOUNDS,
  type RetentionField,
} from "@/lib/domain/series/retention.ts";
import { MOST_SORT_ORDER } from "./tags.ts";

/** One of the 38 roles. */
export const role: z.ZodMiniType<Role> = named("Role", z.enum(ROLE_NAMES));

/** Distinct roles. */
export const roles: z.ZodMiniType<Role[]> = z.array(role).check(
  z.maxLength(ROLE_NAMES.length),
  UNIQUE,
);

const sortOrder: z.ZodMiniType<number> = integerBetween(0, MOST_SORT_ORDER);

/** A person in lists. @spec organisations.fields */
export type User = z.output<typeof user>;
export const user = namedObject("User", { email: anyText, forename: anyText, surname: anyText });

/** A landlord, for one of its members. @spec organisations.fields */
export type Organisation = z.output<typeof organisation>;
export const organisation = namedObject("Organisation", {
  id,
  name: anyText,
  /** Whether the caller administers it. */
  isAdmin: flag,
});

/** A new organisation and the account of its administrator. @spec platform.scope */
export const organisationDraft = z.strictObject({
  name: text(200),
  adminEmail: email,
  /** Invites, with the surname, a user who has no account yet. */
  adminForename: z.optional(text(100)),
  adminSurname: z.optional(text(100)),
});

/** Features of an organisation. @spec organisations.documents */
export const collectFeatures = namedObject("CollectFeatures", {
  orgId: id,
  documentManagement: flag,
  /** The caller's document roles on any of its residences. */
  documentRoles: z.array(role),
  version: anyText,
});

/** Draft of the organisation's features. */
export const collectFeaturesDraft = z.strictObject({ documentManagement: flag, version });

const retentionFields = {
  infraDailyYears: yearsOf("infraDailyYears"),
  dailyYears: yearsOf("dailyYears"),
  monthlyYears: yearsOf("monthlyYears"),
};

function yearsOf(name: RetentionField): z.ZodMiniType<number> {
  const { min, max } = RETENTION_BOUNDS[name];
  return integerBetween(min, max);
}

export const orgRetention = namedObject("OrgRetention", {
  orgId: id,
  ...retentionFields,
  version: anyText,
});

/** Draft of the organisation's retention. */
export const orgRetentionDraft = z
  .strictObject({ ...retentionFields, version })
  .check(z.refine(isOrdered, { message: "order" }));

/** An entry of the purge log: data removed because of their age, or late readings for a purged period. */
export type PurgeEntry = z.output<typeof purgeEntry>;
export const purgeEntry = namedObject("PurgeEntry", {
  id: anyText,
  at: instant,
  projectId: id,
  projectName: anyText,
  what: z.enum(PURGED_KINDS),
  /** For removed data, the first remaining day; for late readings, their day. */
  date: isoDate,
  /** The series of late readings; null for removed data. */
  seriesName: anyTextOrNull,
  seriesCount: figure,
  /** Number of readings, or of daily or monthly figures. */
  valueCount: figure,
  /** Change of the day's figure, in the unit of the series; null unless it was corrected. */
  difference: numberOrNull,
});

/** One label of a tag group. @spec organisations.tags */
export type TagValue = z.output<typeof tagValue>;
export const tagValue = namedObject("TagValue", { id, label: anyText, sortOrder: figure });

/** A category of residences with its labels; a residence has at most one of them. @spec organisations.tags */
export type TagGroup = z.output<typeof tagGroup>;
export const tagGroup = storedObject("TagGroup", {
  name: anyText,
  sortOrder: figure,
  values: z.array(tagValue),
});

export const tagGroupDraft = z.strictObject({ name: text(100), sortOrder, version });

export const tagValueDraft = z.strictObject({ label: text(100), sortOrder, version });

/** A group of users with the same roles, on the residences that share a tag with it. @spec roles.effective */
export type Team = z.output<typeof team>;
export const team = storedObject("Team", {
  name: anyText,
  roles: z.array(role),
  /** E-mail addresses. */
  users: z.array(anyText),
  /** Tag value ids; empty for every residence. */
  tags: z.array(id),
});

export type TeamDraft = z.output<typeof teamDraft>;
export const teamDraft = z.strictObject({
  name: text(100),
  roles,
  users: emails(1_000),
  tags: ids(200),
  version,
});

export type Member = z.output<typeof member>;
export const member = namedObject("Member", {
  email: anyText,
  forename: anyText,
  surname: anyText,
  isAdmin: flag,
  /** Whether their invitation is still pending. */
  isInvited: z.optional(flag),
  /** Direct roles, by residence. */
  projects: z.array(z.object({ projectId: id, roles: z.array(role) })),
  teams: z.array(id),
});

/** A role that may be assigned, with the roles it implies. @spec roles.catalogue */
export type AvailableRole = z.output<typeof availableRole>;
export const availableRole = namedObject("AvailableRole", {
  role,
  label: anyText,
  /** Roles it implies, directly or not. */
  deps: z.array(role),
});

/** A user identified by e-mail address. @spec organisations.invitations */

export const userByEmail = z.strictObject({ email });

export type AuditEntry = z.output<typeof auditEntry>;
const auditEntry = namedObject("AuditEntry", {
  id,
  at: instant,
  /** Author; null for the platform itself. */
  email: anyTextOrNull,
  /** Name of the call or of the job. */
  action: anyText,
  /** Residence affected; null for the organisation. */
  projectId: z.nullable(id),
  subject: anyText,
});

export type AuditPage = z.output<typeof auditPage>;
export const auditPage = namedObject("AuditPage", {
  entries: z.array(auditEntry),
  /** Cursor of the next page; null at the end. */
  next: anyTextOrNull,
});
