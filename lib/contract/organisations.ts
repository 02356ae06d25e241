import * as z from "zod/mini";
import { invitation } from "../domain/accounts/schema.ts";
import * as organisations from "../domain/organisations/schema.ts";
import { comingPurge } from "../domain/platform/schema.ts";
import { auditQuery } from "./audit_query.ts";
import { defineCall } from "./call.ts";
import { HAS_TOKEN, ORG_ADMIN, ORG_MEMBER, PLATFORM_ADMIN } from "./grants.ts";
import { ORGANISATIONS_PATHS as at } from "./organisations_paths.ts";
import { created, nothing } from "./shapes.ts";

/** Residences beyond those that can be counted at once: left out unless everything is asked for. */
type NextPurgeQuery = { everything?: "true" | "false" | undefined };

const nextPurgeQuery: z.ZodMiniType<NextPurgeQuery> = z.strictObject({
  everything: z.optional(z.enum(["true", "false"])),
});

/** Organisations, and what their administrators do. @spec B §7 "Organisation level" */
export const ORGANISATIONS_CALLS = {
  listOrgs: defineCall({
    ...at.listOrgs,
    summary: "The organisations of whoever asks; a provider's token is checked by it (B §7)",
    access: HAS_TOKEN,
    answer: z.array(organisations.organisation),
    refusals: [],
  }),
  createOrg: defineCall({
    ...at.createOrg,
    summary: "Creates an organisation and names its first administrator (domain §3)",
    access: PLATFORM_ADMIN,
    body: organisations.organisationDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-user", "unproven-address"],
  }),
  listOrgAdmins: defineCall({
    ...at.listOrgAdmins,
    summary: "The administrators of an organisation (B §7)",
    access: ORG_ADMIN,
    answer: z.array(organisations.user),
    refusals: [],
  }),
  addOrgAdmin: defineCall({
    ...at.addOrgAdmin,
    summary: "Makes an account administrator (B §7)",
    access: ORG_ADMIN,
    body: organisations.userByEmail,
    answer: nothing,
    refusals: ["unknown-user", "unproven-address"],
  }),
  removeOrgAdmin: defineCall({
    ...at.removeOrgAdmin,
    summary: "Takes administration away from an account (B §6)",
    access: ORG_ADMIN,
    answer: nothing,
    refusals: ["not-found", "last-administrator"],
  }),
  listOrgUsers: defineCall({
    ...at.listOrgUsers,
    summary: "Everybody of an organisation, with their roles and teams (F §6)",
    access: ORG_ADMIN,
    answer: z.array(organisations.member),
    refusals: [],
  }),
  removeOrgUser: defineCall({
    ...at.removeOrgUser,
    summary: "Takes every role, team and administration of the organisation from an account (F §6)",
    access: ORG_ADMIN,
    answer: nothing,
    refusals: ["not-found", "last-administrator"],
  }),
  checkUser: defineCall({
    ...at.checkUser,
    summary: "Finds an account by its e-mail address; 400 when there is none (B §7, B §5)",
    access: ORG_ADMIN,
    body: organisations.userByEmail,
    answer: organisations.user,
    refusals: ["unknown-user"],
  }),
  inviteUser: defineCall({
    ...at.inviteUser,
    summary: "Creates an account and mails its owner how to choose a password (B §7)",
    access: ORG_ADMIN,
    body: invitation,
    answer: nothing,
    refusals: ["user-already-exists"],
  }),
  listTeams: defineCall({
    ...at.listTeams,
    summary: "The teams of an organisation (B §7)",
    access: ORG_ADMIN,
    answer: z.array(organisations.team),
    refusals: [],
  }),
  createTeam: defineCall({
    ...at.createTeam,
    summary: "Creates a team (B §7)",
    access: ORG_ADMIN,
    body: organisations.teamDraft,
    answer: created,
    creates: true,
    refusals: ["unknown-user", "unproven-address", "unknown-reference", "role-not-offered"],
  }),
  putTeam: defineCall({
    ...at.putTeam,
    summary: "Changes a team (B §7)",
    access: ORG_ADMIN,
    body: organisations.teamDraft,
    answer: nothing,
    refusals: [
      "not-found",
      "conflict",
      "unknown-user",
      "unproven-address",
      "unknown-reference",
      "role-not-offered",
    ],
  }),
  deleteTeam: defineCall({
    ...at.deleteTeam,
    summary: "Deletes a team; its members lose the roles it gave (B §7)",
    access: ORG_ADMIN,
    answer: nothing,
    refusals: ["not-found"],
  }),
  listTags: defineCall({
    ...at.listTags,
    summary: "The tag groups of an organisation with their values (B §7)",
    access: ORG_MEMBER,
    answer: z.array(organisations.tagGroup),
    refusals: [],
  }),
  createTag: defineCall({
    ...at.createTag,
    summary: "Creates a tag group (B §7)",
    access: ORG_ADMIN,
    body: organisations.tagGroupDraft,
    answer: created,
    creates: true,
    refusals: ["limit-reached", "name-taken"],
  }),
  putTag: defineCall({
    ...at.putTag,
    summary: "Changes a tag group (B §7)",
    access: ORG_ADMIN,
    body: organisations.tagGroupDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteTag: defineCall({
    ...at.deleteTag,
    summary: "Deletes a tag group; residences and teams lose its values (B §7)",
    access: ORG_ADMIN,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  listTagValues: defineCall({
    ...at.listTagValues,
    summary: "The values of a tag group (B §7)",
    access: ORG_MEMBER,
    answer: z.array(organisations.tagValue),
    refusals: ["not-found"],
  }),
  createTagValue: defineCall({
    ...at.createTagValue,
    summary: "Adds a value to a tag group (B §7)",
    access: ORG_ADMIN,
    body: organisations.tagValueDraft,
    answer: created,
    creates: true,
    refusals: ["not-found", "limit-reached", "name-taken"],
  }),
  putTagValue: defineCall({
    ...at.putTagValue,
    summary: "Changes a tag value (B §7)",
    access: ORG_ADMIN,
    body: organisations.tagValueDraft,
    answer: nothing,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteTagValue: defineCall({
    ...at.deleteTagValue,
    summary: "Deletes a tag value; residences and teams lose it (B §7)",
    access: ORG_ADMIN,
    answer: nothing,
    refusals: ["not-found", "in-use"],
  }),
  getCollectFeatures: defineCall({
    ...at.getCollectFeatures,
    summary: "What an organisation has switched on (B §7)",
    access: ORG_MEMBER,
    answer: organisations.collectFeatures,
    refusals: [],
  }),
  putCollectFeatures: defineCall({
    ...at.putCollectFeatures,
    summary: "Switches document management on or off (F §6)",
    access: ORG_ADMIN,
    body: organisations.collectFeaturesDraft,
    answer: nothing,
    refusals: ["conflict"],
  }),
  getRetention: defineCall({
    ...at.getRetention,
    summary: "For how many years an organisation keeps readings and figures of its series",
    access: ORG_ADMIN,
    answer: organisations.orgRetention,
    refusals: [],
  }),
  putRetention: defineCall({
    ...at.putRetention,
    summary: "Changes how long readings and figures of series are kept; older ones go at night",
    access: ORG_ADMIN,
    body: organisations.orgRetentionDraft,
    answer: nothing,
    refusals: ["conflict"],
  }),
  getNextPurge: defineCall({
    ...at.getNextPurge,
    summary:
      "When the next purge of series runs, and how much it removes; of every residence if asked",
    access: ORG_ADMIN,
    query: nextPurgeQuery,
    answer: z.nullable(comingPurge),
    refusals: [],
  }),
  listPurges: defineCall({
    ...at.listPurges,
    summary: "What was removed of an organisation's series for its age, newest first",
    access: ORG_ADMIN,
    answer: z.array(organisations.purgeEntry),
    refusals: [],
  }),
  getAudit: defineCall({
    ...at.getAudit,
    summary: "Who changed what in an organisation, newest first (domain §3)",
    access: ORG_ADMIN,
    query: auditQuery,
    answer: organisations.auditPage,
    refusals: [],
  }),
};
