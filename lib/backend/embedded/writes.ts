import type { Scope } from "@/lib/backend/cache/versions.ts";
import { retried } from "@/lib/backend/kv/atomic.ts";
import type { Atomic } from "@/lib/backend/kv/store.ts";
import { StoreMemory } from "@/lib/backend/kv/store_memory.ts";
import { queueMail, type SealedMail } from "@/lib/backend/mail/outbox.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { ErrorCode } from "@/lib/contract/errors.ts";
import {
  organisationOf,
  readOrgVersion,
  readProjectVersion,
  saveWith,
  unchanged,
} from "./saving.ts";
import type { Services } from "./services.ts";

/** What a write answers once its commit is made, and what its audit line says it touched. */
export interface Decision<Answer> {
  readonly ok: true;
  readonly answer: Answer;
  /** What was touched, in a few words. */
  readonly subject: string;
  /** The residence it is about, when the place is its organisation. */
  readonly projectId?: string;
  /** Other scopes whose cached answers show it. */
  readonly also?: readonly Scope[];
  readonly mail?: SealedMail | null;
  /** Called once committed, with the version that the place then has. */
  readonly committed?: (version: string) => void;
}

export interface Refusal<Code extends ErrorCode> {
  readonly ok: false;
  readonly code: Code;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/**
 * Reads what is stored now, then refuses or fills the commit.
 *
 * It is called again when something else of the same residence or organisation was written meanwhile: all that it read
 * of it still holds when the commit is made, the things it refers to included.
 *
 * @param version of the residence or organisation: the commit fails when it changes
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
 * The one way a call writes what a plan decides: the plan, its audit line and the cache versions are one commit.
 *
 * @throws StoreUnavailable when others keep writing
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
    const atomic = services.store.atomic().check(unchanged(version));
    const decision = await plan(atomic, version.versionstamp);
    if (!decision.ok) return decision;
    const { answer, mail, committed, ...touched } = decision;
    if (mail) queueMail(atomic, mail);
    const saved = await saveWith(services, { action, caller, ...where, ...touched }, atomic);
    if (saved === null) return null;
    committed?.(saved);
    if (mail) services.outbox.hasQueued();
    return { ok: true, answer };
  });
}

/** Leaves the audit line of what was done outside this commit, and the versions that caches watch. */
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
 * Lists that plans look through, each remembered as of one version of its residence or organisation: an import writes
 * line after line, and would read the whole list for each.
 */
export class PlanLists<Element> {
  readonly #memory = new StoreMemory<
    { readonly version: string | null; readonly list: readonly Element[] }
  >(LISTS_REMEMBERED);

  /** The list of a place, read when another version of it is remembered. */
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

  /** Remembers a list as a commit has left it. */
  set({ store }: Services, id: string, version: string, list: readonly Element[]): void {
    this.#memory.of(store).set(id, { version, list });
  }
}
