/** Declares the calls of organisations, members, teams, tags, retention and audit. @module */

import * as z from "zod/mini";
import {
  callFor,
  created,
  type InputOf,
  named,
  orgAdminCall,
  orgMemberCall,
  type OutcomeOf,
  platformAdminCall,
  tokenCall,
} from "@/lib/api/call.ts";
import type { HandlerOf, Services } from "@/lib/api/services.ts";
import { invitation, organisation, user } from "@/lib/identity/schema.ts";
import * as organisations from "./schema.ts";
import { auditQuery, comingPurge } from "./schema.ts";

/** By default, residences too many to be counted immediately are left out. */
const nextPurgeQuery = z.strictObject({ everything: z.optional(z.enum(["true", "false"])) });

/** Refusals of the name, the users, the tags and the roles of a team. */
const TEAM_REFUSALS = [
  "unknown-user",
  "unproven-address",
  "unknown-reference",
  "role-not-offered",
  "name-taken",
] as const;

const deletes = callFor({ any: ["org-admin"] }, "not-found", "in-use");

/** Organisations and their administration. @spec calls.catalogue */
export const ORGANISATIONS_CALLS = named({
  listOrgs: tokenCall({
    request: "GET /collect/orgs",
    summary: "The organisations of the caller; a provider's token is checked by it (B §7)",
    answer: z.array(organisation),
  }),
  createOrg: platformAdminCall({
    request: "POST /collect/orgs",
    summary: "Creates an organisation and names its first administrator (domain §3)",
    audit: "Organisation créée",
    body: organisations.organisationDraft,
    answer: created,
    refusals: ["unknown-user", "unproven-address", "name-taken"],
  }),
  listOrgAdmins: orgAdminCall({
    request: "GET /collect/orgs/:orgId/admins",
    summary: "The administrators of an organisation (B §7)",
    answer: z.array(user),
  }),
  addOrgAdmin: orgAdminCall({
    request: "POST /collect/orgs/:orgId/admins",
    summary: "Makes an account administrator (B §7)",
    audit: "Administrateur ajouté",
    body: organisations.userByEmail,
    refusals: ["unknown-user", "unproven-address"],
  }),
  removeOrgAdmin: orgAdminCall({
    request: "DELETE /collect/orgs/:orgId/admins/:email",
    summary: "Takes administration away from an account (B §6)",
    audit: "Administrateur retiré",
    refusals: ["not-found", "last-administrator"],
  }),
  listOrgUsers: orgAdminCall({
    request: "GET /collect/orgs/:orgId/users",
    summary: "Everybody of an organisation, with their roles and teams (F §6)",
    answer: z.array(organisations.member),
  }),
  removeOrgUser: orgAdminCall({
    request: "DELETE /collect/orgs/:orgId/users/:email",
    summary: "Takes every role, team and administration of the organisation from an account (F §6)",
    audit: "Utilisateur retiré de l’organisation",
    refusals: ["not-found", "last-administrator"],
  }),
  checkUser: orgAdminCall({
    request: "POST /collect/orgs/:orgId/checkuser",
    summary: "Finds an account by its e-mail address; 400 when there is none (B §7, B §5)",
    audit: null,
    body: organisations.userByEmail,
    answer: user,
    refusals: ["unknown-user"],
  }),
  inviteUser: orgAdminCall({
    request: "POST /collect/orgs/:orgId/inviteuser",
    summary: "Creates an account and mails its owner how to choose a password (B §7)",
    audit: "Utilisateur invité",
    body: invitation,
    refusals: ["user-already-exists"],
  }),
  resendInvitation: orgAdminCall({
    request: "POST /collect/orgs/:orgId/users/:email/invitation",
    summary: "Mails an invitation again, with another code (B §7)",
    audit: "Invitation renvoyée",
    refusals: ["not-found", "user-already-exists"],
  }),
  listTeams: orgAdminCall({
    request: "GET /collect/orgs/:orgId/teams",
    summary: "The teams of an organisation (B §7)",
    answer: z.array(organisations.team),
  }),
  createTeam: orgAdminCall({
    request: "POST /collect/orgs/:orgId/teams",
    summary: "Creates a team (B §7)",
    audit: "Équipe créée",
    body: organisations.teamDraft,
    answer: created,
    refusals: TEAM_REFUSALS,
  }),
  putTeam: orgAdminCall({
    request: "PUT /collect/orgs/:orgId/teams/:teamId",
    summary: "Changes a team (B §7)",
    audit: "Équipe modifiée",
    body: organisations.teamDraft,
    refusals: ["not-found", "conflict", ...TEAM_REFUSALS],
  }),
  deleteTeam: orgAdminCall({
    request: "DELETE /collect/orgs/:orgId/teams/:teamId",
    summary: "Deletes a team; its members lose the roles it gave (B §7)",
    audit: "Équipe supprimée",
    refusals: ["not-found"],
  }),
  listTags: orgMemberCall({
    request: "GET /collect/orgs/:orgId/tags",
    dependsOn: "settings",
    summary: "The tag groups of an organisation with their values (B §7)",
    answer: z.array(organisations.tagGroup),
  }),
  createTag: orgAdminCall({
    request: "POST /collect/orgs/:orgId/tags",
    summary: "Creates a tag group (B §7)",
    audit: "Catégorie créée",
    body: organisations.tagGroupDraft,
    answer: created,
    refusals: ["limit-reached", "name-taken"],
  }),
  putTag: orgAdminCall({
    request: "PUT /collect/orgs/:orgId/tags/:tagId",
    summary: "Changes a tag group (B §7)",
    audit: "Catégorie modifiée",
    body: organisations.tagGroupDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteTag: deletes({
    request: "DELETE /collect/orgs/:orgId/tags/:tagId",
    summary: "Deletes a tag group; residences and teams lose its values (B §7)",
    audit: "Catégorie supprimée",
  }),
  listTagValues: orgMemberCall({
    request: "GET /collect/orgs/:orgId/tags/:tagId/values",
    summary: "The values of a tag group (B §7)",
    answer: z.array(organisations.tagValue),
    refusals: ["not-found"],
  }),
  createTagValue: orgAdminCall({
    request: "POST /collect/orgs/:orgId/tags/:tagId/values",
    summary: "Adds a value to a tag group (B §7)",
    audit: "Valeur de catégorie ajoutée",
    body: organisations.tagValueDraft,
    answer: created,
    refusals: ["not-found", "limit-reached", "name-taken"],
  }),
  putTagValue: orgAdminCall({
    request: "PUT /collect/orgs/:orgId/tags/:tagId/values/:valueId",
    summary: "Changes a tag value (B §7)",
    audit: "Valeur de catégorie modifiée",
    body: organisations.tagValueDraft,
    refusals: ["not-found", "conflict", "name-taken"],
  }),
  deleteTagValue: deletes({
    request: "DELETE /collect/orgs/:orgId/tags/:tagId/values/:valueId",
    summary: "Deletes a tag value; residences and teams lose it (B §7)",
    audit: "Valeur de catégorie supprimée",
  }),
  getCollectFeatures: orgMemberCall({
    request: "GET /collect/orgs/:orgId/collect-features",
    dependsOn: "settings",
    summary: "What an organisation has switched on (B §7)",
    answer: organisations.collectFeatures,
  }),
  putCollectFeatures: orgAdminCall({
    request: "PUT /collect/orgs/:orgId/collect-features",
    summary: "Switches document management on or off (F §6)",
    audit: "Fonctions de l’organisation modifiées",
    body: organisations.collectFeaturesDraft,
    refusals: ["conflict"],
  }),
  getRetention: orgAdminCall({
    request: "GET /collect/orgs/:orgId/retention",
    summary: "For how many years an organisation keeps readings and figures of its series",
    answer: organisations.orgRetention,
  }),
  putRetention: orgAdminCall({
    request: "PUT /collect/orgs/:orgId/retention",
    summary: "Changes how long readings and figures of series are kept; older ones go at night",
    audit: "Durées de conservation modifiées",
    body: organisations.orgRetentionDraft,
    refusals: ["conflict"],
  }),
  getNextPurge: orgAdminCall({
    request: "GET /collect/orgs/:orgId/purges/next",
    summary:
      "When the next purge of series runs, and how much it removes; of every residence if asked",
    query: nextPurgeQuery,
    answer: z.nullable(comingPurge),
  }),
  listPurges: orgAdminCall({
    request: "GET /collect/orgs/:orgId/purges",
    summary: "What was removed of an organisation's series for its age, newest first",
    answer: z.array(organisations.purgeEntry),
  }),
  getAudit: orgAdminCall({
    request: "GET /collect/orgs/:orgId/audit",
    summary: "Who changed what in an organisation, newest first (domain §3)",
    query: auditQuery,
    answer: organisations.auditPage,
  }),
});

type Calls = typeof ORGANISATIONS_CALLS;

/** The handler of a call of this area. */
export type Handler<Name extends keyof Calls, Means = Services> = HandlerOf<Calls[Name], Means>;

export type Input<Name extends keyof Calls> = InputOf<Calls[Name]>;

export type Outcome<Name extends keyof Calls> = OutcomeOf<Calls[Name]>;
