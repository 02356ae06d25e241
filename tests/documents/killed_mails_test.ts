import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { documentKey, setDocument } from "@/lib/documents/document_index.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { requestRecord } from "@/lib/documents/records.ts";
import { setNews } from "@/lib/documents/verdict_mails.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { listIds, readEntry } from "@/lib/store/store.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";
import { mailedBy } from "@/tests/helpers/killed_mails.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { REPORT, storeAlarm } from "@/tests/helpers/some_alarms.ts";
import {
  anAwaitedDocument,
  aRequest,
  askedDocuments,
  documentPath,
  REQUEST,
  setToValidate,
} from "@/tests/helpers/some_documents.ts";
import { withStoreFile, wrongEntries } from "@/tests/helpers/stores.ts";

/** After this time the lease of each of the jobs has expired, if it is not renewed. */
const LEASE_MS = 601_000;

/** An alarm, and two reports about it. */
function writeAlarm(path: string): Promise<void> {
  return withResidence(async (built) => {
    await storeAlarm(built.store, { start: new Date(built.clock.now()).toISOString() });
    await built.store.atomic()
      .set(keys.orgAlarmReport(ORG, "r1"), { ...REPORT, emails: ["siege@bailleur.fr"] })
      .set(keys.alarmReport(PROJECT, "r2"), { ...REPORT, emails: ["agence@bailleur.fr"] })
      .commit();
  }, { path });
}

async function written(path: string): Promise<{ mails: string[]; events: number }> {
  const store = await openStore(path);
  const mails = (await queuedMails(store)).map(({ to }) => to).toSorted();
  const events = (await listIds(store, keys.alarmEvent.under(ORG))).length;
  store.close();
  return { mails, events };
}

// @spec alarms.report-mails
Deno.test("process killed before or after each commit of mails of alarms loses none, and two other processes send none twice", () =>
  withStoreFile(async (path) => {
    await writeAlarm(path);
    const siege = "siege@bailleur.fr";
    const both = ["agence@bailleur.fr", siege];
    // The lease is taken and renewed. The third commit is the secret of the mails, then a mail, the
    // other, the event.
    const steps = [
      { commit: 2, when: "after", mails: [], events: 1 },
      { commit: 3, when: "after", mails: [], events: 1 },
      { commit: 3, when: "before", mails: [], events: 1 },
      { commit: 3, when: "after", mails: [siege], events: 1 },
      { commit: 3, when: "before", mails: [siege], events: 1 },
      { commit: 3, when: "after", mails: both, events: 1 },
      { commit: 3, when: "before", mails: both, events: 1 },
      { commit: 3, when: "after", mails: both, events: 0 },
    ] as const;
    let afterMs = 0;
    for (const { commit, when, ...left } of steps) {
      const { signal, said } = await mailedBy("alarms", {
        path,
        afterMs: afterMs += LEASE_MS,
        commit,
        when,
      });
      strictEqual(signal, "SIGKILL", said);
      deepStrictEqual(await written(path), { ...left, mails: [...left.mails] });
    }
    afterMs += LEASE_MS;
    const ended = await Promise.all([0, 0].map(() => mailedBy("alarms", { path, afterMs })));
    deepStrictEqual(ended.map(({ success }) => success), [true, true], ended[0]?.said);
    deepStrictEqual(await written(path), { mails: both, events: 0 });
  }));

/** A Monday: a weekly mail is due too. */
const MONDAY_MS = Date.parse("2026-02-16T06:00:00Z") - NOW;

/** Three decisions for a provider with two addresses. */
function writeDecisions(path: string): Promise<void> {
  return withResidence(async ({ store, clock, platform: { own: { services } } }) => {
    for (const { id, record } of await askedDocuments(services, { rate: 1, reminder: 90 })) {
      const path = documentPath(id);
      const change = { before: record, after: { ...record, state: "valid" } as const };
      const atomic = setDocument(store.atomic(), path, { ...change, atMs: clock.now() });
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
    deepStrictEqual(ended.map(({ success }) => success), [true, true], ended[0]?.said);
    deepStrictEqual(await left(), { mails: three, news: 0 });
  }));

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
      const { token: _, until: _u, ...said } = { token: "", until: "", ...letter };
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
    // A weekly mail to each of the two addresses of the provider, and one to validate.
    strictEqual(whole.mails.length, 3);
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
