import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { documentKey, setDocument } from "@/lib/documents/document_index.ts";
import { requestRecord } from "@/lib/documents/records.ts";
import { setNews } from "@/lib/documents/verdict_mails.ts";
import { DocumentFiles } from "@/lib/files/document_files.ts";
import { sealingKey } from "@/lib/mail/outbox.ts";
import { PART_BYTES } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { listIds, readEntry } from "@/lib/store/store.ts";
import { callAs, type TestPlatform, withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, withResidence } from "@/tests/helpers/a_residence.ts";
import { flowedBytes } from "@/tests/helpers/file_bytes.ts";
import { mailedBy } from "@/tests/helpers/killed_mails.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  askedDocuments,
  documentPath,
  REQUEST,
  someDocuments,
  storedDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { withStoreFile, wrongEntries } from "@/tests/helpers/stores.ts";
import { filesOfParts } from "./a_deposit.ts";
import {
  DEPOSITOR,
  largeDeposit,
  largeFile,
  ownFile,
  ranUntilKilled,
  waitingFiles,
} from "./killed_deposit.ts";

const HOUR_MS = 3_600_000;
const FILE = largeFile();

/** Deposits in a separate process. */
function depositIn(...args: readonly string[]) {
  return ranUntilKilled("./killed_deposit.ts", ...args);
}

/**
 * The deposited documents of the request; checks that each has its file, its receipt and its audit
 * line.
 */
async function wholeDeposits(
  built: TestPlatform,
  fileOf: (documentId: string) => Uint8Array = () => FILE,
): Promise<string[]> {
  const documents = await storedDocuments(built.store);
  const deposited = documents.filter(({ record }) => record.state === "to-valid");
  for (const { id } of documents) {
    const at = { orgId: ORG, requestId: REQUEST, documentId: id };
    const pdf = await callAs(built, DEPOSITOR)("getDocumentPdf", at);
    if (deposited.some((one) => one.id === id)) {
      deepStrictEqual(pdf.ok && await flowedBytes(pdf.answer), fileOf(id));
    } else strictEqual(!pdf.ok && pdf.code, "not-found");
  }
  for (const { id, record } of documents) {
    strictEqual(record.file === null, !deposited.some((one) => one.id === id));
  }
  const listed = await listIds(built.store, keys.blob.under());
  strictEqual(listed.length, deposited.length);
  const receipts = (await queuedMails(built.store))
    .filter(({ letter }) => letter?.kind === "document-deposited");
  strictEqual(receipts.length, deposited.length);
  return deposited.map(({ id }) => id);
}

/** Writes a request with a document each month, and returns their ids. */
async function withMonthly(path: string): Promise<string[]> {
  let ids: string[] = [];
  await withResidence(async (built) => {
    await writeRegisters(built.store, { firstRequest: "2024-01-15", rate: 1 });
    ids = (await someDocuments(built.platform.own.services)).map(({ id }) => id);
    // The first mail of a store creates its secret, in a separate commit.
    await sealingKey(built.store);
  }, { path });
  return ids;
}

// @spec deposits.whole, deposits.sweep
Deno.test("kill -9 before and after each commit of a deposit: the document is stored whole or not at all, then leftover parts are swept", () =>
  withStoreFile(async (path) => {
    const ids = await withMonthly(path);
    const next = () => ids.shift() ?? "";
    const first = next();
    const { commits } = await depositIn(path, first, "0", "before");
    strictEqual(commits, 3, "the parts in two, then the document");
    const done = [first];
    let broken = 0;
    for (let commit = 1; commit <= commits; commit++) {
      for (const when of ["before", "after"]) {
        const id = next();
        const { signal } = await depositIn(path, id, String(commit), when);
        strictEqual(signal, "SIGKILL");
        // The commit is stored, although its answer was lost.
        if (commit === commits && when === "after") done.push(id);
        else if (commit > 1 || when === "after") broken++;
      }
    }
    await withPlatform(async (built) => {
      deepStrictEqual(await wholeDeposits(built), done);
      const { store, clock } = built;
      clock.advance(HOUR_MS + 1);
      strictEqual(await new DocumentFiles(store, clock.now).sweep(), broken);
      strictEqual(
        (await filesOfParts(built.store)).length,
        done.length * Math.ceil(FILE.length / PART_BYTES),
      );
      const at = { orgId: ORG, requestId: REQUEST, documentId: next() };
      ok((await callAs(built, DEPOSITOR)("uploadDocument", { ...at, body: largeDeposit() })).ok);
      strictEqual((await wholeDeposits(built)).length, done.length + 1);
      deepStrictEqual(await wrongEntries(store), []);
    }, { path });
  }));

