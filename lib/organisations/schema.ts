/** Declares the schemas of organisations, members, teams, tags, retention and audit. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import { email, id, isoDate } from "@/lib/base/field_schemas.ts";
import {
  draft,
  entitySchemas,
  inOrder,
  namedObject,
  residenceFields,
  storedObject,
  versionedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";
import { role, roles, user } from "@/lib/identity/schema.ts";
import { PURGED_KINDS, RETENTION_BOUNDS, type RetentionField } from "@/lib/timeseries/retention.ts";
import { MOST_SORT_ORDER } from "./tag_rules.ts";

/** Areas of the catalogue with audited calls, by which the log is filtered. */
export const AUDIT_AREAS = [
  "accounts",
  "organisations",
  "roles",
  "projects",
  "series",
  "housing",
  "facilities",
  "degree_days",
  "energy_balance",
  "energy_prices",
  "settlement",
  "gas",
  "autoconsumption",
  "consumption_reports",
  "pilot",
  "alarms",
  "contracting",
  "display",
  "queued_reports",
  "platform",
] as const;

export const auditQuery = z.strictObject({
  from: z.optional(isoDate),
  to: z.optional(isoDate),
  /** The `next` of the previous page. */
  after: z.optional(z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,100}$/))),
  /** Author. */
  email: z.optional(email),
  area: z.optional(z.enum(AUDIT_AREAS)),
  /** Residence affected: a filter, not checked for access. */
  residence: z.optional(id),
});

const sortOrder: z.ZodMiniType<number> = field.integerBetween(0, MOST_SORT_ORDER);

/** A new organisation and the account of its administrator. @spec platform.scope */
export const organisationDraft = z.strictObject({
  name: field.text(200),
  adminEmail: field.email,
  /** Invites, with the surname, a user who has no account yet. */
  adminForename: z.optional(field.text(100)),
  adminSurname: z.optional(field.text(100)),
});

/** Features of an organisation. @spec organisations.documents */
export const collectFeatures = versionedObject("CollectFeatures", {
  orgId: field.id,
  documentManagement: field.flag,
  documentRoles: z.array(role),
  /** True when the caller may change what concerns all its residences. @spec contracting.shared */
  changesShared: z.optional(field.flag),
});

/** Draft of the organisation's features. */
export const collectFeaturesDraft = draft({ documentManagement: field.flag });

const retentionFields = {
  infraDailyYears: yearsOf("infraDailyYears"),
  dailyYears: yearsOf("dailyYears"),
  monthlyYears: yearsOf("monthlyYears"),
};

function yearsOf(name: RetentionField): z.ZodMiniType<number> {
  const { min, max } = RETENTION_BOUNDS[name];
  return field.integerBetween(min, max);
}

export const orgRetention = versionedObject("OrgRetention", {
  orgId: field.id,
  ...retentionFields,
});

/** Draft of the organisation's retention. */
export const orgRetentionDraft = draft(retentionFields)
  .check(inOrder("infraDailyYears", "dailyYears"), inOrder("dailyYears", "monthlyYears"));

/** An entry of the purge log: data removed because of their age, or late readings for a purged period. */
export type PurgeEntry = z.output<typeof purgeEntry>;
export const purgeEntry = namedObject("PurgeEntry", {
  id: field.anyText,
  at: field.instant,
  ...residenceFields,
  what: z.enum(PURGED_KINDS),
  /** For removed data, the first remaining day; for late readings, their day. */
  date: field.isoDate,
  /** The series of late readings; null for removed data. */
  seriesName: field.anyTextOrNull,
  seriesCount: field.figure,
  /** Number of readings, or of daily or monthly figures. */
  valueCount: field.figure,
  /** Change of the day's figure, in the unit of the series; null unless it was corrected. */
  difference: field.numberOrNull,
});

const tagValueFields = { label: field.text(100), sortOrder };

/** One label of a tag group. @spec organisations.tags */
export type TagValue = z.output<typeof tagValue>;
export const tagValue = namedObject("TagValue", { id: field.id, ...withoutLimits(tagValueFields) });
export const tagValueDraft = draft(tagValueFields);

const tagGroupFields = { name: field.text(100), sortOrder };

/** A category of residences with its labels; a residence has at most one of them. @spec organisations.tags */
export type TagGroup = z.output<typeof tagGroup>;
export const tagGroup = storedObject("TagGroup", {
  ...withoutLimits(tagGroupFields),
  values: z.array(tagValue),
});
export const tagGroupDraft = draft(tagGroupFields);

/** A group of users with the same roles, on the residences that share a tag with it. @spec roles.effective */
export type Team = z.output<typeof team>;
export type TeamDraft = z.output<typeof teamDraft>;
export const { stored: team, draft: teamDraft } = entitySchemas("Team", {
  name: field.text(100),
  roles,
  /** E-mail addresses. */
  users: field.emails(1_000),
  /** Tag value ids; empty for every residence. */
  tags: field.ids(200),
});

export type Member = z.output<typeof member>;
export const member = namedObject("Member", {
  ...user.shape,
  isAdmin: field.flag,
  /** Whether their invitation is still pending. */
  isInvited: z.optional(field.flag),
  /** Direct roles, by residence. */
  projects: z.array(z.object({ projectId: field.id, roles: z.array(role) })),
  teams: z.array(field.id),
});

/** A role that may be assigned, with the roles it implies. @spec roles.catalogue */
export type AvailableRole = z.output<typeof availableRole>;
export const availableRole = namedObject("AvailableRole", {
  role,
  label: field.anyText,
  /** Roles it implies, directly or not. */
  deps: z.array(role),
});

/** A user identified by e-mail address. @spec organisations.invitations */

export const userByEmail = z.strictObject({ email: field.email });

export type AuditEntry = z.output<typeof auditEntry>;
const auditEntry = namedObject("AuditEntry", {
  id: field.id,
  at: field.instant,
  /** Author; null for the platform itself. */
  email: field.anyTextOrNull,
  /** Name of the call or of the job. */
  action: field.anyText,
  /** Residence affected; null for the organisation. */
  projectId: z.nullable(field.id),
  subject: field.anyText,
});

export type AuditPage = z.output<typeof auditPage>;
export const auditPage = namedObject("AuditPage", {
  entries: z.array(auditEntry),
  /** Cursor of the next page; null at the end. */
  next: field.anyTextOrNull,
});

export const comingPurge = namedObject("ComingPurge", {
  at: field.instant,
  kept: z.object({ points: field.isoDate, days: field.isoDate, months: field.isoDate }),
  /** Readings lost. */
  pointCount: field.figure,
  /** Daily figures lost. */
  dayCount: field.figure,
  /** Monthly figures lost. */
  monthCount: field.figure,
  /** Residences that lose data. */
  projectCount: field.figure,
  /** Residences that have just received older readings: they will be counted within minutes. */
  arrivingCount: field.figure,
  /** Residences not counted: they are too many to be counted without a request. */
  uncountedCount: field.figure,
});

/** The next purge of an organisation's series, with the amount of data lost if nothing changes until then. */
export type ComingPurge = z.output<typeof comingPurge>;
