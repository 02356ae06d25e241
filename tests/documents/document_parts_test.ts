import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { DEPOSIT_PART_BYTES } from "@/lib/base/errors.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { callAs } from "@/tests/helpers/a_platform.ts";
import { type Disk, storeOn, withCommits } from "@/tests/helpers/changed_stores.ts";
import { flowedBytes } from "@/tests/helpers/file_bytes.ts";
import { codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aPdf } from "@/tests/helpers/hostile_pdfs.ts";
import { closeRequest } from "@/tests/helpers/some_documents.ts";
import { aScanner, COLLEAGUE, deposit, filesWithParts, STRANGER } from "./a_deposit.ts";
import { type Built, withAskedDocument, withDocument } from "./an_asked_document.ts";
import { largeFile } from "./killed_deposit.ts";

const FILE = largeFile();
const HOUR_MS = 3_600_000;
const INCOMPLETE = "bad-file, body.file incomplete";

/** Sends the part of a file that begins at an offset; returns the next offset, or the refusal. */
async function sentPart(
  { provider, path }: Pick<Built, "provider" | "path">,
  at: number,
  { file = FILE, mark = "m" } = {},
): Promise<number | string> {
  const part = file.slice(at, at + DEPOSIT_PART_BYTES);
  const result = await provider("uploadDocumentPart", { ...path, body: { file: part, mark, at } });
  return result.ok ? result.answer.at : result.code;
}

function depositParts(
  built: Pick<Built, "provider" | "path">,
  { size = FILE.length, mark = "m" } = {},
): Promise<string> {
  return deposit(built, { size, mark });
}

async function files({ store }: Built): Promise<number> {
  return (await filesWithParts(store)).length;
}

// @spec deposits.resumable
Deno.test("uploadDocumentPart: parts sent twice, out of order and after a cut make one file, deposited whole; no part is left over", () =>
  withDocument(async (built) => {
    const [first, second] = [DEPOSIT_PART_BYTES, 2 * DEPOSIT_PART_BYTES];
    strictEqual(await sentPart(built, 0), first);
    // The answer was lost: the same part again, an earlier and a later one change nothing.
    strictEqual(await sentPart(built, 0), first);
    strictEqual(await sentPart(built, second), first);
    strictEqual(await depositParts(built), INCOMPLETE);
    const twice = await Promise.all([sentPart(built, first), sentPart(built, first)]);
    deepStrictEqual(twice, [second, second]);
    strictEqual(await depositParts(built), INCOMPLETE);
    strictEqual(await sentPart(built, second), FILE.length);
    strictEqual(await sentPart(built, 0), FILE.length);
    strictEqual(await depositParts(built, { size: FILE.length - 1 }), INCOMPLETE);
    strictEqual(await depositParts(built), "ok");
    const pdf = await built.provider("getDocumentPdf", built.path);
    strictEqual(pdf.ok && pdf.answer.fileName, "attestation.pdf");
    deepStrictEqual(pdf.ok && await flowedBytes(pdf.answer), FILE);
    strictEqual(await files(built), 1);
    strictEqual((await listIds(built.store, keys.blob.under())).length, 1);
    strictEqual(await sentPart(built, 0), "document-not-awaiting-upload");
  }));

// @spec deposits.whole, deposits.sweep
Deno.test("uploadDocument: a disk that is full once the deposit is saved leaves the parts sent before to the sweep", () => {
  const disk = { isFull: false };
  return withAskedDocument(async (built) => {
    for (let at = 0; at < FILE.length; at += DEPOSIT_PART_BYTES) await sentPart(built, at);
    strictEqual(await depositParts(built), "ok");
    strictEqual(disk.isFull, true);
    strictEqual(built.faults.splice(0).length, 1);
    strictEqual(await files(built), 2);
    disk.isFull = false;
    built.clock.advance(2 * HOUR_MS);
    strictEqual(await built.platform.own.services.documents.files.sweep(), 1);
    strictEqual(await files(built), 1);
  }, { before: (store) => fullAfterTheDeposit(disk, store) });
});

/** A disk that fills up once a file has its manifest, with which a deposit is saved. */
function fullAfterTheDeposit(disk: Disk, store: Store): Store {
  let isSaved = false;
  return withCommits(storeOn(disk, store), async (inner) => {
    const committed = await inner.commit();
    if (!isSaved) isSaved = disk.isFull = (await listIds(store, keys.blob.under())).length > 0;
    return committed;
  });
}

