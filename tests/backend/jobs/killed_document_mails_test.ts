import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { mailDocuments } from "@/lib/backend/jobs/mail_documents.ts";
import { makeAllDocuments } from "@/lib/backend/jobs/make_documents.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listIds } from "@/lib/backend/kv/lists.ts";
import { withPlatform } from "@/tests/backend/a_platform.ts";
import { ORG, someone, withResidence } from "@/tests/backend/a_residence.ts";
import { queuedMails } from "@/tests/backend/embedded/queued_mails.ts";
import { NOW } from "@/tests/backend/fixtures.ts";
import { withStoreFile } from "@/tests/backend/kv/stores.ts";
import {
  anAwaitedDocument,
  aRequest,
  documentPath,
  setToValidate,
} from "@/tests/backend/some_documents.ts";
import { wrongEntries } from "@/tests/backend/wrong_entries.ts";
import { mailedBy } from "./killed_mails.ts";

/** A Monday: a weekly mail is due too. */
const MONDAY_MS = Date.parse("2026-02-16T06:00:00Z") - NOW;
/** After this time the leases of both jobs have expired, if they are not renewed. */
const LEASE_MS = 601_000;

/** A document to validate, somebody who validates it, and a request whose documents do not exist yet. */
function writeDocuments(path: string): Promise<void> {
  return withResidence(async (built) => {
    const { store, platform: { own: { services } } } = built;
    const { documentId } = await anAwaitedDocument(services);
    await setToValidate(store, documentPath(documentId));
    await store.atomic()
      .set(keys.documentRequest(ORG, "r2"), aRequest({ rate: 1 })).commit();
    const roles = ["collect:documents:write", "collect:documents:validate:write"] as const;
    await someone(built, { email: "valide@bailleur.fr", roles });
  }, { path });
}

/** What has been written, once the jobs have run to their end after the expiry of their leases. */
async function finished(path: string): Promise<{ documents: string[]; mails: string[] }> {
  const outcome: { documents: string[]; mails: string[] } = { documents: [], mails: [] };
  await withPlatform(async ({ store, clock, platform: { own: { services } } }) => {
    clock.advance(MONDAY_MS + LEASE_MS);
    ok(await makeAllDocuments(services));
    ok(await mailDocuments(services));
    deepStrictEqual(await wrongEntries(store), []);
    outcome.documents = (await listIds(store, keys.document.under(ORG, "r2"))).toSorted();
    const mails = await queuedMails(store);
    outcome.mails = mails.map(({ to, letter }) => {
      const { token: _, ...said } = { token: "", ...letter };
      return `${to} ${JSON.stringify(said)}`;
    }).toSorted();
  }, { path });
  return outcome;
}

/** Copies the file of a closed store, with its log. */
async function copyStore(from: string, to: string): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) {
    await Deno.remove(to + end).catch(() => {});
    await Deno.copyFile(from + end, to + end).catch(() => {});
  }
}

// @spec contracting.making, contracting.mails
Deno.test("process killed after any commit of documents and their mails loses none, and the next one repeats none", () =>
  withStoreFile(async (path) => {
    await writeDocuments(path);
    const killed = `${path}.killed`;
    await copyStore(path, killed);
    const whole = await finished(killed);
    // A reminder and a weekly mail to each of the two addresses of the provider, and one to validate.
    strictEqual(whole.mails.length, 5);
    ok(whole.documents.length > 1);
    for (let commit = 1;; commit++) {
      await copyStore(path, killed);
      const run = { path: killed, afterMs: MONDAY_MS, commit, when: "after" } as const;
      const { signal, success, said } = await mailedBy("documents", run);
      deepStrictEqual(await finished(killed), whole, `commit ${commit}`);
      if (signal === "SIGKILL") continue;
      ok(success, said);
      // Each lease is taken, renewed for each request or recipient, and released; documents are one commit a request, mails one a recipient.
      ok(commit > 10, `${commit} commits`);
      return;
    }
  }));
