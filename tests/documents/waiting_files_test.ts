import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { DocumentOptions } from "@/lib/app/services.ts";
import { Turns } from "@/lib/base/concurrency.ts";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import { MOST_WAITING_FILES } from "@/lib/documents/upload_rules.ts";
import { callAs } from "@/tests/helpers/a_platform.ts";
import { PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { aPhoto, flowedBytes } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  reached,
  type SickBucket,
  type Sickness,
  withSickBucket,
} from "@/tests/helpers/s3_server.ts";
import { closeRequest, setToValidate, storedDocuments } from "@/tests/helpers/some_documents.ts";
import {
  aScanner,
  type Built,
  COLLEAGUE,
  deposit,
  filesOfParts,
  filesWithParts,
  largeFile,
  STRANGER,
  withDocument,
} from "./a_deposit.ts";

const WAITING_FILE = largeFile();
const INCOMPLETE = "bad-file, body.file incomplete";

/** Sends the part of a file that begins at an offset; returns the next offset, or the refusal. */
async function sentPart(
  ask: CallFunction,
  at: number,
  { file = WAITING_FILE, name = "attestation.pdf", size = 0 } = {},
): Promise<number | string> {
  const part = file.slice(at, at + DEPOSIT_PART_BYTES);
  const mark = encodeURIComponent(name);
  const body = { file: part, fileName: name, mark, at, size: size || file.length };
  const result = await ask("sendWaitingFile", { body });
  return result.ok ? result.answer.at : result.code;
}

/** Sends a whole small file. */
async function sent(ask: CallFunction, name: string, file = aPdf()): Promise<string> {
  strictEqual(await sentPart(ask, 0, { file, name }), file.length);
  return (await waiting(ask)).files.find((one) => one.name === name)?.id ?? "";
}

async function waiting(ask: CallFunction) {
  return await answerOf(ask("listWaitingFiles", {}));
}

// @spec deposits.many, deposits.resumable
Deno.test("sendWaitingFile: parts sent twice and out of order make one file, deposited whole for the chosen document; no part is left over", () =>
  withDocument(async (built) => {
    const { provider } = built;
    const [first, second] = [DEPOSIT_PART_BYTES, 2 * DEPOSIT_PART_BYTES];
    strictEqual(await sentPart(provider, 0), first);
    strictEqual(await sentPart(provider, 0), first);
    strictEqual(await sentPart(provider, second), first);
    const twice = await Promise.all([sentPart(provider, first), sentPart(provider, first)]);
    ok(twice.includes(second));
    const [half] = (await waiting(provider)).files;
    strictEqual(half?.isWhole, false);
    strictEqual(await deposit(built, { waiting: half.id }), INCOMPLETE);
    strictEqual(await sentPart(provider, second), WAITING_FILE.length);
    const { files: [file], documents } = await waiting(provider);
    deepStrictEqual([file?.name, file?.size, file?.isWhole], [
      "attestation.pdf",
      WAITING_FILE.length,
      true,
    ]);
    deepStrictEqual(documents.map(({ typedocName, projectName }) => [typedocName, projectName]), [
      ["Attestation d’entretien", "Les Lilas"],
    ]);
    strictEqual(await deposit(built, { waiting: file?.id ?? "" }), "ok");
    const pdf = await provider("getDocumentPdf", built.path);
    strictEqual(pdf.ok && pdf.answer.fileName, "attestation.pdf");
    deepStrictEqual(pdf.ok && await flowedBytes(pdf.answer), WAITING_FILE);
    const after = await waiting(provider);
    const outcomes = after.files.map(({ outcome, document }) => ({ outcome, document }));
    deepStrictEqual(outcomes, [{ outcome: "deposited", document: built.path }]);
    deepStrictEqual(after.documents, []);
    strictEqual((await filesWithParts(built.store)).length, 1);
    strictEqual(await deposit(built, { waiting: file?.id ?? "" }), "document-not-awaiting-upload");
  }));

