/** Commits the writes of calls with audit line, versions and mail, and tries again after conflicts. @module */

import { AsyncLocalStorage } from "node:async_hooks";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { comparableName } from "@/lib/base/visible_text.ts";
import { type Caller, recheckAccess } from "@/lib/identity/caller.ts";
import { queueMail, type SealedMail } from "@/lib/mail/outbox.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { retried } from "@/lib/store/commits.ts";
import { keyText } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import {
  type Atomic,
  idOf,
  type Key,
  listEntries,
  type MaybeEntry,
  type Store,
  type Stored,
  unchanged,
} from "@/lib/store/store.ts";
import type { Refusal } from "./call.ts";
import { addAuditLine, type AuditAction, type AuditLine } from "./audit.ts";
import { confirmedSubject } from "./confirmations.ts";
import type { Services } from "./services.ts";

/** A commit that is never made: it tells whether it would change the store. @spec forms.same-values */
class RehearsedCommit implements Atomic {
  /** The value left under each key, by its text; undefined for none. */
  readonly #left = new Map<string, { readonly key: Key; readonly value: unknown }>();

  check(): this {
    return this;
  }

  set(key: Key, value: unknown): this {
    this.#left.set(keyText(key), { key, value });
    return this;
  }

  delete(key: Key): this {
    return this.set(key, undefined);
  }

  /** Only versions are summed: they tell that something else has changed. */
  sum(): this {
    return this;
  }

  commit(): Promise<{ readonly ok: false }> {
    return Promise.resolve({ ok: false });
  }

  /** Whether all that it writes is stored already. */
  async changesNothing(store: Store): Promise<boolean> {
    const same = await Promise.all([...this.#left.values()].map(async ({ key, value }) => {
      const { value: stored } = await store.get(key);
      return isDeepStrictEqual(stored ?? undefined, value);
    }));
    return same.every((one) => one);
  }
}

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

/** True when an edit was based on the current version; one of the API without a version accepts any. */
export function isCurrent(
  quoted: string | undefined,
  ...entries: readonly Pick<MaybeEntry, "versionstamp">[]
): boolean {
  const basis = BASIS.getStore();
  if (basis === "any") return true;
  if (quoted !== undefined) return quoted === versionOf(...entries);
  return basis !== "quoted" || entries.every(({ versionstamp }) => versionstamp === null);
}

/**
 * What edits may be based on: any version, while a plan runs to see what it would write (`forms.same-values`), or only
 * the one that they quote.
 */
const BASIS = new AsyncLocalStorage<"any" | "quoted">();

/** Sends the edit of a form: without the version that its page contains, it is a conflict. @spec forms.conflicts */
export function onQuotedVersion<Answer>(edit: () => Promise<Answer>): Promise<Answer> {
  return BASIS.run("quoted", edit);
}

function scopesOf({ orgId, projectId, also = [] }: Change): Scope[] {
  // What lists show of a residence is made again after each of its writes.
  const own: Scope[] = projectId === null
    ? [{ kind: "org", id: orgId }]
    : [{ kind: "project", id: projectId }, { kind: "figures", id: orgId }];
  return [...own, ...also];
}

/**
 * Entry that every write of an organisation's members changes: a check on it in a commit ensures that no one was added,
 * removed or given a role since.
 */
export function readOrgVersion(services: Services, orgId: string): Promise<MaybeEntry> {
  return services.store.get(keys.version("org", orgId));
}

/** Answer of a write after its commit, and the subject of its audit line. */
export interface Commit<Answer> {
  readonly ok: true;
  readonly answer: Answer;
  /** Short description of the object changed. */
  readonly subject: string;
  /** The residence changed, when the place is its organisation. */
  readonly projectId?: string;
  /** Other scopes whose cached answers contain it. */
  readonly also?: readonly Scope[];
  readonly mail?: SealedMail | null;
  /** Called after the commit, with the new version of the place. */
  readonly committed?: (version: string) => void;
  /** True when what is asked is stored already: nothing is written. */
  readonly isUnchanged?: boolean;
}

/**
 * Reads the current data, then refuses or fills the commit.
 *
 * It is called again after a conflict in the same residence or organisation: all the data it read there, references
 * included, are still current when the commit is made.
 *
 * @param version version of the residence or organisation: the commit fails when it changes
 */
export type Transaction<Answer, Code extends ErrorCode> = (
  atomic: Atomic,
  version: string | null,
) => Promise<Commit<Answer> | Refusal<Code>>;

export type Written<Answer, Code extends ErrorCode> =
  | { readonly ok: true; readonly answer: Answer }
  | Refusal<Code>;

export type Write =
  & { readonly action: AuditAction; readonly caller: Caller }
  & ({ readonly projectId: string } | { readonly orgId: string });

/**
 * Runs a plan and commits it with its audit line and the cache versions: the only way calls write.
 *
 * Access is checked again once the version is read: a commit conflicts with roles, members and tags that changed in the
 * same place since.
 *
 * @spec calls.one-commit
 * @throws CallError when the caller has lost the access meanwhile
 * @throws StoreUnavailable when conflicts continue
 */