// @spec deposits.resumable
Deno.test("uploadDocumentPart: an empty part begins no file in place of the one being sent", () =>
  withDocument(async (built) => {
    const [first, second] = [DEPOSIT_PART_BYTES, 2 * DEPOSIT_PART_BYTES];
    strictEqual(await sentPart(built, 0), first);
    strictEqual(await sentPart(built, 0, { file: new Uint8Array(), mark: "empty" }), 0);
    strictEqual(await sentPart(built, first), second);
  }));

// @spec deposits.resumable, providers.reach
Deno.test("uploadDocumentPart: another user's parts are another file, and another provider's document is not found", () =>
  withDocument(async (built) => {
    strictEqual(await sentPart(built, 0), DEPOSIT_PART_BYTES);
    const theirs = { ...built, provider: callAs(built, COLLEAGUE) };
    strictEqual(await sentPart(theirs, DEPOSIT_PART_BYTES), 0);
    strictEqual(await depositParts(theirs), INCOMPLETE);
    strictEqual(await sentPart({ ...built, provider: callAs(built, STRANGER) }, 0), "not-found");
  }));

// @spec deposits.resumable
Deno.test("uploadDocumentPart: another file replaces the first; one that is no PDF is refused and deleted", () =>
  withDocument(async (built) => {
    strictEqual(await sentPart(built, 0), DEPOSIT_PART_BYTES);
    const file = new Uint8Array(1_000).fill(65);
    strictEqual(await sentPart(built, 0, { file, mark: "other" }), 1_000);
    strictEqual(await files(built), 1);
    strictEqual(await depositParts(built), INCOMPLETE);
    strictEqual(
      await depositParts(built, { size: 1_000, mark: "other" }),
      "bad-file, body.file not-a-pdf",
    );
    strictEqual(await files(built), 0);
    strictEqual(await sentPart(built, 0, { file: aPdf(), mark: "other" }), aPdf().length);
    strictEqual(await depositParts(built, { size: aPdf().length, mark: "other" }), "ok");
  }));

// @spec deposits.resumable, deposits.sweep
Deno.test("uploadDocumentPart: an unfinished file restarts after half an hour, and is swept after an hour", () =>
  withDocument(async (built) => {
    strictEqual(await sentPart(built, 0), DEPOSIT_PART_BYTES);
    built.clock.advance(HOUR_MS / 2);
    strictEqual(await sentPart(built, DEPOSIT_PART_BYTES), 0);
    strictEqual(await sentPart(built, 0), DEPOSIT_PART_BYTES);
    strictEqual(await files(built), 1);
    built.clock.advance(HOUR_MS + 1);
    strictEqual(await built.platform.own.services.documents.files.sweep(), 1);
    strictEqual(await files(built), 0);
  }));

// @spec deposits.resumable
Deno.test("uploadDocumentPart: a part larger than a commit is refused", () =>
  withDocument(async ({ provider, path }) => {
    const body = { file: FILE, mark: "m", at: 0 };
    strictEqual(await codeOfCall(provider("uploadDocumentPart", { ...path, body })), "bad-file");
  }));

// @spec deposits.resumable
Deno.test("uploadDocumentPart: refuses data past the limit of a document, and any for a closed request", () =>
  withDocument(async (built) => {
    strictEqual(await sentPart(built, 0), DEPOSIT_PART_BYTES);
    strictEqual(await sentPart(built, DEPOSIT_PART_BYTES), "bad-file");
    await closeRequest(built.store);
    strictEqual(await sentPart(built, 0), "document-not-awaiting-upload");
  }, { maxBytes: DEPOSIT_PART_BYTES + 1_000 }));

// @spec deposits.resumable
Deno.test("uploadDocument: refused because the request was closed while the file was checked, leaves no part of it", () => {
  const scanner = aScanner();
  return withDocument(async (built) => {
    for (let at = 0; at < FILE.length;) at = Number(await sentPart(built, at));
    scanner.meanwhile = () => closeRequest(built.store);
    strictEqual(await depositParts(built), "document-not-awaiting-upload");
    strictEqual(await files(built), 0);
  }, scanner);
});
