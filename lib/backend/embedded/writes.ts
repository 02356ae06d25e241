import { confirmedSubject } from "@/lib/backend/accounts/confirmations.ts";
import { recheckAccess } from "@/lib/backend/accounts/rechecks.ts";
import type { Scope } from "@/lib/backend/cache/versions.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import { queueMail, type SealedMail } from "@/lib/backend/mail/outbox.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import type { Asked } from "@/lib/domain/forms/effects.ts";
import { RehearsedCommit } from "./same_values.ts";
import {
  onAnyVersion,
  organisationOf,
  readOrgVersion,
  readProjectVersion,
  saveWith,
  unchanged,
} from "./saving.ts";
import type { Services } from "./services.ts";

/** Answer of a write after its commit, and the subject of its audit line. */
export interface Decision<Answer> {
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

export interface Refusal<Code extends ErrorCode> extends Partial<Asked> {
  readonly ok: false;
  readonly code: Code;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Reads the current data, then refuses or fills the commit.
 *
 * It is called again after a conflict in the same residence or organisation: all the data it read there, references
 * included, are still current when the commit is made.
 *
 * @param version version of the residence or organisation: the commit fails when it changes
 */
export type Plan<Answer, Code extends ErrorCode> = (
  atomic: Atomic,
  version: string | null,
) => Promise<Decision<Answer> | Refusal<Code>>;

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
 * @throws Refused when the caller has lost the access meanwhile
 * @throws StoreUnavailable when conflicts continue
 */
export function write<Answer, Code extends ErrorCode = never>(
  services: Services,
  { action, caller, ...place }: Write,
  plan: Plan<Answer, Code>,
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
    const { answer, mail, committed, isUnchanged, ...made } = decision;
    if (isUnchanged) return { ok: true, answer };
    const touched = { ...made, subject: confirmedSubject(caller, made.subject) };
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
  plan: Plan<Answer, Code>,
  version: string | null,
): Promise<Written<Answer, Code> | null> {
  const rehearsed = new RehearsedCommit();
  const decision = await onAnyVersion(() => plan(rehearsed, version));
  if (!decision.ok || decision.mail || !await rehearsed.changesNothing(store)) return null;
  return { ok: true, answer: decision.answer };
}

/** Writes the audit line of an export, which changes nothing else. */
export async function note(
  services: Services,
  { subject, ...change }: Write & { readonly subject: string },
): Promise<void> {
  await write(services, change, () => Promise.resolve({ ok: true, answer: null, subject }));
}

async function ofProject(services: Services, projectId: string) {
  const [version, orgId] = await Promise.all([
    readProjectVersion(services, projectId),
    organisationOf(services, projectId),
  ]);
  return { version, orgId, projectId };
}

async function ofOrganisation(services: Services, orgId: string) {
  return { version: await readOrgVersion(services, orgId), orgId, projectId: null };
}

const LISTS_REMEMBERED = 50;

/**
 * Lists that plans search, each cached for one version of its residence or organisation: an import would otherwise
 * read the whole list for each line.
 */
export class PlanLists<Element> {
  readonly #memory = new StoreMemory<
    { readonly version: string | null; readonly list: readonly Element[] }
  >(LISTS_REMEMBERED);

  /** The list of a place, read again when another version is cached. */
  async of(
    { store }: Services,
    { id, version }: { readonly id: string; readonly version: string | null },
    read: () => Promise<readonly Element[]>,
  ): Promise<readonly Element[]> {
    const known = this.#memory.of(store).get(id);
    if (known?.version === version) return known.list;
    const list = await read();
    this.#memory.of(store).set(id, { version, list });
    return list;
  }

  /** Caches a list, if it is cached for a version, for the next one too: a commit left it as it was. */
  renew(
    services: Services,
    id: string,
    { from, to }: { readonly from: string | null; readonly to: string },
  ): void {
    const known = this.#memory.of(services.store).get(id);
    if (known?.version === from) this.set(services, id, to, known.list);
  }

  /** Caches a list as changed by a commit. */
  set({ store }: Services, id: string, version: string, list: readonly Element[]): void {
    this.#memory.of(store).set(id, { version, list });
  }
}
