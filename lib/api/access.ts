/** Checks whether a caller may make a call, again before each commit. @module */

import { createHash } from "node:crypto";
import { CallError } from "@/lib/base/errors.ts";
import { isId } from "@/lib/base/field_schemas.ts";
import { isRecord } from "@/lib/base/records.ts";
import {
  type Caller,
  type CallerRoles,
  type ProviderCaller,
  type ProviderOf,
  withRecheck,
} from "@/lib/identity/caller.ts";
import { isProjectVisible } from "@/lib/identity/effective_roles.ts";
import type { ConfirmedEffect } from "@/lib/ui/confirmation.ts";
import type { Access, Grant, NamedCall } from "./call.ts";
import { withConfirmation } from "./confirmations.ts";

const PLACES = ["orgId", "projectId", "houseId", "requestId", "documentId"] as const;

/** Ids in the path of a call that access checks. */
export type Places = { [Name in (typeof PLACES)[number]]?: string | undefined };

/** Result of the access check; a refusal does not reveal what is hidden. */
type AccessDecision = "allowed" | "not-signed-in" | "forbidden" | "not-found";

interface CallerWithRoles {
  caller: Caller;
  callerRoles: CallerRoles;
}

/**
 * The single access check of calls.
 *
 * A residence on which the caller has no role does not exist for them, nor does an organisation they are not a
 * member of: 404. A user who sees the place but lacks the right: 403.
 *
 * @spec roles.no-role
 */
export async function decideAccess(
  access: Access,
  places: Places,
  asker: CallerWithRoles,
): Promise<AccessDecision> {
  if (access.any.includes("public")) return "allowed";
  if (asker.caller.kind === "anonymous") return "not-signed-in";
  // An invalid id matches nothing, and may be longer than a key of the store.
  if (!areIds(places)) return "not-found";
  if (!(await isOnePlace(places, asker.callerRoles))) return "not-found";
  for (const grant of access.any) {
    if (await isMet(grant, places, asker)) return "allowed";
  }
  return await isPlaceSeen(places, asker) ? "forbidden" : "not-found";
}

/** The ids among the parameters of a call. */
function placesOf(input: Readonly<Record<string, unknown>>): Places {
  const places: Places = {};
  for (const name of PLACES) {
    const value = input[name];
    if (typeof value === "string") places[name] = value;
  }
  return places;
}

function areIds(places: Places): boolean {
  return Object.values(places).every((place) => place === undefined || isId(place));
}

/** A path that names an organisation and a residence of another one names nothing. */
async function isOnePlace({ orgId, projectId }: Places, callerRoles: CallerRoles) {
  if (projectId === undefined) return true;
  const owner = await callerRoles.organisationOf(projectId);
  return owner !== null && (orgId === undefined || owner === orgId);
}

function isMet(grant: Grant, places: Places, asker: CallerWithRoles): Promise<boolean> | boolean {
  if (typeof grant !== "string") return isRoleHeld(grant, places, asker.callerRoles);
  const { caller, callerRoles } = asker;
  switch (grant) {
    case "public":
      return true;
    case "signed-in":
    case "self":
      return caller.kind === "account";
    case "platform-admin":
      return caller.kind === "account" && caller.platformAdmin;
    case "org-member":
      return inOrg(places, callerRoles, (orgId) => callerRoles.isMemberOf(orgId));
    case "org-admin":
      return inOrg(places, callerRoles, (orgId) => callerRoles.isAdminOf(orgId));
    case "project-member":
      return holdsAnyRole(places, callerRoles);
    case "provider":
      return isProviderOf(places, caller);
    case "provider-of-request":
      return isProviderOfRequest(places, asker);
    case "display-token":
      return caller.kind === "display" && caller.projectId === places.projectId;
    case "ingest-token":
      return caller.kind === "ingest" && caller.projectId === places.projectId;
  }
}

async function inOrg(
  places: Places,
  callerRoles: CallerRoles,
  question: (orgId: string) => Promise<boolean>,
): Promise<boolean> {
  const orgId = await organisationOf(places, callerRoles);
  return orgId !== null && await question(orgId);
}

async function organisationOf({ orgId, projectId }: Places, callerRoles: CallerRoles) {
  if (orgId !== undefined) return orgId;
  return projectId === undefined ? null : await callerRoles.organisationOf(projectId);
}

async function isRoleHeld(
  { role, on }: Exclude<Grant, string>,
  places: Places,
  callerRoles: CallerRoles,
): Promise<boolean> {
  const { orgId, projectId, houseId, requestId, documentId } = places;
  if (on === "any-project") {
    return await inOrg(
      places,
      callerRoles,
      async (id) => (await callerRoles.rolesOnAnyProject(id)).has(role),
    );
  }
  if (on === "project") {
    return projectId !== undefined && (await callerRoles.rolesOn(projectId)).has(role);
  }
  if (on === "own-house") {
    return projectId !== undefined && houseId !== undefined &&
      (await callerRoles.rolesAtHome({ projectId, houseId })).has(role);
  }
  if (!orgId || !requestId || !documentId) return false;
  const owner = await callerRoles.projectOfDocument(orgId, requestId, documentId);
  return owner !== null && (await callerRoles.rolesOn(owner)).has(role);
}