/**
 * Commits at which each process ends; they send three files, a commit each, and deposit them, three
 * commits each.
 */
const ENDINGS = [
  ["2", "after", "two files have been sent"],
  ["2", "after", "the third, then the parts of the first document"],
  ["2", "after", "that document, whose file waited"],
  ["1", "after", "the parts of the second"],
  ["2", "before", "its commit is not made"],
] as const;

// @spec deposits.many, deposits.sweep
Deno.test("kill -9 while many files are sent and deposited: each waits or is deposited, never both, and the next process continues", () =>
  withStoreFile(async (path) => {
    const ids = (await withMonthly(path)).slice(0, 3);
    for (const [commit, when, where] of ENDINGS) {
      const { signal } = await depositIn(path, ids.join(","), commit, when);
      strictEqual(signal, "SIGKILL", where);
      await withPlatform(async (built) => {
        const done = await wholeDeposits(built, ownFile);
        const { files } = await waitingFiles(callAs(built, DEPOSITOR));
        for (const { name, outcome } of files) {
          const isDone = done.some((id) => name === `${id}.pdf`);
          strictEqual(outcome, isDone ? "deposited" : null, where);
        }
      }, { path });
    }
    strictEqual((await depositIn(path, ids.join(","), "0", "before")).signal, null);
    await withPlatform(async (built) => {
      deepStrictEqual(await wholeDeposits(built, ownFile), ids);
      built.clock.advance(24 * HOUR_MS + 1);
      await new DocumentFiles(built.store, built.clock.now).sweep();
      strictEqual((await filesOfParts(built.store)).length, ids.length);
      deepStrictEqual((await waitingFiles(callAs(built, DEPOSITOR))).files, []);
      deepStrictEqual(await wrongEntries(built.store), []);
    }, { path });
  }));

/** After this time the lease of each of the jobs has expired, if it is not renewed. */
const LEASE_MS = 601_000;

/** Three decisions for a provider with two addresses. */
function writeDecisions(path: string): Promise<void> {
  return withResidence(async ({ store, clock, platform: { own: { services } } }) => {
    for (const { id, record } of await askedDocuments(services, { rate: 1, reminder: 90 })) {
      const path = documentPath(id);
      const change = { before: record, after: { ...record, state: "valid" } as const };
      const atomic = setDocument(store.atomic(), path, change);
      const request = await readEntry(store, keys.documentRequest(ORG, REQUEST), requestRecord);
      ok(request.value && request.versionstamp);
      const { key, value, versionstamp } = request;
      const document = { key: documentKey(path), value: record, versionstamp: "" };
      setNews(atomic, { path, document, request: { key, value, versionstamp } }, clock.now());
      await atomic.commit();
    }
  }, { path });
}

// @spec contracting.verdict-mails
Deno.test("process killed before or after each commit of a mail of decisions loses none, and two other processes send none twice", () =>
  withStoreFile(async (path) => {
    await writeDecisions(path);
    const to = ["agence@chauffage.fr", "suivi@chauffage.fr"];
    const left = async () => {
      const store = await openStore(path);
      const mails = (await queuedMails(store)).map(({ to, letter }) =>
        `${to} ${letter?.kind === "documents-verdicts" && letter.count}`
      ).toSorted();
      const news = (await listIds(store, keys.documentNews.under(ORG))).length;
      store.close();
      return { mails, news };
    };
    // Due on 1 March, April and May, within 90 days of 10 February.
    const three = to.map((one) => `${one} 3`);
    // The lease is taken and renewed. The third commit is the secret of the mails, then the mail.
    const steps = [
      { commit: 2, when: "after", mails: [], news: 3 },
      { commit: 3, when: "after", mails: [], news: 3 },
      { commit: 3, when: "before", mails: [], news: 3 },
      { commit: 3, when: "after", mails: three, news: 0 },
    ] as const;
    let afterMs = 0;
    for (const { commit, when, mails, news } of steps) {
      const run = { path, afterMs: afterMs += LEASE_MS * 2, commit, when };
      const { signal, said } = await mailedBy("verdicts", run);
      strictEqual(signal, "SIGKILL", said);
      deepStrictEqual(await left(), { mails: [...mails], news });
    }
    afterMs += LEASE_MS;
    const ended = await Promise.all([0, 0].map(() => mailedBy("verdicts", { path, afterMs })));
    deepStrictEqual(ended.map(({ success }) => success), [true, true], ended[0]?.said ?? "");
    deepStrictEqual(await left(), { mails: three, news: 0 });
  }));
