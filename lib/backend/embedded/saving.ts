import type { Scope } from "@/lib/backend/cache/versions.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import type { Stored } from "@/lib/backend/kv/lists.ts";
import type { Atomic, Key, MaybeEntry } from "@/lib/backend/kv/store.ts";
import { addAuditLine } from "@/lib/backend/records/audit.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { Services } from "./services.ts";

/** What is being changed, for the audit log and for the caches. */
export interface Change {
  caller: Caller;
  action: AuditAction;
  orgId: string;
  /** Residence touched; null when the organisation is. */
  projectId: string | null;
  /** What is touched, in a few words. */
  subject: string;
  /** Other scopes whose cached answers show it. */
  also?: readonly Scope[];
}

/** A change of a residence, whose organisation is looked up. */
export type ProjectChange = Omit<Change, "orgId" | "projectId"> & { projectId: string };

/**
 * Commits a change with its audit line and the versions that caches watch.
 *
 * @returns the versionstamp of the commit; null when another write came between
 */
export async function saveWith(
  services: Services,
  change: Change,
  atomic: Atomic,
): Promise<string | null> {
  addAuditLine(atomic, change, services.now());
  return await commitVersioned(services, scopesOf(change), atomic);
}

/** A commit with the versions that caches watch: for what a job writes, which says itself what it leaves a line of. */
export async function commitShown(
  services: Pick<Services, "store" | "versions">,
  scopes: readonly Scope[],
  fill: (atomic: Atomic) => void,
): Promise<boolean> {
  const atomic = services.store.atomic();
  fill(atomic);
  return await commitVersioned(services, scopes, atomic) !== null;
}

async function commitVersioned(
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

/** What a commit that is made elsewhere must hold, and what follows it. */
export interface ChangeWithin {
  /** Adds the audit line and the versions that caches watch. */
  readonly add: (atomic: Atomic) => void;
  /** Once it is committed: this process reads the versions again. */
  readonly seen: () => void;
}

/** {@link saveWith} for a commit that the series make, under their lease. */
export async function changeWithin(
  services: Services,
  change: ProjectChange,
): Promise<ChangeWithin> {
  const whole = { ...change, orgId: await organisationOf(services, change.projectId) };
  const scopes = scopesOf(whole);
  return {
    add: (atomic) => {
      services.versions.include(atomic, scopes);
      addAuditLine(atomic, whole, services.now());
    },
    seen: () => services.versions.forget(scopes),
  };
}

/** The organisation of a residence that access has found. */
export async function organisationOf(
  { callerRoles }: Services,
  projectId: string,
): Promise<string> {
  const orgId = await callerRoles.organisationOf(projectId);
  // Access has found the residence: it cannot be missing here.
  if (orgId === null) throw new TypeError(`No residence ${projectId}`);
  return orgId;
}

/** The version of an entity, as edits quote it: of several entries when a form writes several. */
export function versionOf(...entries: readonly Pick<MaybeEntry, "versionstamp">[]): string {
  return entries.map((entry) => entry.versionstamp ?? "0").join("-");
}

/** An entity as answers give it: its id and what is stored of it, with its version. */
export function versioned<T extends object>(
  { id, record, entry }: Stored<T>,
): { id: string; version: string } & T {
  return { id, ...record, version: versionOf(entry) };
}

/** Whether an edit that quotes a version was based on what is there now; one that quotes none accepts it. */
export function isCurrent(
  quoted: string | undefined,
  ...entries: readonly Pick<MaybeEntry, "versionstamp">[]
): boolean {
  return quoted === undefined || quoted === versionOf(...entries);
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
 * What every write of an organisation's people changes: checked in a commit, it ensures that no one was added, removed
 * or given a role since.
 */
export function readOrgVersion(services: Services, orgId: string): Promise<MaybeEntry> {
  return services.store.get(keys.version("org", orgId));
}

/**
 * What every write of a residence changes: checked in a commit, it says that nothing has come to refer to what is
 * being taken away.
 */
export function readProjectVersion(services: Services, projectId: string): Promise<MaybeEntry> {
  return services.store.get(keys.version("project", projectId));
}
