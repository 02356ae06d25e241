import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { awaitedDocument, setDocument, setDocuments } from "@/lib/documents/document_index.ts";
import { listingsOf } from "@/lib/documents/listings.ts";
import type { DocumentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { listLenient, UnreadableValue } from "@/lib/store/unreadable_values.ts";
import { aRequest, inOrg, withRegisters } from "@/tests/helpers/a_register.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf, withStore } from "@/tests/helpers/fixtures.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { DocumentHistory } from "./a_history_of_documents.ts";
const LISTING_ORG = "o1";
const AWAITED = { orgId: LISTING_ORG, list: "late" } as const;
const COUNT = 400;

function anAwaited(dueDate = "2026-01-10"): DocumentRecord {
  return awaitedDocument({ projectId: "p1", equipmentId: null, dueDate }, {
    nbDaysForNewDeadline: 15,
  });
}

function pathOf(rank: number) {
  return { orgId: LISTING_ORG, requestId: "r1", documentId: `d${String(rank).padStart(4, "0")}` };
}

/** Four hundred awaited documents of one deadline. */
async function fill(store: Store): Promise<void> {
  for (let from = 0; from < COUNT; from += 100) {
    const changes = Array.from(
      { length: 100 },
      (_, at) => ({ path: pathOf(from + at), before: null, after: anAwaited() }),
    );
    await setDocuments(store.atomic(), LISTING_ORG, changes).commit();
  }
}

/** Sets another final due date, as another process does. */
async function postpone(store: Store, rank: number): Promise<void> {
  const before = anAwaited();
  const after = { ...before, requestFinalDueDate: "2026-04-01" };
  await setDocument(store.atomic(), pathOf(rank), { before, after }).commit();
}

// @spec contracting.lists
Deno.test("listingsOf() reads a list again after a change, also of another process, and not before", () =>
  withStore(async (store) => {
    await fill(store);
    const { store: counted, asked } = countedStore(store);
    for (const _ of [1, 2]) strictEqual((await listingsOf(counted, AWAITED)).length, COUNT);
    strictEqual(asked.listed, COUNT);
    await postpone(store, 0);
    const listed = await listingsOf(counted, AWAITED);
    strictEqual(listed.at(-1)?.deadline, "2026-04-01");
    deepStrictEqual(
      listed.map(({ deadline }) => deadline),
      listed.map((one) => one.deadline).sort(),
    );
    strictEqual(asked.listed, 2 * COUNT);
  }));

// @spec contracting.lists
Deno.test("setDocument() keeps a document in exactly its lists, through any history of moves", async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = seeded(seed);
    const draw = (bound: number) => Math.floor(random() * bound);
    await withStore(async (store) => {
      const history = new DocumentHistory(store, draw);
      for (let at = 0; at < 60; at++) await history.move();
      await history.equalsStore();
    });
  }
});

// @spec calls.unread
Deno.test("listingsOf() names at each read a place that cannot be read, and fails where all must be", () =>
  withStore(async (store) => {
    await fill(store);
    const key = keys.documentIndex(LISTING_ORG, "awaited", "2026-01-10", "r1", "wrong");
    await store.atomic().set(key, { wrong: true }).commit();
    for (const _ of [1, 2]) {
      const { value, unread } = await listLenient(() => listingsOf(store, AWAITED));
      deepStrictEqual([value.length, [...unread.keys()]], [COUNT, [key.join("/")]]);
      await rejects(listingsOf(store, AWAITED), UnreadableValue);
    }
  }));

async function requestsOf(ask: CallFunction) {
  return await answerOf(ask("listRequests", inOrg));
}

// @spec contracting.requests
Deno.test("request with a deposited document cannot be deleted", () =>
  withRegisters(async (ask, { store }) => {
    const { requestId } = await aRequest(ask);
    const key = keys.document(ORG, requestId, "d1");
    await store.atomic().set(key, DOCUMENT).commit();
    strictEqual(codeOf(await ask("deleteRequest", { ...inOrg, requestId })), "in-use");
    await store.atomic().set(key, { ...DOCUMENT, uploadDate: null }).commit();
    strictEqual(codeOf(await ask("deleteRequest", { ...inOrg, requestId })), "ok");
    deepStrictEqual(await requestsOf(ask), []);
  }));

// @spec contracting.requests
Deno.test("request with a deposited document keeps its provider and its type", () =>
  withRegisters(async (ask, { store }) => {
    const { requestId, body } = await aRequest(ask);
    const { names: other } = await aRequest(ask);
    const put = (over: Partial<typeof body>) =>
      ask("putRequest", { ...inOrg, requestId, body: { ...body, ...over } });
    const { providerId, typedocId, contractId } = other;
    // Both may change until a document is deposited.
    strictEqual(codeOf(await put({ providerId, typedocId })), "ok");
    strictEqual(codeOf(await put({})), "ok");
    await store.atomic().set(keys.document(ORG, requestId, "d1"), DOCUMENT).commit();
    strictEqual(codeOf(await put({ providerId })), "documents-deposited");
    strictEqual(codeOf(await put({ typedocId })), "documents-deposited");
    strictEqual(codeOf(await put({ contractId, rate: 6 })), "ok");
  }));

const DOCUMENT: DocumentRecord = {
  ...awaitedDocument(
    { projectId: PROJECT, equipmentId: null, dueDate: "2026-12-31" },
    { nbDaysForNewDeadline: 90 },
  ),
  state: "to-valid",
  uploadDate: "2026-12-01T10:00:00Z",
  providerMail: "depot@thermalia.fr",
};
