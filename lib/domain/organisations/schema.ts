import { z } from "zod";
import { email, emails, id, ids, instant, integerBetween, text, version } from "../forms/schema.ts";
import { type Role, ROLE_NAMES } from "../roles/roles.ts";
import type {
  AuditEntry,
  AuditPage,
  AvailableRole,
  CollectFeatures,
  CollectFeaturesDraft,
  Member,
  Organisation,
  OrganisationDraft,
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
export const role: z.ZodType<Role> = z.enum(ROLE_NAMES).meta({ id: "Role" });

/** Roles, each at most once. */
export const roles: z.ZodType<Role[]> = z.array(role).max(ROLE_NAMES.length)
  .refine((given) => new Set(given).size === given.length, { message: "unique" });

const sortOrder: z.ZodType<number> = integerBetween(0, 100_000);

/** {@link User} */
export const user: z.ZodType<User> = z.object({
  email: z.string(),
  forename: z.string(),
  surname: z.string(),
}).meta({ id: "User" });

/** {@link Organisation} */
export const organisation: z.ZodType<Organisation> = z.object({
  id,
  name: z.string(),
  isAdmin: z.boolean(),
}).meta({ id: "Organisation" });

/** {@link OrganisationDraft} */
export const organisationDraft: z.ZodType<OrganisationDraft> = z.strictObject({
  name: text(200),
  adminEmail: email,
});

/** {@link CollectFeatures} */
export const collectFeatures: z.ZodType<CollectFeatures> = z.object({
  orgId: id,
  documentManagement: z.boolean(),
  version: z.string(),
}).meta({ id: "CollectFeatures" });

/** {@link CollectFeaturesDraft} */
export const collectFeaturesDraft: z.ZodType<CollectFeaturesDraft> = z.strictObject({
  documentManagement: z.boolean(),
  version,
});

/** {@link TagValue} */
export const tagValue: z.ZodType<TagValue> = z.object({
  id,
  label: z.string(),
  sortOrder: z.number(),
}).meta({ id: "TagValue" });

/** {@link TagGroup} */
export const tagGroup: z.ZodType<TagGroup> = z.object({
  id,
  name: z.string(),
  sortOrder: z.number(),
  values: z.array(tagValue),
  version: z.string(),
}).meta({ id: "TagGroup" });

/** {@link TagGroupDraft} */
export const tagGroupDraft: z.ZodType<TagGroupDraft> = z.strictObject({
  name: text(100),
  sortOrder,
  version,
});

/** {@link TagValueDraft} */
export const tagValueDraft: z.ZodType<TagValueDraft> = z.strictObject({
  label: text(100),
  sortOrder,
  version,
});

/** {@link Team} */
export const team: z.ZodType<Team> = z.object({
  id,
  name: z.string(),
  roles: z.array(role),
  users: z.array(z.string()),
  tags: z.array(id),
  version: z.string(),
}).meta({ id: "Team" });

/** {@link TeamDraft} */
export const teamDraft: z.ZodType<TeamDraft> = z.strictObject({
  name: text(100),
  roles,
  users: emails(1_000),
  tags: ids(200),
  version,
});

/** {@link Member} */
export const member: z.ZodType<Member> = z.object({
  email: z.string(),
  forename: z.string(),
  surname: z.string(),
  isAdmin: z.boolean(),
  projects: z.array(z.object({ projectId: id, roles: z.array(role) })),
  teams: z.array(id),
}).meta({ id: "Member" });

/** {@link AvailableRole} */
export const availableRole: z.ZodType<AvailableRole> = z.object({
  role,
  label: z.string(),
  deps: z.array(role),
}).meta({ id: "AvailableRole" });

/** {@link UserByEmail} */

export const userByEmail: z.ZodType<UserByEmail> = z.strictObject({ email });

/** {@link AuditEntry} */
export const auditEntry: z.ZodType<AuditEntry> = z.object({
  id,
  at: instant,
  email: z.string().nullable(),
  action: z.string(),
  projectId: id.nullable(),
  subject: z.string(),
}).meta({ id: "AuditEntry" });

/** {@link AuditPage} */
export const auditPage: z.ZodType<AuditPage> = z.object({
  entries: z.array(auditEntry),
  next: z.string().nullable(),
}).meta({ id: "AuditPage" });
