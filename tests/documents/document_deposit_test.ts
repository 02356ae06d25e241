import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import type { DocumentOptions } from "@/lib/app/services.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, type Store } from "@/lib/store/store.ts";
import { callAs } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { type Disk, storeOn, withCommits } from "@/tests/helpers/changed_stores.ts";
import { A_PNG, aPhoto, flowedBytes, noise, TURNED } from "@/tests/helpers/file_bytes.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";
import { aPdf, bytesOf, packed } from "@/tests/helpers/hostile_pdfs.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { closeRequest } from "@/tests/helpers/some_documents.ts";
import {
  aScanner,
  type Built,
  COLLEAGUE,
  deposit,
  DEPOSITOR,
  filesOfParts,
  filesWithParts,
  STRANGER,
  withAskedDocument,
  withDocument,
} from "./a_deposit.ts";

const HOUR_MS = 3_600_000;

/** As {@link withDocument}, with a user of the landlord who reads documents. */
function withReader(
  test: (built: Built & { readonly reader: CallFunction }) => Promise<void>,
  documents?: DocumentOptions,
): Promise<void> {
  return withDocument(async (built) => {
    const reader = await someone(built, { roles: ["collect:documents:read"] });
    await test({ ...built, reader });
  }, documents);
}

/** Takes three parts in the store. */
const FILE = aPdf({ objects: [packed("", noise(50_000))] });
const LARGE = aPdf({
  objects: [
    packed("", noise(60_000, 2)),
    packed("", noise(60_000, 3)),
  ],
});

function sent(
  built: Pick<Built, "provider" | "path">,
  over: Partial<Input<"uploadDocument">["body"]> = {},
): Promise<string> {
  return deposit(built, { file: LARGE.slice(), fileName: "../Attestation.pdf", ...over });
}

async function parts({ store }: Built): Promise<number> {
  return (await filesOfParts(store)).length;
}

/** Sends a small file to wait for its document; returns its id. */
async function sentBefore({ provider }: Built, file: Uint8Array<ArrayBuffer>): Promise<string> {
  const size = file.length;
  const body = { file: file.slice(), fileName: "Attestation.jpeg", mark: "m", at: 0, size };
  return (await answerOf(provider("sendWaitingFile", { body }))).id;
}

// @spec deposits.whole, deposits.receipt, deposits.names
Deno.test("uploadDocument stores the whole file, moves the document, and mails a receipt; another provider's document is not found", () =>
  withReader(async (built) => {
    const other = { ...built, provider: callAs(built, STRANGER) };
    const unknown = { ...built.path, documentId: "r1.x" };
    strictEqual(await sent(other), "not-found");
    strictEqual(await sent({ ...built, path: unknown }), "not-found");
    // An account cannot deposit.
    strictEqual(await sent({ ...built, provider: built.reader }), "forbidden");
    strictEqual(await sent(built), "ok");
    strictEqual(await codeOfCall(other.provider("getDocumentPdf", built.path)), "not-found");
    strictEqual(await codeOfCall(built.provider("getDocumentPdf", unknown)), "not-found");
    const info = await built.reader("getDocumentInfo", built.path);
    deepStrictEqual(
      info.ok && [
        info.answer.document.state,
        info.answer.document.providerMail,
        info.answer.document.completionDate,
        info.answer.hasPdf,
      ],
      ["to-valid", "agence@chauffage.fr", "2026-02-09", true],
    );
    for (const ask of [built.reader, built.provider]) {
      const pdf = await answerOf(ask("getDocumentPdf", built.path));
      const { fileName, size } = pdf;
      deepStrictEqual([fileName, size], ["Attestation.pdf", LARGE.length]);
      deepStrictEqual(await flowedBytes(pdf), LARGE);
    }
    const [mail, ...others] = await queuedMails(built.store);
    deepStrictEqual(others, []);
    deepStrictEqual([mail?.to, mail?.letter?.kind], [
      "agence@chauffage.fr",
      "document-deposited",
    ]);
  }));