export function transact<Answer, Code extends ErrorCode = never>(
  services: Services,
  { action, caller, ...place }: Write,
  plan: Transaction<Answer, Code>,
): Promise<Written<Answer, Code>> {
  return retried<Written<Answer, Code>>(async () => {
    const { version, ...where } = "projectId" in place
      ? await ofProject(services, place.projectId)
      : await ofOrganisation(services, place.orgId);
    await recheckAccess(caller);
    const atomic = services.store.atomic().check(unchanged(version));
    const decision = await plan(atomic, version.versionstamp);
    if (!decision.ok) {
      if (decision.code !== "conflict") return decision;
      return await storedAlready(services, plan, version.versionstamp) ?? decision;
    }
    const { answer, mail, committed, isUnchanged, ...rest } = decision;
    if (isUnchanged) return { ok: true, answer };
    const touched = { ...rest, subject: confirmedSubject(caller, rest.subject) };
    if (mail) queueMail(atomic, mail);
    const saved = await saveWith(services, { action, caller, ...where, ...touched }, atomic);
    if (saved === null) return null;
    committed?.(saved);
    if (mail) services.outbox.hasQueued();
    return { ok: true, answer };
  });
}

/**
 * The answer of an edit based on an outdated version, when all that it writes is stored already: someone else has saved
 * the same values, and nothing is lost. null for any other.
 *
 * @spec forms.same-values
 */
async function storedAlready<Answer, Code extends ErrorCode>(
  { store }: Services,
  plan: Transaction<Answer, Code>,
  version: string | null,
): Promise<Written<Answer, Code> | null> {
  const rehearsed = new RehearsedCommit();
  const decision = await BASIS.run("any", () => plan(rehearsed, version));
  if (!decision.ok || decision.mail || !await rehearsed.changesNothing(store)) return null;
  return { ok: true, answer: decision.answer };
}

/** Writes the audit line of an export, which changes nothing else. */
export async function note(
  services: Services,
  { subject, ...change }: Write & { readonly subject: string },
): Promise<void> {
  await transact(services, change, () => Promise.resolve({ ok: true, answer: null, subject }));
}

async function ofProject(services: Services, projectId: string) {
  const [version, orgId] = await Promise.all([
    // Each write of a residence changes it: no new reference to a deleted record was written since.
    services.store.get(keys.version("project", projectId)),
    organisationOf(services, projectId),
  ]);
  return { version, orgId, projectId };
}

async function ofOrganisation(services: Services, orgId: string) {
  return { version: await readOrgVersion(services, orgId), orgId, projectId: null };
}

/** The code of a record, as it is stored and in a comparable form. */
interface TakenCode {
  readonly id: string;
  readonly code: string;
  readonly comparable: string;
}

/** Of a code in memory, about. */
const TAKEN_CODE_BYTES = 300;

/** A place, and its version in which codes are read. */
interface PlaceRead {
  readonly place: string;
  readonly version: string | null;
}

interface CodeKeys {
  (place: string, code: string): Key;
  under(place: string): Key;
}

/** A code to take, in the version of the place that the plan read. */
interface CodeToTake extends PlaceRead {
  readonly id: string;
  /** "" never clashes. */
  readonly code: string;
  /** Its previous code. */
  readonly before?: string;
}

/** Ensures that the codes of a place are distinct once normalised. @spec forms.names */
export class TakenCodes {
  readonly #lists: StoreMemory<readonly TakenCode[]>;

  /** @param kind distinct for each register of codes */
  constructor(kind: string, readonly keys: CodeKeys) {
    this.#lists = new StoreMemory(kind, ({ length }) => length * TAKEN_CODE_BYTES);
  }

  /** The codes of a place at its version: an import would otherwise read the whole list for each line. */
  all({ store }: Services, { place, version }: PlaceRead): Promise<readonly TakenCode[]> {
    return this.#lists.of(store, place, version, () => this.#read(store, place));
  }

  /** Remembers the codes of a place over a commit that changes none; to call after it. */
  kept({ store }: Services, { place, version }: PlaceRead): (version: string) => void {
    return (versionstamp) => {
      const value = this.#lists.at(store, place, version);
      if (value !== undefined) this.#lists.set(store, place, { version: versionstamp, value });
    };
  }

  /**
   * Reserves a code in the commit of a plan.
   *
   * @returns a function to call after the commit, for imports that add many codes; null when the code is taken
   */
  async take(
    services: Services,
    atomic: Atomic,
    { place, version, id, code, before = "" }: CodeToTake,
  ): Promise<((version: string) => void) | null> {
    const all = await this.all(services, { place, version });
    // A record without a previous code is not in the list, which then needs no filtered copy.
    const others = before === "" ? all : all.filter((one) => one.id !== id);
    const comparable = comparableName(code);
    if (code !== "" && others.some((one) => one.comparable === comparable)) return null;
    if (before !== "") atomic.delete(this.keys(place, before));
    if (code !== "") atomic.set(this.keys(place, code), id);
    const left = code === "" ? others : [...others, { id, code, comparable }];
    return (versionstamp) =>
      this.#lists.set(services.store, place, { version: versionstamp, value: left });
  }

  async #read(store: Store, place: string): Promise<readonly TakenCode[]> {
    const entries = await listEntries(store, { prefix: this.keys.under(place) }, z.string());
    return entries.map(({ key, value: id }) => {
      const code = idOf(key);
      return { id, code, comparable: comparableName(code) };
    });
  }
}