async function holdsAnyRole({ projectId }: Places, callerRoles: CallerRoles): Promise<boolean> {
  return projectId !== undefined && isProjectVisible(await callerRoles.rolesOn(projectId));
}

function isProviderOf({ orgId }: Places, caller: Caller): boolean {
  return caller.kind === "provider" && (orgId === undefined || isOfOrg(caller, orgId));
}

async function isProviderOfRequest(places: Places, { caller, callerRoles }: CallerWithRoles) {
  const { orgId, requestId } = places;
  if (caller.kind !== "provider" || !orgId || !requestId || !isOfOrg(caller, orgId)) return false;
  const requested = await callerRoles.providerOfRequest(orgId, requestId);
  return caller.providers.some((one) => one.orgId === orgId && one.providerId === requested);
}

function isOfOrg({ providers }: ProviderCaller, orgId: string): boolean {
  return providers.some((one) => one.orgId === orgId);
}

async function isPlaceSeen(places: Places, asker: CallerWithRoles): Promise<boolean> {
  const { caller, callerRoles } = asker;
  if (places.projectId !== undefined) {
    if (caller.kind === "ingest" || caller.kind === "display") {
      return caller.projectId === places.projectId;
    }
    return await holdsAnyRole(places, callerRoles) ||
      await inOrg(places, callerRoles, (orgId) => callerRoles.isAdminOf(orgId));
  }
  if (places.orgId === undefined) return true;
  // Requests to other providers do not exist for a provider.
  if (caller.kind === "provider") {
    return places.requestId === undefined
      ? isOfOrg(caller, places.orgId)
      : await isProviderOfRequest(places, asker);
  }
  return await callerRoles.isMemberOf(places.orgId);
}

/** A caller, and the backend that has their roles. */
interface Asker {
  readonly caller: Caller;
  readonly responder: {
    rolesOf(caller: Caller): CallerRoles;
    providersOf(email: string): Promise<readonly ProviderOf[]>;
    readonly cache: { forgetSeen(): void };
  };
}

/**
 * Whether a caller may make a call. Decided again for a user before they are refused, from what is stored now: another
 * process may just have created the place, or given the right.
 */
export async function accessTo(
  { access }: NamedCall,
  input: Readonly<Record<string, unknown>>,
  { caller, responder: { rolesOf, cache } }: Asker,
): Promise<AccessDecision> {
  const asker = { caller, callerRoles: rolesOf(caller) };
  const first = await decideAccess(access, placesOf(input), asker);
  if (first === "allowed" || caller.kind !== "account") return first;
  cache.forgetSeen();
  return await decideAccess(access, placesOf(input), asker);
}

/**
 * The caller of a call; a person who writes is checked again before each commit, and confirms what reaches far.
 *
 * @spec roles.withdrawn, calls.to-confirm
 */
export function callerOfCall(
  call: NamedCall,
  input: Readonly<Record<string, unknown>>,
  { confirmation = null, ...asker }: Asker & { readonly confirmation?: string | null | undefined },
): Caller {
  const { caller, responder } = asker;
  const isPerson = caller.kind === "account" || caller.kind === "provider";
  if (call.method === "GET" || !isPerson) return caller;
  const checked = withRecheck(caller, async () => {
    const access = await accessTo(call, input, { responder, caller: await asOfNow(asker) });
    if (access !== "allowed") throw new CallError(access);
  });
  return withConfirmation(checked, {
    sentConfirmation: confirmation,
    valueOf: (effects) => confirmationOf(call, input, effects),
  });
}

/** The value that confirms exactly a call, its input and its effects. */
function confirmationOf(
  { name }: NamedCall,
  input: Readonly<Record<string, unknown>>,
  effects: readonly ConfirmedEffect[],
): string {
  return createHash("sha256").update(JSON.stringify([name, input, effects], inKeyOrder))
    .digest("base64url").slice(0, CONFIRMATION_LENGTH);
}

const CONFIRMATION_LENGTH = 22;

/** Objects with their members by name: the order in which they were sent does not count. */
function inKeyOrder(_: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1));
}

/** A caller with what they may reach now: a landlord may have removed their address from a provider. */
async function asOfNow({ caller, responder }: Asker): Promise<Caller> {
  if (caller.kind !== "provider") return caller;
  return { ...caller, providers: await responder.providersOf(caller.email) };
}
