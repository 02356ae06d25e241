import { deepStrictEqual, ok } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import type { DocumentActionRead } from "@/lib/documents/schema.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored, type Store } from "@/lib/store/store.ts";
import type { PlatformChoices, TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { REQUEST, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";

export const org = { orgId: ORG };
export const PLACES = 45;

export interface Built extends TestPlatform {
  readonly ask: CallFunction;
}

/** Forty-five late documents, one of each residence; the user may write on all but the last. */
export function withLate(
  test: (built: Built) => Promise<void>,
  choices: Pick<PlatformChoices, "before" | "path"> = {},
): Promise<void> {
  return withResidence(async (built) => {
    const ids = Array.from({ length: PLACES }, (_, at) => at === 0 ? PROJECT : `x${at}`);
    await writeLate(built.store, ids);
    const ask = await someone(built, { roles: ["collect:documents:write"] });
    const [accountId = ""] = await listIds(built.store, keys.member.under(ORG));
    await grant(built.store, accountId, ids.slice(1, -1), "collect:documents:write");
    await grant(built.store, accountId, ids.slice(-1), "collect:documents:read");
    ok(await makeDocuments(built.platform.own.services, { orgId: ORG, requestId: REQUEST }));
    await test({ ...built, ask });
    deepStrictEqual(await wrongEntries(built.store), []);
  }, choices);
}

/** Residences, each of which owes a document since January 2026. */
export async function writeLate(store: Store, projects: string[]): Promise<void> {
  await writeRegisters(store, { projects, firstRequest: "2026-01-10", rate: 0 });
  const atomic = store.atomic();
  for (const id of projects) {
    atomic.set(keys.project(id), aProject({ name: `Résidence ${id}` }))
      .set(keys.projectOfOrg(ORG, id), true);
  }
  await atomic.commit();
}

/** Gives an account a role in residences. */
export async function grant(
  store: Store,
  accountId: string,
  projects: readonly string[],
  role: Role,
): Promise<void> {
  const atomic = store.atomic();
  for (const id of projects) {
    atomic.set(keys.roles(id, accountId), [role]).set(keys.rolesOfAccount(accountId, id), true);
  }
  await atomic.commit();
}

export type Draft = Omit<Input<"createDocumentAction">["body"], "list">;
export const DROP: Draft = { action: "drop", comment: "Chaufferies fermées", finalDueDate: null };
export const POSTPONE: Draft = { action: "postpone", comment: "", finalDueDate: "2026-03-31" };

export async function created(ask: CallFunction, draft: Draft): Promise<string> {
  const made = await answerOf(
    ask("createDocumentAction", { ...org, body: { list: "late", ...draft } }),
  );
  return made.id;
}

export async function shown(
  ask: CallFunction,
  actionId: string,
  page = "1",
): Promise<DocumentActionRead> {
  return await answerOf(ask("getDocumentAction", { ...org, actionId, page }));
}

export async function states(store: Store): Promise<Record<string, number>> {
  const stored = await listStored(store, keys.document.under(ORG, REQUEST), documentRecord);
  const counts: Record<string, number> = {};
  for (const { record: { state, requestFinalDueDate } } of stored) {
    const name = [state, requestFinalDueDate].filter(Boolean).join(" ");
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export async function auditLines(store: Store): Promise<number> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.audit.under() }));
  const actions = ["dropDocuments", "changeFinalDueDate"];
  return entries.filter(({ value }) => actions.some((one) => JSON.stringify(value).includes(one)))
    .length;
}