// @spec deposits.many
Deno.test("waiting file stays when its values are wrong or its document was deposited meanwhile, and is deleted when it is no PDF", () =>
  withDocument(async (built) => {
    const { provider, path } = built;
    const file = await sent(provider, "attestation.pdf");
    const false_ = await sent(provider, "page.pdf", new Uint8Array(100).fill(65));
    strictEqual(
      await deposit(built, { waiting: file, data: [] }),
      "bad-values, body.data.w1.0 required",
    );
    strictEqual(await deposit(built, { waiting: false_ }), "bad-file, body.file not-a-pdf");
    // Another user of the provider deposits first.
    const colleague = callAs(built, COLLEAGUE);
    const theirs = await sent(colleague, "la-mienne.pdf");
    const both = await Promise.all([
      deposit(built, { waiting: file }),
      deposit({ provider: colleague, path }, { waiting: theirs }),
    ]);
    deepStrictEqual(both.toSorted(), ["document-not-awaiting-upload", "ok"]);
    const mine = (await waiting(provider)).files.map(({ name, outcome }) => [name, outcome]);
    const isMine = both[0] === "ok";
    deepStrictEqual(mine, [
      ["attestation.pdf", isMine ? "deposited" : null],
      ["page.pdf", "not-a-pdf"],
    ]);
    // A new batch begins: results of the previous one are deleted, waiting files are not.
    await sent(provider, "suite.pdf", aPdf({ catalogue: "/Lang (fr)" }));
    deepStrictEqual(
      (await waiting(provider)).files.map(({ name }) => name),
      isMine ? ["suite.pdf"] : ["attestation.pdf", "suite.pdf"],
    );
  }));

// @spec deposits.many, deposits.photos, deposits.names
Deno.test("waiting photograph is the same file when it is sent twice, and is deposited as a PDF", () =>
  withDocument(async (built) => {
    const { provider } = built;
    const photo = aPhoto({ width: 64, height: 32 });
    for (const name of ["photo.jpg", "photo.jpg", "copie.jpeg"]) {
      strictEqual(await sentPart(provider, 0, { file: photo, name }), photo.length);
    }
    const [first, second, ...others] = (await waiting(provider)).files;
    deepStrictEqual([first?.name, second?.name, others], ["photo.pdf", "copie.pdf", []]);
    deepStrictEqual([first?.sameAs, second?.sameAs], [null, first?.id]);
    strictEqual(await deposit(built, { waiting: first?.id ?? "" }), "ok");
    const pdf = await answerOf(provider("getDocumentPdf", built.path));
    strictEqual(pdf.fileName, "photo.pdf");
    match(new TextDecoder().decode(await flowedBytes(pdf)), /^%PDF-1\.\d\n/);
  }));

// @spec deposits.many, providers.reach
Deno.test("waiting file is visible only to its sender, who can delete it, and is swept after a day", () =>
  withDocument(async (built) => {
    const { provider, path, clock } = built;
    const colleague = callAs(built, COLLEAGUE);
    const file = await sent(provider, "attestation.pdf");
    deepStrictEqual((await waiting(colleague)).files, []);
    strictEqual(await deposit({ provider: colleague, path }, { waiting: file }), INCOMPLETE);
    strictEqual(await codeOfCall(colleague("deleteWaitingFile", { fileId: file })), "not-found");
    const account = await someone(built, { roles: ["collect:documents:read"] });
    strictEqual(await codeOfCall(account("listWaitingFiles", {})), "forbidden");
    ok((await provider("deleteWaitingFile", { fileId: file })).ok);
    deepStrictEqual(await filesWithParts(built.store), []);
    const swept = await sent(provider, "attestation.pdf");
    clock.advance(2 * HOUR_MS);
    const { documents: { files: stored } } = built.platform.own.services;
    strictEqual(await stored.sweep(), 0);
    // A later file does not extend the wait of the first.
    await sent(provider, "autre.pdf");
    clock.advance(22 * HOUR_MS + 1);
    strictEqual(await stored.sweep(), 1);
    deepStrictEqual((await waiting(provider)).files.map(({ name }) => name), ["autre.pdf"]);
    strictEqual(await deposit(built, { waiting: swept }), INCOMPLETE);
  }));

