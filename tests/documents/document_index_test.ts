import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import {
  awaitedDocument,
  listingsOf,
  type ListPath,
  setDocument,
  setDocuments,
} from "@/lib/documents/document_index.ts";
import { DOCUMENT_STATES } from "@/lib/documents/document_states.ts";
import { type DocumentRecord, documentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listEntries, type Store } from "@/lib/store/store.ts";
import { listLenient, UnreadableValue } from "@/lib/store/unreadable_values.ts";
import { compareValues } from "@/lib/ui/tables.ts";
import { aRequest, inOrg, withRegisters } from "@/tests/helpers/a_register.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf, codeOf, withStore } from "@/tests/helpers/fixtures.ts";
import { seeded } from "@/tests/helpers/made_series.ts";

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

// @spec contracting.requests
Deno.test("request with a deposited document keeps its provider and its type, and cannot be deleted", () =>
  withRegisters(async (ask, { store }) => {
    const { requestId, body } = await aRequest(ask);
    const { names: other } = await aRequest(ask);
    const put = (over: Partial<typeof body>) =>
      ask("putRequest", { ...inOrg, requestId, body: { ...body, ...over } });
    const { providerId, typedocId, contractId } = other;
    // Both may change until a document is deposited.
    strictEqual(codeOf(await put({ providerId, typedocId })), "ok");
    strictEqual(codeOf(await put({})), "ok");
    const key = keys.document(ORG, requestId, "d1");
    await store.atomic().set(key, DOCUMENT).commit();
    strictEqual(codeOf(await put({ providerId })), "documents-deposited");
    strictEqual(codeOf(await put({ typedocId })), "documents-deposited");
    strictEqual(codeOf(await put({ contractId, rate: 6 })), "ok");
    strictEqual(codeOf(await ask("deleteRequest", { ...inOrg, requestId })), "in-use");
    await store.atomic().set(key, { ...DOCUMENT, uploadDate: null }).commit();
    strictEqual(codeOf(await ask("deleteRequest", { ...inOrg, requestId })), "ok");
    const left = await answerOf(ask("listRequests", inOrg));
    deepStrictEqual(left.map(({ id }) => id === requestId), [false]);
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

const LISTS: readonly ListPath[] = [
  { orgId: LISTING_ORG, list: "running" },
  { orgId: LISTING_ORG, list: "late" },
  { orgId: LISTING_ORG, list: "to-validate" },
  { orgId: LISTING_ORG, list: "refused" },
  { orgId: LISTING_ORG, list: "history", year: "2025" },
  { orgId: LISTING_ORG, list: "history", year: "2026" },
];
const DAYS = ["2025-12-31", "2026-01-01", "2026-01-31", "2026-02-10"];
const DOCUMENTS = 40;

/** Documents of one store, which move between its lists. */
class DocumentHistory {
  /** @param draw a number from 0 to a bound, which is left out */
  constructor(private readonly store: Store, private readonly draw: (bound: number) => number) {}

  async move(): Promise<void> {
    const documentId = `d${this.draw(DOCUMENTS)}`;
    const path = { orgId: LISTING_ORG, requestId: `r${documentId.length}`, documentId };
    const entry = await this.store.get(keys.document(LISTING_ORG, path.requestId, documentId));
    const before = entry.value === null ? null : documentRecord.parse(entry.value);
    const after = before !== null && this.draw(8) === 0 ? null : this.#record();
    await setDocument(this.store.atomic(), path, { before, after }).commit();
  }

  async equalsStore(): Promise<void> {
    for (const path of LISTS) await isAsStored(this.store, path);
  }

  #record(): DocumentRecord {
    const state = this.#one(DOCUMENT_STATES);
    const occurrence = {
      projectId: `p${this.draw(3)}`,
      equipmentId: null,
      dueDate: this.#one(DAYS),
    };
    return {
      ...awaitedDocument(occurrence, { nbDaysForNewDeadline: 0 }),
      finalDueDate: "2026-03-01",
      requestFinalDueDate: this.draw(4) === 0 ? this.#one(DAYS) : null,
      state,
      uploadDate: state === "none" ? null : "2026-01-05T08:00:00Z",
      isReplaced: this.draw(2) === 0,
    };
  }

  #one<Value>(values: readonly Value[]): Value {
    const value = values[this.draw(values.length)];
    if (value === undefined) throw new RangeError("Nothing to draw from");
    return value;
  }
}

/** Compares a list with the documents themselves, by `contracting.lists`. */
async function isAsStored(store: Store, path: ListPath): Promise<void> {
  const listed = await listingsOf(store, path);
  const all = await listEntries(
    store,
    { prefix: keys.document.under(LISTING_ORG) },
    documentRecord,
  );
  const expected = all.flatMap(({ key, value }) => {
    const deadline = value.requestFinalDueDate ?? value.dueDate;
    if (!isListed(path, value, deadline)) return [];
    const [, , requestId, documentId] = key.map(String);
    const { projectId, state } = value;
    return [{ deadline, requestId, documentId, projectId, state }];
  });
  const order = (one: typeof expected[number]) =>
    [one.deadline, one.requestId, one.documentId].join();
  deepStrictEqual(
    listed.map(({ deadline, requestId, documentId, projectId, state }) => ({
      deadline,
      requestId,
      documentId,
      projectId,
      state,
    })),
    expected.sort((a, b) => compareValues(order(a), order(b))),
  );
}

function isListed(
  { list, year }: ListPath,
  { state, isReplaced }: DocumentRecord,
  deadline: string,
): boolean {
  const isAwaited = state === "none" || state === "from-refused";
  if (list === "running" || list === "late") return isAwaited;
  if (list === "to-validate") return state === "to-valid";
  if (list === "refused") return state === "refused" && !isReplaced;
  return !isAwaited && deadline.slice(0, 4) === year;
}
