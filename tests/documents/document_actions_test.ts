import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { auditRecord } from "@/lib/api/audit.ts";
import type { Call } from "@/lib/api/call.ts";
import { type CallFunction, type CallName, CALLS } from "@/lib/app/catalogue.ts";
import { runDocumentActions } from "@/lib/documents/bulk_actions.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, listIds, type Store } from "@/lib/store/store.ts";
import { compact } from "@/lib/timeseries/store/compaction.ts";
import { type CreatedIds, LIFE } from "@/tests/helpers/a_life_of_calls.ts";
import { idOf } from "@/tests/helpers/a_made_life.ts";
import { anAccount, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { aroundStore, observedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import {
  askedWithRoom,
  contentOf,
  familiesChanged,
  LEASE_MS,
  shapeOf,
  withFillingDisk,
} from "@/tests/helpers/interrupted_calls.ts";
import { GIVEN_UP, writeGivenUpMail } from "@/tests/helpers/mails.ts";
import { REQUEST, setToValidate } from "@/tests/helpers/some_documents.ts";
import { sendLines } from "@/tests/helpers/some_series.ts";
import { withAddressServer } from "@/tests/tools/map_services.ts";
import { type Act, ACTS } from "./interrupted_acts.ts";
import {
  auditLines,
  created,
  DROP,
  org,
  POSTPONE,
  shown,
  states,
  withLate,
} from "./late_documents.ts";

// @spec contracting.mass-actions
Deno.test("runDocumentAction() applies an action to each document of a list, with a result for each", () =>
  withLate(async ({ ask, store }) => {
    const actionId = await created(ask, DROP);
    const before = await shown(ask, actionId);
    deepStrictEqual([before.state, before.lineCount, before.doneCount, before.pageCount], [
      "running",
      45,
      0,
      3,
    ]);
    deepStrictEqual(await states(store), { "none": 45 });
    await answerOf(ask("runDocumentAction", { ...org, actionId }));
    deepStrictEqual(await states(store), { "none": 1, "not-transmitted": 44 });
    strictEqual(await auditLines(store), 44);
    const pages = await Promise.all(["1", "2", "3"].map((page) => shown(ask, actionId, page)));
    const lines = pages.flatMap((page) => page.lines);
    strictEqual(lines.length, 45);
    deepStrictEqual(
      lines.flatMap(({ state, code, label }) => state === "done" ? [] : [{ code, label }]),
      [{ code: "not-found", label: "Attestation d’entretien, Résidence x44" }],
    );
    const [{ state, doneCount, refusedCount } = before] = pages;
    deepStrictEqual([state, doneCount, refusedCount], ["done", 45, 1]);
    ok((await ask("runDocumentAction", { ...org, actionId })).ok);
    strictEqual(await auditLines(store), 44);
  }));

// @spec contracting.mass-actions
Deno.test("an action applies to the documents selected by the filters when it is created", () =>
  withLate(async ({ ask, store }) => {
    const actionId = await created(ask, { ...POSTPONE, search: "residence x1" });
    const { lineCount, pageCount } = await shown(ask, actionId);
    deepStrictEqual([lineCount, pageCount], [11, 1]);
    ok((await ask("runDocumentAction", { ...org, actionId })).ok);
    deepStrictEqual(await states(store), { "none": 34, "none 2026-03-31": 11 });
    const none = await created(ask, { ...DROP, search: "introuvable" });
    strictEqual((await shown(ask, none)).state, "done");
  }));

// @spec contracting.mass-actions
Deno.test("runDocumentActions() continues an action interrupted within twenty documents, and processes none twice", () => {
  let left = Infinity;
  return withLate(async ({ ask, store, platform, faults }) => {
    const actionId = await created(ask, DROP);
    // The process ends after 27 documents: seven of the second batch, not recorded as done.
    left = 28;
    const cut = await ask("runDocumentAction", { ...org, actionId });
    strictEqual(cut.ok, false);
    strictEqual(faults.splice(0).length, 1);
    left = Infinity;
    deepStrictEqual((await shown(ask, actionId)).doneCount, 20);
    deepStrictEqual(await states(store), { "none": 18, "not-transmitted": 27 });
    strictEqual(await runDocumentActions(platform.own.services), 1);
    deepStrictEqual(await states(store), { "none": 1, "not-transmitted": 44 });
    strictEqual(await auditLines(store), 44);
    const after = await shown(ask, actionId);
    deepStrictEqual([after.state, after.doneCount, after.refusedCount], ["done", 45, 1]);
    strictEqual(await runDocumentActions(platform.own.services), 0);
  }, {
    before: (store) =>
      observedStore(store, () => {
        if (left-- <= 0) throw new Error("the program ended");
      }),
  });
});

// @spec platform.jobs
Deno.test("runDocumentActions() starts no other action once another process has its lease", () => {
  let isWatched = false;
  let ownerReads = 0;
  const taken = { holder: "another process", untilMs: Number.MAX_SAFE_INTEGER };
  const losing = (store: Store): Store =>
    aroundStore(store, {
      get: async (key) => {
        if (isWatched && key[0] === keys.account("")[0]) {
          ownerReads++;
          await store.atomic().set(keys.lease("run document actions"), taken).commit();
        }
        return await store.get(key);
      },
    });
  return withLate(async ({ ask, platform }) => {
    await created(ask, DROP);
    await created(ask, POSTPONE);
    isWatched = true;
    strictEqual(await runDocumentActions(platform.own.services), 1);
    isWatched = false;
    strictEqual(ownerReads, 1);
    const all = await answerOf(ask("listDocumentActions", org));
    deepStrictEqual(all.map(({ state }) => state).sort(), ["done", "running"]);
  }, { before: losing });
});

Deno.test("document deposited meanwhile is unchanged, and its line says why", () =>
  withLate(async ({ ask, store, platform }) => {
    const actionId = await created(ask, DROP);
    const [first] = (await shown(ask, actionId)).lines;
    ok(first);
    await setToValidate(store, { orgId: ORG, requestId: REQUEST, documentId: first.documentId });
    await runDocumentActions(platform.own.services);
    const [line] = (await shown(ask, actionId)).lines;
    deepStrictEqual([line?.state, line?.code], ["refused", "document-not-awaiting-upload"]);
    deepStrictEqual(await states(store), { "none": 1, "not-transmitted": 43, "to-valid": 1 });
  }));

Deno.test("an action belongs to its creator, and runs with the creator's current roles", () =>
  withLate(async (built) => {
    const { ask, store, platform, clock } = built;
    const actionId = await created(ask, DROP);
    const other = await someone(built, {
      email: "eve@bailleur.fr",
      roles: ["collect:documents:write"],
    });
    for (const name of ["getDocumentAction", "runDocumentAction"] as const) {
      const read = await other(name, { ...org, actionId });
      strictEqual(read.ok ? "ok" : read.code, "not-found");
    }
    const own = await answerOf(ask("listDocumentActions", org));
    deepStrictEqual(own.map(({ id }) => id), [actionId]);
    const theirs = await answerOf(other("listDocumentActions", org));
    deepStrictEqual(theirs, []);
    const [accountId = ""] = await listStoredIds(store);
    const atomic = store.atomic();
    for (const id of await listIds(store, keys.rolesOfAccount.under(accountId))) {
      if (id !== PROJECT) atomic.delete(keys.roles(id, accountId));
    }
    await atomic.commit();
    await platform.versions.bump([{ kind: "org", id: ORG }, { kind: "account", id: accountId }]);
    await runDocumentActions(platform.own.services);
    deepStrictEqual(await states(store), { "none": 44, "not-transmitted": 1 });
    clock.advance(8 * 24 * 3_600_000);
    const over = await ask("listDocumentActions", org);
    deepStrictEqual(over.ok ? over.answer : over.code, []);
  }));

/** Ids of the members, those with roles on most residences first. */
async function listStoredIds(store: Store): Promise<string[]> {
  const ids = await listIds(store, keys.member.under(ORG));
  const counted = await Promise.all(
    ids.map(async (id) =>
      [(await listIds(store, keys.rolesOfAccount.under(id))).length, id] as const
    ),
  );
  return counted.toSorted(([a], [b]) => b - a).map(([, id]) => id);
}

const ADA = "ada@bailleur.fr";
const ZOE = "zoe@bailleur.fr";

/**
 * Calls of the life that continue where a refused one stopped: the parts of an import or of a mass action are unreferenced
 * before it exists, and each of its lines is an act.
 */
const CONTINUED: readonly CallName[] = [
  "createStockImport",
  "runStockImport",
  "createDocumentAction",
  "runDocumentAction",
];

// @spec organisations.audit, calls.one-commit
Deno.test("every call of the life: one that is refused for a full disk has changed nothing, one that is accepted has its audit line", () =>
  withAddressServer(({ url: addressApi }) =>
    withFillingDisk(async (built) => {
      await anAccount(built, { email: ADA, platformAdmin: true });
      await anAccount(built, { email: ZOE });
      await writeGivenUpMail(built, ZOE);
      const { ask } = await signedIn(built, ADA);
      const made: Record<string, string> = { email: ADA, other: ZOE, mail: GIVEN_UP };
      const [wrong, continued]: [string[], CallName[]] = [[], []];
      for (const { name, asked, keep } of LIFE) {
        if (name === "forgetUnknownSource") made.source = await unknownSource(ask, made);
        const linesBefore = await auditLinesOf(built, name);
        const { result, changed } = await askedWithRoom(built, () => asked(ask, made));
        if (changed.length > 0 && CONTINUED.includes(name)) continued.push(name);
        else wrong.push(...changed.map((families) => `${name} after ${families}`));
        if (!result.ok) wrong.push(`${name} ${result.code}`);
        const isNoted = await auditLinesOf(built, name) > linesBefore;
        // What an accepted request leaves to its job.
        if (name.endsWith("Request")) await makeAllDocuments(built.platform.own.services);
        if (isAudited(name) && !isNoted) wrong.push(`${name} has no line`);
        if (result.ok && keep !== null) made[keep] = idOf(result.answer);
        if (name === "createIngestToken") await sendOne(built, result);
      }
      deepStrictEqual(wrong, []);
      deepStrictEqual(continued, CONTINUED);
    }, { addressApi })
  ));

async function auditLinesOf({ store }: TestPlatform, name: CallName): Promise<number> {
  const lines = await listEntries(store, { prefix: keys.audit.under() }, auditRecord);
  return lines.filter(({ value: { action } }) => action === name).length;
}

/** Whether each call that is accepted has a line: not to make an administrator of one. */
function isAudited(name: CallName): boolean {
  const { audit }: Call = CALLS[name];
  return Boolean(audit) && name !== "addPlatformOrgAdmin";
}

/** Sends a reading of an unattached source, with the token just created. */
async function sendOne({ platform, clock }: TestPlatform, created: object): Promise<void> {
  const token = String(Reflect.get(Object(Reflect.get(created, "answer")), "token"));
  await sendLines(platform, token, `meter,serial=9 value=12 ${clock.now() / 1_000}`);
}

async function unknownSource(
  ask: CallFunction,
  { project: projectId = "" }: CreatedIds,
): Promise<string> {
  const [source] = await answerOf(ask("listUnknownSources", { projectId }));
  return source?.source ?? "";
}

for (const [name, act] of Object.entries<Act>(ACTS)) {
  // @spec organisations.audit, calls.one-commit
  Deno.test(`${name}: when a commit is refused, all of the act is written in the end, or nothing`, async () => {
    const whole = await madeWith(act, Infinity);
    const wrong: unknown[] = [];
    for (let room = 0;; room++) {
      const { refusedCount, answer, changed, shape } = await madeWith(act, room);
      if (refusedCount === 0) break;
      const seen = changed.filter((family) => !SWEPT.includes(family));
      const isRefusedWhole = act.isRepeated || seen.length === 0;
      const isKept = answer === "ok" || (isRefusedWhole && answer.endsWith(", then ok"));
      const differs = differences(whole.shape, shape, act);
      if (!isKept || differs.length > 0) wrong.push({ room, answer, seen, differs });
    }
    deepStrictEqual(wrong, []);
  });
}

/** Parts of files that no one can read: a job removes them. */
const SWEPT = ["blob_part"];

/** What an act made on a store with room for some commits only, repeated if it was refused, and completed by its job. */
async function madeWith(act: Act, room: number) {
  let made = { refusedCount: 0, answer: "", changed: noNames(), shape: noCounts() };
  await withFillingDisk(async (built) => {
    const ask = await act.arrange(built);
    const before = await contentOf(built.store);
    const { result, refusedCount } = await built.withRoomFor(room, ask);
    const changed = familiesChanged(before, await contentOf(built.store));
    built.clock.advance(LEASE_MS);
    const answer = result.ok ? "ok" : `${result.code}, then ${codeOf(await ask())}`;
    if (refusedCount === 0) deepStrictEqual(answer, "ok");
    await compact(built.store, PROJECT, built.clock.now);
    await act.job?.(built);
    made = { refusedCount, answer, changed, shape: await shapeOf(built.store) };
  }, act.choices);
  return made;
}

const noNames = (): readonly string[] => [];
const noCounts = (): ReadonlyMap<string, number> => new Map();

/** The values stored another number of times; each call that continues an act has its own audit line. */
function differences(
  whole: ReadonlyMap<string, number>,
  part: ReadonlyMap<string, number>,
  { isRepeated }: Act,
): string[] {
  return [...new Set([...whole.keys(), ...part.keys()])].flatMap((value) => {
    const [expected, found] = [whole.get(value) ?? 0, part.get(value) ?? 0];
    const isSame = found === expected ||
      (isRepeated && value.startsWith("audit ") && found > expected);
    return isSame ? [] : [`${value}: ${expected}, then ${found}`];
  });
}