// @spec deposits.values
Deno.test("uploadDocument: work of today is accepted, in Paris or at the residence, and work of tomorrow is not", () =>
  withDocument(async (built) => {
    const { store, clock } = built;
    const { value } = await store.get(keys.project(PROJECT));
    ok(typeof value === "object");
    const at = async (timeZone: string, completionDate: string) => {
      await store.atomic().set(keys.project(PROJECT), { ...value, timeZone }).commit();
      return await sent(built, { completionDate, data: [] });
    };
    const [future, missing] = ["body.completionDate in-future", "body.data.w1.0 required"];
    // 10 February, 22:00 in Paris; the 11th, 8:00 in Nouméa; the 10th, 11:00 in Tahiti.
    clock.goTo("2026-02-10T21:00:00Z");
    strictEqual(await at("Europe/Paris", "2026-02-11"), `bad-values, ${future}, ${missing}`);
    strictEqual(await at("Pacific/Noumea", "2026-02-11"), `bad-values, ${missing}`);
    strictEqual(await at("Pacific/Noumea", "2026-02-12"), `bad-values, ${future}, ${missing}`);
    // The 11th, 1:00 in Paris; the 10th, 14:00 in Tahiti: the page proposes the day of Paris.
    clock.advance(3 * HOUR_MS);
    strictEqual(await at("Pacific/Tahiti", "2026-02-11"), `bad-values, ${missing}`);
  }));

// @spec deposits.whole
Deno.test("uploadDocument: the same file sent twice, and by two users at once: one deposit, no part left over", () =>
  withDocument(async (built) => {
    const colleague = { ...built, provider: callAs(built, COLLEAGUE) };
    const results = await Promise.all([sent(built), sent(colleague), sent(built)]);
    deepStrictEqual(results.toSorted(), [
      "document-not-awaiting-upload",
      "document-not-awaiting-upload",
      "ok",
    ]);
    strictEqual(await sent(built), "document-not-awaiting-upload");
    strictEqual(await parts(built), Math.ceil(LARGE.length / (60 * 1_024)));
    strictEqual((await queuedMails(built.store)).length, 1);
  }));

// @spec deposits.whole, roles.withdrawn
Deno.test("uploadDocument: an address removed from its provider, or a request closed, during a deposit stores nothing, and no part is left", () => {
  const scanner = aScanner();
  return withDocument(async (built) => {
    const { store } = built;
    const mark = keys.providerOfEmail(DEPOSITOR.email, ORG, "v1");
    scanner.meanwhile = async () => void await store.atomic().delete(mark).commit();
    strictEqual(await sent(built), "not-found");
    deepStrictEqual([await parts(built), (await queuedMails(store)).length], [0, 0]);
    await store.atomic().set(mark, true).commit();
    scanner.meanwhile = () => closeRequest(store);
    strictEqual(await sent(built), "document-not-awaiting-upload");
    deepStrictEqual([await parts(built), (await queuedMails(store)).length], [0, 0]);
  }, scanner);
});

