import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import {
  awaitedDocument,
  documentsVersionKey,
  setDocument,
  setDocuments,
} from "@/lib/documents/document_index.ts";
import { ListingMemory } from "@/lib/documents/list_cache.ts";
import type { DocumentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { listLenient, UnreadableValue } from "@/lib/store/unreadable_values.ts";
import { aRequest, inOrg, withRegisters } from "@/tests/helpers/a_register.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf, NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { seeded } from "@/tests/helpers/made_series.ts";
import { DocumentHistory, type Step } from "./a_history_of_documents.ts";
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
    await setDocuments(store.atomic(), LISTING_ORG, { changes, atMs: NOW + from }).commit();
  }
}

/** Sets another final due date, as another process does. */
async function postpone(store: Store, rank: number, atMs: number): Promise<void> {
  const before = anAwaited();
  const after = { ...before, requestFinalDueDate: "2026-04-01" };
  await setDocument(store.atomic(), pathOf(rank), { before, after, atMs }).commit();
}

// @spec contracting.lists
Deno.test("ListingMemory.of() equals the store, in any history of two processes with different clocks", async () => {
  const steps: readonly Step[] = ["move", "move", "move", "move", "read", "read", "read", "wait"];
  const rare: readonly Step[] = [...steps, ...steps, ...steps, "count", "expire"];
  for (let seed = 1; seed <= 12; seed++) {
    const random = seeded(seed);
    const draw = (bound: number) => Math.floor(random() * bound);
    await withStore(async (store) => {
      const history = new DocumentHistory(store, draw);
      const from = seed % 2 === 0 ? steps : rare;
      for (let at = 0; at < 150; at++) await history.take(from[draw(from.length)] ?? "move");
      for (let at = 0; at < 8; at++) {
        const many = Array.from({ length: 12 }, (): Step => draw(2) === 0 ? "move" : "read");
        await history.together(many);
      }
    });
  }
});

Deno.test("ListingMemory reads a whole list after more changes than half of it, or after those of an older version", () =>
  withStore(async (store) => {
    await fill(store);
    const { store: counted, asked } = countedStore(store);
    const memory = new ListingMemory(counted);
    await memory.of(AWAITED);
    for (let rank = 0; rank < COUNT - 50; rank++) await postpone(store, rank, NOW + 10_000 + rank);
    await memory.of(AWAITED);
    strictEqual(asked.listed, 2 * COUNT);
    await store.atomic().sum(documentsVersionKey(LISTING_ORG), 1n).commit();
    await postpone(store, COUNT - 1, NOW + 20_000);
    const listed = await memory.of(AWAITED);
    strictEqual(listed.at(-1)?.documentId, pathOf(COUNT - 1).documentId);
    // The one recorded change is read first.
    ok(asked.listed >= 3 * COUNT, String(asked.listed));
  }));

Deno.test("ListingMemory opens a store of an older version, which recorded no change", () =>
  withStore(async (store) => {
    await fill(store);
    const changes = await Array.fromAsync(store.list({ prefix: ["document_change"] }));
    for (const { key } of changes) await store.atomic().delete(key).commit();
    const memory = new ListingMemory(store);
    strictEqual((await memory.of(AWAITED)).length, COUNT);
    await postpone(store, 0, NOW + 10_000);
    strictEqual((await memory.of(AWAITED)).at(-1)?.deadline, "2026-04-01");
  }));

Deno.test("ListingMemory reads a list once for all callers during the read, and never returns data older than the call", () =>
  withStore(async (store) => {
    await fill(store);
    const { store: counted, asked } = countedStore(store);
    const memory = new ListingMemory(counted);
    const early = Array.from({ length: 5 }, () => memory.of(AWAITED));
    await postpone(store, 0, NOW + 10_000);
    const late = await Promise.all(Array.from({ length: 5 }, () => memory.of(AWAITED)));
    await Promise.all(early);
    for (const listed of late) strictEqual(listed.at(-1)?.deadline, "2026-04-01");
    // The list once, and the change once: the first readers may have seen it already.
    ok(asked.listed <= COUNT + 1, String(asked.listed));
  }));

// @spec calls.unread
Deno.test("ListingMemory.of() names at each read a place that cannot be read, and fails where all must be", () =>
  withStore(async (store) => {
    await fill(store);
    const key = keys.documentIndex(LISTING_ORG, "awaited", "2026-01-10", "r1", "wrong");
    await store.atomic().set(key, { wrong: true }).commit();
    const memory = new ListingMemory(store);
    for (const _ of [1, 2]) {
      const { value, unread } = await listLenient(() => memory.of(AWAITED));
      deepStrictEqual([value.length, [...unread.keys()]], [COUNT, [key.join("/")]]);
      await rejects(memory.of(AWAITED), UnreadableValue);
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
