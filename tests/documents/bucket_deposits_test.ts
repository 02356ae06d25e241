import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { DocumentOptions } from "@/lib/app/services.ts";
import { ParsingRoom } from "@/lib/base/concurrency.ts";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import { flowedBytes } from "@/tests/helpers/file_bytes.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  reached,
  type SickBucket,
  type Sickness,
  withSickBucket,
} from "@/tests/helpers/s3_server.ts";
import { closeRequest, storedDocuments } from "@/tests/helpers/some_documents.ts";
import { aScanner, deposit, filesOfParts } from "./a_deposit.ts";
import { type Built, withDocument } from "./an_asked_document.ts";
import { largeFile } from "./killed_deposit.ts";

const HOUR_MS = 3_600_000;
/** More than the buffers of a connection. */
const LENGTH = 8_000_000;
const FILE = largeFile(LENGTH);

interface InBucket extends Built {
  readonly bucket: SickBucket;
}

/** A requested document, whose file goes to a bucket. */
function withBucketDocument(
  test: (built: InBucket) => Promise<void>,
  more: DocumentOptions = {},
): Promise<void> {
  return withSickBucket((bucket) => {
    const s3 = reached(bucket);
    return withDocument((built) => test({ ...built, bucket }), { s3, ...more });
  });
}

function depositFile(built: InBucket): Promise<string> {
  return deposit(built, { file: FILE.slice() });
}

/** State of the document, number of queued receipts, and number of parts of files. */
async function left({ store }: InBucket) {
  const [document] = await storedDocuments(store);
  const mails = await queuedMails(store);
  const parts = await filesOfParts(store);
  return { state: document?.record.state, mailCount: mails.length, partCount: parts.length };
}

async function pdf({ provider, path }: InBucket) {
  const result = await provider("getDocumentPdf", path);
  return result.ok ? await flowedBytes(result.answer) : result.code;
}

const SICKNESSES: readonly (readonly [what: string, sickness: Sickness])[] = [
  ["takes nothing", { way: "request", afterBytes: 0, then: "silence" }],
  ["stops taking midway", { way: "request", afterBytes: 1_000_000, then: "silence" }],
  ["is cut midway", { way: "request", afterBytes: 1_000_000, then: "cut" }],
  ["stores the file and does not answer", { way: "answer", afterBytes: 0, then: "silence" }],
  ["stores the file and is cut", { way: "answer", afterBytes: 0, then: "cut" }],
  ["answers 500 midway", { way: "request", afterBytes: 1_000_000, then: 500 }],
  ["answers 503 midway", { way: "request", afterBytes: 1_000_000, then: 503 }],
  ["answers 403 midway", { way: "request", afterBytes: 1_000_000, then: 403 }],
];

for (const [what, sickness] of SICKNESSES) {
  // @spec deposits.whole, deposits.sweep, deposits.receipt
  Deno.test(`uploadDocument: a bucket that ${what} stores nothing; the deposit can be repeated, and leftovers are swept`, () =>
    withBucketDocument(async (built) => {
      const { bucket, clock, platform } = built;
      bucket.sickness = sickness;
      strictEqual(await depositFile(built), "files-unreachable");
      strictEqual(built.faults.splice(0).length, 1);
      // The trace of the object, by which the sweep finds it.
      deepStrictEqual(await left(built), { state: "none", mailCount: 0, partCount: 1 });
      strictEqual(await pdf(built), "not-found");
      bucket.sickness = null;
      clock.advance(1);
      strictEqual(await depositFile(built), "ok");
      deepStrictEqual(await left(built), { state: "to-valid", mailCount: 1, partCount: 2 });
      deepStrictEqual(await pdf(built), FILE);
      clock.advance(HOUR_MS + 1);
      strictEqual(await platform.own.services.documents.files.sweep(), 1);
      strictEqual(bucket.objects.size, 1);
      deepStrictEqual(await pdf(built), FILE);
    }));
}

// @spec deposits.whole, deposits.resumable
Deno.test("uploadDocument: a file sent in parts is deposited once the bucket is back, without sending a part again", () =>
  withBucketDocument(async (built) => {
    const { bucket, provider, path } = built;
    for (let at = 0; at < FILE.length; at += DEPOSIT_PART_BYTES) {
      const part = FILE.slice(at, at + DEPOSIT_PART_BYTES);
      ok(
        (await provider("uploadDocumentPart", { ...path, body: { file: part, mark: "m", at } })).ok,
      );
    }
    const sent = { mark: "m", size: FILE.length };
    bucket.failure = 503;
    strictEqual(await deposit(built, sent), "files-unreachable");
    strictEqual(built.faults.splice(0).length, 1);
    bucket.failure = null;
    // Parts are in the store: a bucket that deletes nothing is not called.
    bucket.failures.set("DELETE", 503);
    built.clock.advance(1);
    strictEqual(await deposit(built, sent), "ok");
    deepStrictEqual(await left(built), { state: "to-valid", mailCount: 1, partCount: 2 });
    deepStrictEqual(await pdf(built), FILE);
  }));

// @spec deposits.resumable, deposits.many
Deno.test("uploadDocumentPart and deleteWaitingFile do not call the bucket", () =>
  withBucketDocument(async (built) => {
    const { bucket, provider, path } = built;
    bucket.failure = 503;
    const file = aPdf();
    for (const mark of ["first", "second"]) {
      const part = { file, mark, at: 0 };
      ok((await provider("uploadDocumentPart", { ...path, body: part })).ok);
    }
    const waiting = { file, fileName: "a.pdf", mark: "m", at: 0, size: file.length };
    ok((await provider("sendWaitingFile", { body: waiting })).ok);
    const listed = await answerOf(provider("listWaitingFiles", {}));
    const fileId = (listed.files[0]?.id) || "";
    ok((await provider("deleteWaitingFile", { fileId })).ok);
    deepStrictEqual(bucket.asked, []);
    strictEqual((await left(built)).partCount, 1);
  }));

// @spec deposits.whole, deposits.sweep
Deno.test("uploadDocument: refused after the bucket stored the file, it gives the reason, even if the bucket deletes nothing", () => {
  const scanner = aScanner();
  return withBucketDocument(async (built) => {
    const { bucket, clock, platform, store } = built;
    scanner.meanwhile = () => closeRequest(store);
    bucket.failures.set("DELETE", 503);
    strictEqual(await depositFile(built), "document-not-awaiting-upload");
    strictEqual(built.faults.splice(0).length, 1);
    deepStrictEqual(await left(built), { state: "none", mailCount: 0, partCount: 1 });
    bucket.failures.clear();
    clock.advance(HOUR_MS + 1);
    strictEqual(await platform.own.services.documents.files.sweep(), 1);
    strictEqual(bucket.objects.size, 0);
  }, scanner);
});

// @spec deposits.room
Deno.test("uploadDocument: while a bucket stores a large deposit, another waits for its room", () =>
  withBucketDocument(async (built) => {
    const { bucket } = built;
    const stalled = Promise.withResolvers<void>();
    bucket.sickness = { way: "request", afterBytes: 1_000_000, then: "silence" };
    bucket.stalled = stalled.resolve;
    const first = depositFile(built);
    await stalled.promise;
    bucket.sickness = null;
    let isStored = false;
    const second = depositFile(built).finally(() => isStored = true);
    strictEqual(await first, "files-unreachable");
    strictEqual(isStored, false);
    strictEqual(built.faults.splice(0).length, 1);
    strictEqual(await second, "ok");
    deepStrictEqual(await pdf(built), FILE);
  }, { room: new ParsingRoom(LENGTH) }));