// @spec deposits.many, deposits.names
Deno.test("sendWaitingFile: limits the size of each file and of all, begins none by an empty part, and uses no name as a path", () =>
  withDocument(async ({ provider }) => {
    const empty = { file: new Uint8Array(), name: "vide.pdf", size: 10 };
    strictEqual(await sentPart(provider, 0, empty), 0);
    deepStrictEqual((await waiting(provider)).files, []);
    strictEqual(await sentPart(provider, 0, { size: 2 * WAITING_FILE.length }), "bad-file");
    strictEqual(await sentPart(provider, 0, { size: 10 }), 0);
    // A part is written in one commit.
    const whole = { file: WAITING_FILE, mark: "m", at: 0, size: WAITING_FILE.length };
    strictEqual(await codeOfCall(provider("sendWaitingFile", { body: whole })), "bad-file");
    const file = aPdf();
    for (let rank = 0; rank < MOST_WAITING_FILES; rank++) {
      await sent(provider, `document ${rank}.pdf`);
    }
    strictEqual(await sentPart(provider, 0, { file, name: "de trop.pdf" }), "limit-reached");
    const { files: [first, second] } = await waiting(provider);
    ok(first && second);
    // An already stored file adds nothing.
    strictEqual(await sentPart(provider, 0, { file, name: first.name }), file.length);
    strictEqual(second.sameAs, first.id);
    await provider("deleteWaitingFile", { fileId: first.id });
    await sent(provider, "passwd.pdf");
    await provider("deleteWaitingFile", { fileId: second.id });
    const name = "../../etc/<script>\u202Efdp.pdf";
    strictEqual(await sentPart(provider, 0, { file, name }), file.length);
    const last = (await waiting(provider)).files.at(-1);
    strictEqual(last?.name, "script fdp.pdf");
  }, { maxBytes: WAITING_FILE.length }));

// @spec deposits.many
Deno.test("listWaitingFiles: offers the replacement of a refused document, and none of a closed request or of another provider", () =>
  withDocument(async (built) => {
    const { provider, path, store } = built;
    await sent(provider, "attestation.pdf");
    await setToValidate(store, path);
    deepStrictEqual((await waiting(provider)).documents, []);
    const validator = await someone(built, { roles: ["collect:documents:validate:write"] });
    const body = { state: "refused", compliance: null, comment: "Illisible" } as const;
    ok((await validator("validateDocument", { ...path, body })).ok);
    const { documents: [refused, ...others] } = await waiting(provider);
    deepStrictEqual([refused?.documentId, others.length], [`${path.documentId}~2`, 0]);
    const landlord = await someone(built, {
      email: "eve@x.fr",
      roles: ["collect:documents:write"],
    });
    const close = async (isClosed: boolean) => {
      const request = { orgId: path.orgId, requestId: path.requestId };
      ok((await landlord("closeRequest", { ...request, body: { close: isClosed } })).ok);
    };
    await close(true);
    deepStrictEqual((await waiting(provider)).documents, []);
    await close(false);
    const [file] = (await waiting(provider)).files;
    deepStrictEqual((await waiting(callAs(built, STRANGER))).documents, []);
    strictEqual(await deposit(built, { waiting: file?.id ?? "" }), "ok");
    deepStrictEqual(
      (await storedDocuments(store)).map(({ record: { state, projectId } }) => [state, projectId]),
      [["refused", PROJECT], ["to-valid", PROJECT]],
    );
  }));

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

/** The other failures of a bucket are tested with `S3`. */
const SICKNESSES: readonly (readonly [what: string, sickness: Sickness])[] = [
  ["is cut midway", { way: "request", afterBytes: 1_000_000, then: "cut" }],
  ["stores the file and does not answer", { way: "answer", afterBytes: 0, then: "silence" }],
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
    const { bucket, provider } = built;
    for (let at = 0; at < FILE.length; at += DEPOSIT_PART_BYTES) {
      ok(Number(await sentPart(provider, at, { file: FILE })) > at);
    }
    const [file] = (await waiting(provider)).files;
    const sent = { waiting: file?.id ?? "" };
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
  }, { room: new Turns(LENGTH) }));
