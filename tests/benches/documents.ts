import { CALLS, type Input, type Result } from "@/lib/app/catalogue.ts";
import { addMonths } from "@/lib/base/civil_dates.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { setDocument, setDocuments } from "@/lib/documents/document_index.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import type { DocumentRow } from "@/lib/documents/schema.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { withStore } from "@/lib/store/open_store.ts";
import { listStored, type Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { pagesInProcess } from "@/tests/loading/app_in_process.ts";
import { costOf, ratio, text } from "@/tests/loading/cost.ts";
import { addResidences, fillStore } from "@/tests/loading/filled_store.ts";
import { measured } from "@/tests/loading/measured.ts";
import { type ReaderInProcess, withReader } from "@/tests/loading/reader_in_process.ts";

const ORG = "demo";
const RESIDENCES = 500;
const IDS = Array.from({ length: RESIDENCES }, (_, rank) => `bench-${rank}`);
const REQUESTS = 20;
/** Yearly, the last one due in a month. */
const YEARS = 5;
/** Of a hundred documents, how many await a deposit, and how many are to be validated. */
const AWAITED = 4;
const TO_VALIDATE = 2;
const PER_COMMIT = 150;
/** Number of years of a request of every residence in one action. */
const MASS_YEARS = [4, 10];

/**
 * The lists of 50,000 documents, of 500 residences, 20 requests and five years: processor time and
 * reads of the store, for whole lists, for one page of them, at rest and just after a document was
 * written, and for the pages of the site. Then actions on 2,000 and on 5,000 of them: processor
 * time, commits, blocks of the event loop, memory.
 */
export default async function documents(): Promise<void> {
  await withReader(async (reader) => {
    const { platform: { dispatcher, identities }, sessionId, store } = reader;
    const caller = await identities.bySession(sessionId);
    const context = { caller, clientAddress: "127.0.0.1", requestId: "bench" };
    const cost = costOf(reader.asked);
    const year = String(new Date().getUTCFullYear() - 1);
    const lists = [
      ["running", () => dispatcher.answer(CALLS.listDocumentsRunning, { orgId: ORG }, context)],
      ["late", () => dispatcher.answer(CALLS.listDocumentsLate, { orgId: ORG }, context)],
      [
        "to-validate",
        () => dispatcher.answer(CALLS.listDocumentsToValidate, { orgId: ORG }, context),
      ],
      ["refused", () => dispatcher.answer(CALLS.listDocumentsRefused, { orgId: ORG }, context)],
      [
        "history",
        () => dispatcher.answer(CALLS.listDocumentsHistory, { orgId: ORG, year }, context),
      ],
    ] as const;
    const touch = await rewriting(store);
    const get = await pagesInProcess(reader);
    for (const [list, whole] of lists) {
      const rows = rowsOf(await whole());
      const all = await cost(whole);
      const page = (query: object) => () =>
        dispatcher.answer(CALLS.pageDocuments, { orgId: ORG, list, year, ...query }, context);
      const written = await cost(page({}), touch);
      console.log(`${list}: ${rows.length} rows, ${text(all)} whole`);
      for (const [name, query] of QUERIES) {
        const one = await cost(page(query));
        console.log(`  a page${name}: ${text(one)}, ${ratio(one, all)}`);
      }
      console.log(`  a page after a write: ${text(written)}, ${ratio(written, all)}`);
      const path = links.documentList(list === "history" ? `history/${year}` : list);
      let number = 0;
      const shown = await cost(() => get(`${path}?n=${number++}`), touch);
      console.log(`  ${path} after a write: ${text(shown)}`);
    }
    for (const years of MASS_YEARS) await massActions(reader, years);
  }, { fill: fillDocuments });
}

/** Returns a function that writes a document again, unchanged. */
async function rewriting(store: Store): Promise<() => Promise<unknown>> {
  const prefix = keys.document.under(ORG, "bench-0");
  const [first] = await listStored(store, prefix, documentRecord);
  if (first === undefined) throw new Error("No document was made");
  const { id: documentId, record } = first;
  const path = { orgId: ORG, requestId: "bench-0", documentId };
  return () => {
    const change = { before: record, after: record, atMs: Date.now() };
    return setDocument(store.atomic(), path, change).commit();
  };
}

type Draft = Input<"createDocumentAction">["body"];

const QUERIES = [
  ["", {}],
  [" sorted by residence", { sort: "project:desc" }],
  [" with words", { search: "attestation bench" }],
  [", the last", { page: "999999" }],
] as const;

/** Postpones, then abandons, the awaited documents of a request over every residence. */
async function massActions(
  { platform, sessionId, store, commits }: ReaderInProcess,
  years: number,
): Promise<void> {
  const requestId = `mass-${years}`;
  await makeRequest(store, { requestId, dueMonths: -1, years });
  const caller = await platform.identities.bySession(sessionId);
  const context = { caller, clientAddress: "127.0.0.1", requestId: "bench" };
  const act = (draft: Pick<Draft, "action" | "list" | "finalDueDate">) => async () => {
    const before = commits();
    const body = { ...draft, comment: "Chaufferies fermées", typedoc: requestId };
    const asked = { orgId: ORG, body };
    const made = await platform.dispatcher.answer(CALLS.createDocumentAction, asked, context);
    if (!made.ok) throw new Error(`Not made: ${made.code}`);
    const at = { orgId: ORG, actionId: made.answer.id };
    for (;;) {
      const ran = await platform.dispatcher.answer(CALLS.runDocumentAction, at, context);
      if (!ran.ok) throw new Error(`Not run: ${ran.code}`);
      const { state, doneCount, refusedCount } = ran.answer;
      if (state !== "done") continue;
      return `${commits() - before} commits, ${doneCount} documents, ${refusedCount} refused`;
    }
  };
  const finalDueDate = civilDateOf(Date.now());
  await measured("postponed", act({ action: "postpone", list: "late", finalDueDate }));
  await measured("abandoned", act({ action: "drop", list: "running", finalDueDate: null }));
}

function rowsOf(result: Result<"listDocumentsLate">): readonly DocumentRow[] {
  if (!result.ok) throw new Error(`Refused: ${result.code}`);
  return result.answer;
}

async function fillDocuments(kvPath: string): Promise<void> {
  await fillStore(kvPath);
  await withStore(kvPath, async (store) => {
    await addResidences(store, ORG, IDS);
    for (let rank = 0; rank < REQUESTS; rank++) {
      const requestId = `bench-${rank}`;
      const startedAt = performance.now();
      await makeRequest(store, { requestId, dueMonths: 1, years: YEARS });
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      if (rank === 0) console.log(`made ${RESIDENCES * YEARS} documents in ${seconds} s`);
      await deliver(store, requestId);
    }
  });
}

/**
 * Creates the documents of a yearly request of every residence. @param dueMonths when the last is
 * due, months from now
 */
async function makeRequest(
  store: Store,
  { requestId, dueMonths, years }: { requestId: string; dueMonths: number; years: number },
): Promise<void> {
  const now = Date.now;
  const firstRequest = addMonths(civilDateOf(now()), dueMonths - 12 * (years - 1));
  await store.atomic().set(keys.typedoc(ORG, requestId), {
    name: requestId.startsWith("mass") ? requestId : "Attestation d’entretien",
    equipment: null,
    defaultRate: 12,
    multiple: false,
    archived: false,
    values: [],
  }).set(keys.documentRequest(ORG, requestId), {
    projects: IDS,
    firstRequest,
    rate: 12,
    reminder: 60,
    nbDaysForNewDeadline: 90,
    close: false,
    providerId: "aquacontrol",
    typedocId: requestId,
    contractId: "aquacontrol",
  }).commit();
  const making = { store, versions: new Versions(store, now), now };
  await makeDocuments(making, { orgId: ORG, requestId });
}

async function deliver(store: Store, requestId: string): Promise<void> {
  const stored = await listStored(store, keys.document.under(ORG, requestId), documentRecord);
  for (let from = 0; from < stored.length; from += PER_COMMIT) {
    const some = stored.slice(from, from + PER_COMMIT);
    const changes = some.flatMap(({ id: documentId, record: before }, index) => {
      const rank = (from + index) % 100;
      if (rank < AWAITED) return [];
      const state = rank < AWAITED + TO_VALIDATE ? "to-valid" : "valid";
      const after = { ...before, state, uploadDate: `${before.dueDate}T08:00:00Z` } as const;
      return [{ path: { orgId: ORG, requestId, documentId }, before, after }];
    });
    await setDocuments(store.atomic(), ORG, { changes, atMs: Date.now() }).commit();
  }
}
