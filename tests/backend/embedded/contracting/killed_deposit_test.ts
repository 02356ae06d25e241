import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { DocumentFiles } from "@/lib/backend/outside/document_files.ts";
import { faultOfEntry } from "@/lib/backend/kept_values.ts";
import { sealingKey } from "@/lib/backend/mail/sealing_key.ts";
import { PART_BYTES } from "@/lib/backend/kv/blobs.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { asking, type TestPlatform, withPlatform } from "@/tests/backend/a_platform.ts";
import { ORG, writeResidence } from "@/tests/backend/a_residence.ts";
import { queuedMails } from "@/tests/backend/embedded/queued_mails.ts";
import { withStoreFile } from "@/tests/backend/kv/stores.ts";
import {
  REQUEST,
  someDocuments,
  storedDocuments,
  writeRegisters,
} from "@/tests/backend/some_documents.ts";
import { DEPOSITOR, largeDeposit, largeFile } from "./killed_deposit.ts";

const HOUR_MS = 3_600_000;
const FILE = largeFile();

/** Deposits in a process of its own; what it printed, and how it ended. */
async function depositIn(path: string, ...args: readonly string[]) {
  const script = new URL("./killed_deposit.ts", import.meta.url).pathname;
  const { stdout, stderr, signal, code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", script, path, ...args],
  }).output();
  const errors = new TextDecoder().decode(stderr);
  ok(signal === "SIGKILL" || code === 0, errors);
  return { signal, commits: Number(new TextDecoder().decode(stdout)) };
}

/** The deposited documents of the request; each has its file, its receipt, its line in the register. */
async function wholeDeposits(built: TestPlatform): Promise<string[]> {
  const documents = await storedDocuments(built.store);
  const deposited = documents.filter(({ record }) => record.state === "to-valid");
  for (const { id } of documents) {
    const at = { orgId: ORG, requestId: REQUEST, documentId: id };
    const pdf = await asking(built, DEPOSITOR)("getDocumentPdf", at);
    if (deposited.some((one) => one.id === id)) {
      deepStrictEqual(pdf.ok && pdf.answer.bytes, FILE);
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

async function partCount({ store }: TestPlatform): Promise<number> {
  let count = 0;
  for await (const _ of store.list({ prefix: keys.blobPart.under() })) count++;
  return count;
}

// @spec deposits.whole, deposits.sweep
Deno.test("kill -9 before and after each commit of a deposit: the whole document or nothing, then its parts are swept", () =>
  withStoreFile(async (path) => {
    let ids: string[] = [];
    await withPlatform(async (built) => {
      await writeResidence(built);
      await writeRegisters(built.store, { firstRequest: "2024-01-15", rate: 1 });
      ids = (await someDocuments(built.platform.own.services)).map(({ id }) => id);
      // The first mail of a store makes its secret, in a commit of its own.
      await sealingKey(built.store);
    }, { path });
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
        // What was committed is there, although nobody heard of it.
        if (commit === commits && when === "after") done.push(id);
        else if (commit > 1 || when === "after") broken++;
      }
    }
    await withPlatform(async (built) => {
      deepStrictEqual(await wholeDeposits(built), done);
      const { store, clock } = built;
      clock.advance(HOUR_MS + 1);
      strictEqual(await new DocumentFiles(store, clock.now).sweep(), broken);
      strictEqual(await partCount(built), done.length * Math.ceil(FILE.length / PART_BYTES));
      const at = { orgId: ORG, requestId: REQUEST, documentId: next() };
      ok((await asking(built, DEPOSITOR)("uploadDocument", { ...at, body: largeDeposit() })).ok);
      strictEqual((await wholeDeposits(built)).length, done.length + 1);
      for await (const entry of store.list({ prefix: [] })) strictEqual(faultOfEntry(entry), null);
    }, { path });
  }));
