import type { Role } from "@/lib/domain/roles/roles.ts";

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
