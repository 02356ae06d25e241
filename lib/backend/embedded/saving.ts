import { AsyncLocalStorage } from "node:async_hooks";
import type { Scope } from "@/lib/backend/cache/versions.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Stored } from "@/lib/backend/kv/lists.ts";
import type { Atomic, Key, MaybeEntry } from "@/lib/backend/kv/store.ts";
import { addAuditLine, type AuditLine } from "@/lib/backend/records/audit.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { Services } from "./services.ts";

/** Description of a change, for the audit log and the caches. */
export interface Change extends AuditLine {
  caller: Caller;
  /** Other scopes whose cached answers contain it. */
  also?: readonly Scope[];
}

/**
 * Commits a change with its audit line and the cache versions.
 *
 * @returns the versionstamp of the commit; null on a conflict
 */
export async function saveWith(
  services: Services,
  change: Change,
  atomic: Atomic,
): Promise<string | null> {
  addAuditLine(atomic, change, services.now());
  return await commitVersioned(services, scopesOf(change), atomic);
}

/** Commits with the cache versions: for jobs, which write their own audit lines. */
export async function commitShown(
  services: Pick<Services, "store" | "versions">,
  scopes: readonly Scope[],
  fill: (atomic: Atomic) => void,
): Promise<boolean> {
  const atomic = services.store.atomic();
  fill(atomic);
  return await commitVersioned(services, scopes, atomic) !== null;
}

/** Commits with the cache versions. @returns the versionstamp; null on a conflict */
export async function commitVersioned(
  { versions }: Pick<Services, "versions">,
  scopes: readonly Scope[],
  atomic: Atomic,
): Promise<string | null> {
  versions.include(atomic, scopes);
  const committed = await atomic.commit();
  if (!committed.ok) return null;
  versions.forget(scopes);
  return committed.versionstamp;
}

/** The organisation of a residence whose existence access has verified. */
export async function organisationOf(
  { callerRoles }: Services,
  projectId: string,
): Promise<string> {
  const orgId = await callerRoles.organisationOf(projectId);
  // Access has found the residence: it cannot be missing here.
  if (orgId === null) throw new TypeError(`No residence ${projectId}`);
  return orgId;
}

/** The version of an entity sent to clients: of several entries when a form writes several. */
export function versionOf(...entries: readonly Pick<MaybeEntry, "versionstamp">[]): string {
  return entries.map((entry) => entry.versionstamp ?? "0").join("-");
}

/** An entity as answered: its id and record, with its version. */
export function versioned<T extends object>(
  { id, record, entry }: Stored<T>,
): { id: string; version: string } & T {
  return { id, ...record, version: versionOf(entry) };
}

/** True when an edit was based on the current version; an edit without a version accepts any. */
export function isCurrent(
  quoted: string | undefined,
  ...entries: readonly Pick<MaybeEntry, "versionstamp">[]
): boolean {
  return quoted === undefined || quoted === versionOf(...entries) ||
    ON_ANY_VERSION.getStore() === true;
}

const ON_ANY_VERSION = new AsyncLocalStorage<true>();

/** Runs a plan as if its edit were based on the current version, to see what it would write. @spec forms.same-values */
export function onAnyVersion<Result>(plan: () => Promise<Result>): Promise<Result> {
  return ON_ANY_VERSION.run(true, plan);
}

/** The check that an entry has not changed since it was read. */
export function unchanged(entry: { key: Key; versionstamp: string | null }) {
  return { key: entry.key, versionstamp: entry.versionstamp };
}

function scopesOf({ orgId, projectId, also = [] }: Change): Scope[] {
  const own: Scope = projectId === null
    ? { kind: "org", id: orgId }
    : { kind: "project", id: projectId };
  return [own, ...also];
}

/**
 * Entry that every write of an organisation's members changes: a check on it in a commit ensures that no one was added,
 * removed or given a role since.
 */
export function readOrgVersion(services: Services, orgId: string): Promise<MaybeEntry> {
  return services.store.get(keys.version("org", orgId));
}

/**
 * Entry that every write of a residence changes: a check on it in a commit ensures that no new reference to a deleted
 * record was written.
 */
export function readProjectVersion(services: Services, projectId: string): Promise<MaybeEntry> {
  return services.store.get(keys.version("project", projectId));
}
