import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { HAS_TOKEN, ORG_ADMIN, ORG_MEMBER, PLATFORM_ADMIN } from "@/lib/contract/grants.ts";
import { created } from "@/lib/contract/shapes.ts";
import { invitation } from "@/lib/domain/accounts/schema.ts";
import * as organisations from "@/lib/domain/organisations/schema.ts";
import { comingPurge } from "@/lib/domain/platform/schema.ts";
import { auditQuery } from "./audit_query.ts";

/** Residences beyond those that can be counted at once: left out unless everything is requested. */
const nextPurgeQuery = z.strictObject({
  everything: z.optional(z.enum(["true", "false"])),
});

/** Organisations, and what their administrators do. @spec calls.catalogue */
export const ORGANISATIONS_CALLS = {
  listOrgs: defineCall({
    request: "GET /collect/orgs",
    summary: "The organisations of the caller; a provider's token is checked by it (B §7)",
    access: HAS_TOKEN,
    answer: z.array(organisations.organisation),
  }),
  createOrg: defineCall({
    request: "POST /collect/orgs",
    summary: "Creates an organisation and names its first administrator (domain §3)",
    audit: "Organisation créée",
    access: PLATFORM_ADMIN,
    body: organisations.organisationDraft,
    answer: created,
    refusals: ["unknown-user", "unproven-address", "name-taken"],
  }),
  listOrgAdmins: defineCall({
    request: "GET /collect/orgs/:orgId/admins",
    summary: "The administrators of an organisation (B §7)",
    access: ORG_ADMIN,
    answer: z.array(organisations.user),
  }),
  addOrgAdmin: defineCall({
    request: "POST /collect/orgs/:orgId/admins",
    summary: "Makes an account administrator (B §7)",
    audit: "Administrateur ajouté",
    access: ORG_ADMIN,
    body: organisations.userByEmail,
    refusals: ["unknown-user", "unproven-address"],
  }),
  removeOrgAdmin: defineCall({
    request: "DELETE /collect/orgs/:orgId/admins/:email",
    summary: "Takes administration away from an account (B §6)",
    audit: "Administrateur retiré",
    access: ORG_ADMIN,
    refusals: ["not-found", "last-administrator"],
  }),
  listOrgUsers: defineCall({
    request: "GET /collect/orgs/:orgId/users",
    summary: "Everybody of an organisation, with their roles and teams (F §6)",
    access: ORG_ADMIN,
    answer: z.array(organisations.member),
  }),
  removeOrgUser: defineCall({
    request: "DELETE /collect/orgs/:orgId/users/:email",
    summary: "Takes every role, team and administration of the organisation from an account (F §6)",
    audit: "Utilisateur retiré de l’organisation",
    access: ORG_ADMIN,
    refusals: ["not-found", "last-administrator"],
  }),
  checkUser: defineCall({
    request: "POST /collect/orgs/:orgId/checkuser",
    summary: "Finds an account by its e-mail address; 400 when there is none (B §7, B §5)",
    audit: null,
    access: ORG_ADMIN,
    body: organisations.userByEmail,
    answer: organisations.user,
    refusals: ["unknown-user"],
  }),
  inviteUser: defineCall({
    request: "POST /collect/orgs/:orgId/inviteuser",
    summary: "Creates an account and mails its owner how to choose a password (B §7)",
    audit: "Utilisateur invité",
    access: ORG_ADMIN,
    body: invitation,
    refusals: ["user-already-exists"],
  }),
  listTeams: defineCall({
    request: "GET /collect/orgs/:orgId/teams",
    summary: "The teams of an organisation (B §7)",
    access: ORG_ADMIN,
    answer: z.array(organisations.team),
  }),
  createTeam: defineCall({
    request: "POST /collect/orgs/:orgId/teams",
    summary: "Creates a team (B §7)",
    audit: "Équipe créée",
    access: ORG_ADMIN,
    body: organisations.teamDraft,
    answer: created,
    refusals: [
      "unknown-user",
      "unproven-address",
      "unknown-reference",
      "role-not-offered",
      "name-taken",
    ],
  }),
  putTeam: defineCall({
    request: "PUT /collect/orgs/:orgId/teams/:teamId",
    summary: "Changes a team (B §7)",
    audit: "Équipe modifiée",
    access: ORG_ADMIN,
    body: organisations.teamDraft,
    refusals: [
      "not-found",
      "conflict",
      "unknown-user",
      "unproven-address",
      "unknown-reference",
      "role-not-offered",
      "name-taken",
    ],
  }),
  deleteTeam: defineCall({
    request: "DELETE /collect/orgs/:orgId/teams/:teamId",
    summary: "Deletes a team; its members lose the roles it gave (B §7)",
    audit: "Équipe supprimée",
    access: ORG_ADMIN,
    refusals: ["not-found"],
  }),
  listTags: defineCall({
    request: "GET /collect/orgs/:orgId/tags",
    summary: "The tag groups of an organisation with their values (B §7)",
    access: ORG_MEMBER,
    answer: z.array(organisations.tagGroup),
  }),
  createTag: defineCall({
    request: "POST /collect/orgs/:orgId/tags",
    summary: "Creates a tag group (B §7)",
    audit: "Catégorie créée",
    access: ORG_ADMIN,
    body: organisations.tagGroupDraft,
    answer: created,
    refusals: ["limit-reached", "name-taken"],
  }),
  putTag: defineCall({
    request: "PUT /collect/orgs/:orgId/tags/:tagId",
    summary: "Changes a tag group (B §7)",
    audit: "Catégorie modifiée",
    access: ORG_ADMIN,
    body: organisations.tagGroupDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteTag: defineCall({
    request: "DELETE /collect/orgs/:orgId/tags/:tagId",
    summary: "Deletes a tag group; residences and teams lose its values (B §7)",
    audit: "Catégorie supprimée",
    access: ORG_ADMIN,
    refusals: ["not-found", "in-use"],
  }),
  listTagValues: defineCall({
    request: "GET /collect/orgs/:orgId/tags/:tagId/values",
    summary: "The values of a tag group (B §7)",
    access: ORG_MEMBER,
    answer: z.array(organisations.tagValue),
    refusals: ["not-found"],
  }),
  createTagValue: defineCall({
    request: "POST /collect/orgs/:orgId/tags/:tagId/values",
    summary: "Adds a value to a tag group (B §7)",
    audit: "Valeur de catégorie ajoutée",
    access: ORG_ADMIN,
    body: organisations.tagValueDraft,
    answer: created,
    refusals: ["not-found", "limit-reached", "name-taken"],
  }),
  putTagValue: defineCall({
    request: "PUT /collect/orgs/:orgId/tags/:tagId/values/:valueId",
    summary: "Changes a tag value (B §7)",
    audit: "Valeur de catégorie modifiée",
    access: ORG_ADMIN,
    body: organisations.tagValueDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteTagValue: defineCall({
    request: "DELETE /collect/orgs/:orgId/tags/:tagId/values/:valueId",
    summary: "Deletes a tag value; residences and teams lose it (B §7)",
    audit: "Valeur de catégorie supprimée",
    access: ORG_ADMIN,
    refusals: ["not-found", "in-use"],
  }),
  getCollectFeatures: defineCall({
    request: "GET /collect/orgs/:orgId/collect-features",
    summary: "What an organisation has switched on (B §7)",
    access: ORG_MEMBER,
    answer: organisations.collectFeatures,
  }),
  putCollectFeatures: defineCall({
    request: "PUT /collect/orgs/:orgId/collect-features",
    summary: "Switches document management on or off (F §6)",
    audit: "Fonctions de l’organisation modifiées",
    access: ORG_ADMIN,
    body: organisations.collectFeaturesDraft,
    refusals: ["conflict"],
  }),
  getRetention: defineCall({
    request: "GET /collect/orgs/:orgId/retention",
    summary: "For how many years an organisation keeps readings and figures of its series",
    access: ORG_ADMIN,
    answer: organisations.orgRetention,
  }),
  putRetention: defineCall({
    request: "PUT /collect/orgs/:orgId/retention",
    summary: "Changes how long readings and figures of series are kept; older ones go at night",
    audit: "Durées de conservation modifiées",
    access: ORG_ADMIN,
    body: organisations.orgRetentionDraft,
    refusals: ["conflict"],
  }),
  getNextPurge: defineCall({
    request: "GET /collect/orgs/:orgId/purges/next",
    summary:
      "When the next purge of series runs, and how much it removes; of every residence if asked",
    access: ORG_ADMIN,
    query: nextPurgeQuery,
    answer: z.nullable(comingPurge),
  }),
  listPurges: defineCall({
    request: "GET /collect/orgs/:orgId/purges",
    summary: "What was removed of an organisation's series for its age, newest first",
    access: ORG_ADMIN,
    answer: z.array(organisations.purgeEntry),
  }),
  getAudit: defineCall({
    request: "GET /collect/orgs/:orgId/audit",
    summary: "Who changed what in an organisation, newest first (domain §3)",
    access: ORG_ADMIN,
    query: auditQuery,
    answer: organisations.auditPage,
  }),
};
