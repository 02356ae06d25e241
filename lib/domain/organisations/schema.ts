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
  numberOrNull,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { type Role, ROLE_NAMES } from "@/lib/domain/roles/roles.ts";
import {
  isOrdered,
  PURGED_KINDS,
  RETENTION_BOUNDS,
  type RetentionField,
} from "@/lib/domain/series/retention.ts";
import type {
  AuditEntry,
  AuditPage,
  AvailableRole,
  CollectFeatures,
  CollectFeaturesDraft,
  Member,
  Organisation,
  OrganisationDraft,
  OrgRetention,
  OrgRetentionDraft,
  PurgeEntry,
  TagGroup,
  TagGroupDraft,
  TagValue,
  TagValueDraft,
  Team,
  TeamDraft,
  User,
  UserByEmail,
} from "./types.ts";

/** One of the 38 roles. */
export const role: z.ZodMiniType<Role> = named("Role", z.enum(ROLE_NAMES));

/** Roles, each at most once. */
export const roles: z.ZodMiniType<Role[]> = z.array(role).check(
  z.maxLength(ROLE_NAMES.length),
  z.refine((given) => new Set(given).size === given.length, { message: "unique" }),
);

const sortOrder: z.ZodMiniType<number> = integerBetween(0, 100_000);

/** {@link User} */
export const user: z.ZodMiniType<User> = named(
  "User",
  z.object({
    email: anyText,
    forename: anyText,
    surname: anyText,
  }),
);

/** {@link Organisation} */
export const organisation: z.ZodMiniType<Organisation> = named(
  "Organisation",
  z.object({
    id,
    name: anyText,
    isAdmin: flag,
  }),
);

/** {@link OrganisationDraft} */
export const organisationDraft: z.ZodMiniType<OrganisationDraft> = z.strictObject({
  name: text(200),
  adminEmail: email,
  adminForename: z.optional(text(100)),
  adminSurname: z.optional(text(100)),
});

/** {@link CollectFeatures} */
export const collectFeatures: z.ZodMiniType<CollectFeatures> = named(
  "CollectFeatures",
  z.object({
    orgId: id,
    documentManagement: flag,
    version: anyText,
  }),
);

/** {@link CollectFeaturesDraft} */
export const collectFeaturesDraft: z.ZodMiniType<CollectFeaturesDraft> = z.strictObject({
  documentManagement: flag,
  version,
});

const retentionFields = {
  infraDailyYears: yearsOf("infraDailyYears"),
  dailyYears: yearsOf("dailyYears"),
  monthlyYears: yearsOf("monthlyYears"),
};

function yearsOf(name: RetentionField): z.ZodMiniType<number> {
  const { min, max } = RETENTION_BOUNDS[name];
  return integerBetween(min, max);
}

/** {@link OrgRetention} */
export const orgRetention: z.ZodMiniType<OrgRetention> = named(
  "OrgRetention",
  z.object({ orgId: id, ...retentionFields, version: anyText }),
);

/** {@link OrgRetentionDraft} */
export const orgRetentionDraft: z.ZodMiniType<OrgRetentionDraft> = z
  .strictObject({ ...retentionFields, version })
  .check(z.refine(isOrdered, { message: "order" }));

/** {@link PurgeEntry} */
export const purgeEntry: z.ZodMiniType<PurgeEntry> = named(
  "PurgeEntry",
  z.object({
    id: anyText,
    at: instant,
    projectId: id,
    projectName: anyText,
    what: z.enum(PURGED_KINDS),
    date: isoDate,
    seriesName: anyTextOrNull,
    seriesCount: figure,
    valueCount: figure,
    difference: numberOrNull,
  }),
);

/** {@link TagValue} */
export const tagValue: z.ZodMiniType<TagValue> = named(
  "TagValue",
  z.object({
    id,
    label: anyText,
    sortOrder: figure,
  }),
);

/** {@link TagGroup} */
export const tagGroup: z.ZodMiniType<TagGroup> = named(
  "TagGroup",
  z.object({
    id,
    name: anyText,
    sortOrder: figure,
    values: z.array(tagValue),
    version: anyText,
  }),
);

/** {@link TagGroupDraft} */
export const tagGroupDraft: z.ZodMiniType<TagGroupDraft> = z.strictObject({
  name: text(100),
  sortOrder,
  version,
});

/** {@link TagValueDraft} */
export const tagValueDraft: z.ZodMiniType<TagValueDraft> = z.strictObject({
  label: text(100),
  sortOrder,
  version,
});

/** {@link Team} */
export const team: z.ZodMiniType<Team> = named(
  "Team",
  z.object({
    id,
    name: anyText,
    roles: z.array(role),
    users: z.array(anyText),
    tags: z.array(id),
    version: anyText,
  }),
);

/** {@link TeamDraft} */
export const teamDraft: z.ZodMiniType<TeamDraft> = z.strictObject({
  name: text(100),
  roles,
  users: emails(1_000),
  tags: ids(200),
  version,
});

/** {@link Member} */
export const member: z.ZodMiniType<Member> = named(
  "Member",
  z.object({
    email: anyText,
    forename: anyText,
    surname: anyText,
    isAdmin: flag,
    projects: z.array(z.object({ projectId: id, roles: z.array(role) })),
    teams: z.array(id),
  }),
);

/** {@link AvailableRole} */
export const availableRole: z.ZodMiniType<AvailableRole> = named(
  "AvailableRole",
  z.object({
    role,
    label: anyText,
    deps: z.array(role),
  }),
);

/** {@link UserByEmail} */

export const userByEmail: z.ZodMiniType<UserByEmail> = z.strictObject({ email });

/** {@link AuditEntry} */
const auditEntry: z.ZodMiniType<AuditEntry> = named(
  "AuditEntry",
  z.object({
    id,
    at: instant,
    email: anyTextOrNull,
    action: anyText,
    projectId: z.nullable(id),
    subject: anyText,
  }),
);

/** {@link AuditPage} */
export const auditPage: z.ZodMiniType<AuditPage> = named(
  "AuditPage",
  z.object({
    entries: z.array(auditEntry),
    next: anyTextOrNull,
  }),
);
