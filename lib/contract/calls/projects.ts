import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { ORG_ADMIN, ORG_MEMBER, PROJECT_MEMBER, SIGNED_IN } from "@/lib/contract/grants.ts";
import { created } from "@/lib/contract/shapes.ts";
import * as projects from "@/lib/domain/projects/schema.ts";
import { SEARCH_CALLS } from "./search.ts";
import { STOCK_CALLS } from "./stock.ts";

const addressQuery = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(3), z.maxLength(200)),
});

const placeQuery = z.strictObject({ lon: degrees(180), lat: degrees(90) });

/** Residences and their settings. @spec calls.catalogue */
export const PROJECTS_CALLS = {
  listProjects: defineCall({
    request: "GET /collect/orgs/:orgId/projects",
    summary: "The residences one has a role on; administrators see them all (B §7, F §6)",
    access: ORG_MEMBER,
    answer: z.array(projects.projectSummary),
  }),
  createProject: defineCall({
    request: "POST /collect/orgs/:orgId/projects",
    summary: "Creates a residence (B §7)",
    audit: "Résidence créée",
    access: ORG_ADMIN,
    body: projects.projectSettingsDraft,
    answer: created,
    refusals: ["code-taken", "unknown-reference", "one-tag-per-group"],
  }),
  getProject: defineCall({
    request: "GET /collect/projects/:projectId",
    summary: "A residence with its series and the caller's roles (F §3 Project)",
    access: PROJECT_MEMBER,
    answer: projects.project,
  }),
  getProjectFeatures: defineCall({
    request: "GET /collect/projects/:projectId/features",
    summary: "What a residence has switched on (B §7)",
    access: PROJECT_MEMBER,
    answer: projects.projectFeaturesRead,
  }),
  putProjectFeatures: defineCall({
    request: "PUT /collect/projects/:projectId/features",
    summary: "Switches features of a residence on or off (B §3)",
    audit: "Fonctions de la résidence modifiées",
    access: ORG_ADMIN,
    body: projects.projectFeaturesDraft,
    refusals: ["conflict"],
  }),
  getProjectInstallation: defineCall({
    request: "GET /collect/projects/:projectId/installation",
    summary: "What a residence is equipped with: pilot, readings, occupants' application (F §3)",
    access: PROJECT_MEMBER,
    answer: projects.projectInstallationRead,
  }),
  putProjectInstallation: defineCall({
    request: "PUT /collect/projects/:projectId/installation",
    summary: "Says what a residence is equipped with (F §3 Project)",
    audit: "Équipement de la résidence modifié",
    access: ORG_ADMIN,
    body: projects.projectInstallationDraft,
    refusals: ["conflict"],
  }),
  getProjectSettings: defineCall({
    request: "GET /collect/projects/:projectId/settings",
    summary: "Name, code, address and tags of a residence (B §7)",
    access: PROJECT_MEMBER,
    answer: projects.projectSettingsRead,
  }),
  putProjectSettings: defineCall({
    request: "PUT /collect/projects/:projectId/settings",
    summary: "Changes name, code, address and tags of a residence (F §7)",
    audit: "Informations de la résidence modifiées",
    access: ORG_ADMIN,
    body: projects.projectSettingsDraft,
    refusals: ["conflict", "code-taken", "unknown-reference", "one-tag-per-group"],
  }),
  listProjectProviders: defineCall({
    request: "GET /collect/projects/:projectId/providers",
    summary: "The providers who work on a residence (F §7 Load providers)",
    access: PROJECT_MEMBER,
    answer: z.array(projects.projectProvider),
  }),
  searchAddress: defineCall({
    request: "GET /collect/address/search",
    summary: "Looks an address up in the national address service; null when not found (F §7)",
    access: SIGNED_IN,
    query: addressQuery,
    answer: z.nullable(projects.foundAddress),
    refusals: ["address-unreachable"],
  }),
  reverseAddress: defineCall({
    request: "GET /collect/address/reverse",
    summary: "The address at a place; null when there is none (F §7)",
    access: SIGNED_IN,
    query: placeQuery,
    answer: z.nullable(projects.foundAddress),
    refusals: ["address-unreachable"],
  }),
  ...STOCK_CALLS,
  ...SEARCH_CALLS,
};

function degrees(bound: number): z.ZodMiniType<string> {
  return z.string().check(
    z.regex(/^-?\d{1,3}(\.\d{1,15})?$/),
    z.refine((text) => Math.abs(Number(text)) <= bound),
  );
}
