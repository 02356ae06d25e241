/** The caller of a request: its kind, its roles, its credentials, and the recheck of its access. @module */

import { CallError } from "@/lib/base/errors.ts";
import type { Role } from "./roles.ts";

export interface AccountCaller {
  readonly kind: "account";
  readonly accountId: string;
  readonly email: string;
  readonly platformAdmin: boolean;
  /** True when the demo store answers, in an overlay of this visit. */
  readonly demo: boolean;
}

/** An account on whose behalf a job or a mailed proof acts: with its current roles, and no platform rights. */
export function memberCaller(accountId: string, email = ""): AccountCaller {
  return { kind: "account", accountId, email, platformAdmin: false, demo: false };
}

export interface ProviderOf {
  readonly orgId: string;
  readonly providerId: string;
}

/** A person signed in by a mailed link, with the providers that have their address. @spec providers.reach */
export interface ProviderCaller {
  readonly kind: "provider";
  /** In lower case. */
  readonly email: string;
  readonly providers: readonly ProviderOf[];
  readonly demo: boolean;
}

/** The caller, as authenticated by the dispatcher. */
export type Caller =
  | { readonly kind: "anonymous" }
  | AccountCaller
  | ProviderCaller
  /** A collector that sends the readings of one project. */
  | { readonly kind: "ingest"; readonly projectId: string }
  /** An information screen in a hall. */
  | { readonly kind: "display"; readonly projectId: string };

export const ANONYMOUS: Caller = { kind: "anonymous" };

/** The id of the account of a caller; "" for a caller without one. */
export function accountOf(caller: Caller): string {
  return caller.kind === "account" ? caller.accountId : "";
}

/** The roles of a caller in each place, computed once per request, for access and answers. @spec roles.effective */
export interface CallerRoles {
  /** Effective roles on a project, implied roles included; empty when the project is hidden or does not exist. */
  rolesOn(projectId: string): Promise<ReadonlySet<Role>>;
  /** Every effective role on at least one project of an organisation. */
  rolesOnAnyProject(orgId: string): Promise<ReadonlySet<Role>>;
  /** The caller's roles in a dwelling they live in today and have access to; empty in any other dwelling. */
  rolesAtHome(
    { projectId, houseId }: { readonly projectId: string; readonly houseId: string },
  ): Promise<ReadonlySet<Role>>;
  isAdminOf(orgId: string): Promise<boolean>;
  /** Administrator, holder of a role on one of its projects, or invited and without any role since. @spec roles.last-role */
  isMemberOf(orgId: string): Promise<boolean>;
  /** null when the project does not exist. */
  organisationOf(projectId: string): Promise<string | null>;
  /** null when the organisation has no such document. */
  projectOfDocument(orgId: string, requestId: string, documentId: string): Promise<string | null>;
  /** null when the organisation has no such request. */
  providerOfRequest(orgId: string, requestId: string): Promise<string | null>;
}

/** {@link CallerRoles} with the residences visible to a caller, for lists. */
export interface AccountRoles extends CallerRoles {
  /** Effective roles by residence of an organisation; residences without a role are absent. */
  rolesByProject(orgId: string): Promise<ReadonlyMap<string, ReadonlySet<Role>>>;
}

/** The roles of all callers in a store. */
export interface RolesReader {
  /** The roles of a caller; an address without an account has none. */
  of(caller: Caller): AccountRoles;
  /** The organisation of a residence, which never changes; null when the residence does not exist. */
  organisationOf(projectId: string): Promise<string | null>;
  /** Whether a caller has one of some roles on a residence, or administers its organisation. */
  holds(caller: Caller, projectId: string, roles: readonly Role[]): Promise<boolean>;
}

export interface Credentials {
  /** A session's cookie, a token in a header, or a token in the query (reads only). */
  via: "session" | "header" | "query";
  secret: string;
  /** Id of a demo visit's overlay; null on the real store. */
  visitorId: string | null;
  /** Token for the host that answers the calls; null when this program answers. */
  upstreamToken: string | null;
  /** Version of the account's rights when the session got its id; absent for a token. */
  sessionRights?: string;
}

const credentials = new WeakMap<Caller, Credentials>();

/** Associates credentials with a caller without putting them in it, so that no answer or log can contain them. */
export function withCredentials<C extends Caller>(caller: C, shown: Credentials): C {
  credentials.set(caller, shown);
  return caller;
}

/** The credentials of a caller; null for a caller without any. */
export function credentialsOf(caller: Caller): Credentials | null {
  return credentials.get(caller) ?? null;
}

/** Decides again whether the caller may make the call. @throws CallError when they may no longer */
type Recheck = () => Promise<void>;

const rechecks = new WeakMap<Caller, Recheck>();

/** The caller of one call, whose access is checked again before each of its commits: it may be withdrawn meanwhile. */
export function withRecheck<C extends Caller>(caller: C, recheck: Recheck): C {
  const own = { ...caller };
  rechecks.set(own, recheck);
  const shown = credentialsOf(caller);
  return shown === null ? own : withCredentials(own, shown);
}

/** @throws CallError when the caller may no longer make the call; never for a job, which has no access to lose */
export async function recheckAccess(caller: Caller): Promise<void> {
  await rechecks.get(caller)?.();
}

/** The caller as an account, which access has already verified. */
export function accountCaller(caller: Caller): AccountCaller {
  if (caller.kind !== "account") throw new CallError("not-signed-in");
  return caller;
}

/** Only accounts have reports, which access has already verified. */
export function ownerOf(caller: Caller): string {
  if (caller.kind !== "account") throw new CallError("forbidden");
  return caller.accountId;
}