// @spec deposits.pdf, deposits.photos, deposits.scanner
Deno.test("uploadDocument refuses a file that is no PDF, nor a whole photograph, too large or infected, and stores nothing of it", () =>
  withDocument(async (built) => {
    const photo = aPhoto({ width: 64, height: 32 });
    const changed = (offset: number, ...bytes: number[]) => {
      const file = photo.slice();
      file.set(bytes, photo.indexOf(0xc0, 70) + offset);
      return file;
    };
    const refused: readonly (readonly [file: Uint8Array<ArrayBuffer>, why: string])[] = [
      [bytesOf("<!doctype html><script>alert(1)</script>"), "not-a-pdf"],
      [bytesOf("GIF89a"), "not-a-pdf"],
      [aPdf({ catalogue: "/OpenAction << /S /JavaScript /JS (x) >>" }), "active-content"],
      [FILE.slice(0, -20), "broken"],
      [LARGE.slice(), "too-large"],
      [new Uint8Array(100_001).fill(0xff), "too-large"],
      [photo.slice(0, -1), "photo-broken"],
      [A_PNG.slice(0, 90), "photo-broken"],
      [changed(4, 0xff, 0xff, 0xff, 0xff), "photo-too-large"],
      // Arithmetic coding.
      [changed(0, 0xc9), "photo-unsupported"],
      [bytesOf("\0\0\0\x18ftypheic\0\0\0\0mif1heic"), "heic"],
      [FILE.slice(), "infected"],
    ];
    for (const [file, why] of refused) {
      strictEqual(await sent(built, { file }), `bad-file, body.file ${why}`);
    }
    strictEqual(await sent(built, { file: aPdf() }), "files-unreachable");
    strictEqual(built.faults.splice(0).length, 1);
    strictEqual(await parts(built), 0);
  }, {
    maxBytes: 100_000,
    isInfected: ({ length }) =>
      length === FILE.length ? Promise.resolve(true) : Promise.reject(new Error("No scanner")),
  }));

// @spec deposits.photos, deposits.names, deposits.scanner
Deno.test("uploadDocument stores a photograph as a PDF, sent whole or in parts, and scans that PDF", () => {
  const photo = aPhoto({ width: 64, height: 32, others: TURNED });
  const scanned: string[] = [];
  const isInfected = (bytes: Uint8Array) => {
    scanned.push(Buffer.from(bytes).toString("latin1"));
    return Promise.resolve(scanned.length === 1);
  };
  return withDocument(async (built) => {
    const file = { file: photo.slice(), fileName: "C:\\photos\\Attestation.JPG" };
    strictEqual(await sent(built, file), "bad-file, body.file infected");
    strictEqual(await parts(built), 0);
    const waiting = await sentBefore(built, photo);
    strictEqual(await deposit(built, { waiting }), "ok");
    const pdf = await answerOf(built.provider("getDocumentPdf", built.path));
    const bytes = await flowedBytes(pdf);
    deepStrictEqual([pdf.fileName, pdf.size], ["Attestation.pdf", bytes.length]);
    const text = Buffer.from(bytes).toString("latin1");
    deepStrictEqual(scanned, [text, text]);
    deepStrictEqual([/MediaBox \[ 0 0 421 842 \]/.test(text), /Exif/.test(text)], [true, false]);
    strictEqual((await filesWithParts(built.store)).length, 1);
  }, { isInfected });
});

// @spec deposits.sweep
Deno.test("DocumentFiles.sweep() deletes the parts of an interrupted deposit after an hour, and never a file", () =>
  withDocument(async (built) => {
    const { files } = built.platform.own.services.documents;
    strictEqual(await sent(built), "ok");
    const kept = await parts(built);
    // The process ends here: its manifest is never committed.
    await files.write(LARGE);
    built.clock.advance(HOUR_MS);
    strictEqual(await files.sweep(), 0);
    built.clock.advance(1);
    strictEqual(await files.sweep(), 1);
    strictEqual(await parts(built), kept);
    const pdf = await built.provider("getDocumentPdf", built.path);
    deepStrictEqual(pdf.ok && await flowedBytes(pdf.answer), LARGE);
  }));

// @spec deposits.whole, deposits.sweep
Deno.test("uploadDocument: a disk that is full once the deposit is saved leaves the parts sent before to the sweep", () => {
  const disk = { isFull: false };
  return withAskedDocument(async (built) => {
    const waiting = await sentBefore(built, aPdf());
    strictEqual(await deposit(built, { waiting }), "ok");
    strictEqual(disk.isFull, true);
    strictEqual(built.faults.splice(0).length, 1);
    strictEqual((await filesWithParts(built.store)).length, 2);
    disk.isFull = false;
    built.clock.advance(25 * HOUR_MS);
    strictEqual(await built.platform.own.services.documents.files.sweep(), 1);
    strictEqual((await filesWithParts(built.store)).length, 1);
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
