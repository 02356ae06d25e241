import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { documentKey, replacementId, setDocument } from "@/lib/documents/document_index.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { type RequestRecord, requestRecord } from "@/lib/documents/records.ts";
import type { DocumentVerdict } from "@/lib/documents/schema.ts";
import { mailVerdicts, setNews } from "@/lib/documents/verdict_mails.ts";
import { deleteAll } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { openStore } from "@/lib/store/open_store.ts";
import { listIds, readEntry } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { mailedBy } from "@/tests/helpers/killed_mails.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  aRequest,
  askedDocuments,
  documentPath,
  REQUEST,
  setToValidate,
  storedDocuments,
} from "@/tests/helpers/some_documents.ts";
import { withStoreFile, wrongEntries } from "@/tests/helpers/stores.ts";
import { withAwaitedDocument } from "./a_deposit.ts";

const MINUTE_MS = 60_000;
const TO = ["agence@chauffage.fr", "suivi@chauffage.fr"];
const NAME = "Attestation d’entretien, Les Lilas";

interface Built extends TestPlatform {
  readonly ask: CallFunction;
  /** The documents due each month from 1 March 2026 on: twelve, all in their reminder window. */
  readonly ids: readonly string[];
  decide(id: string, state: DocumentVerdict["state"], comment?: string): Promise<void>;
  drop(ids: readonly string[], comment?: string): Promise<void>;
  close(isClosed: boolean): Promise<void>;
  /** Advances the clock, writes the mails, and returns the added ones: recipient, and content. */
  mailsAfter(minutes: number): Promise<{ to: string; said: object }[]>;
}

function withDocuments(
  test: (built: Built) => Promise<void>,
  request: Partial<RequestRecord> = { rate: 1, reminder: 365 },
): Promise<void> {
  return withAwaitedDocument(async (built) => {
    const { store, clock, platform: { own: { services } } } = built;
    const roles = ["collect:documents:write", "collect:documents:validate:write"] as const;
    const ask = await someone(built, { roles });
    const ids = (await storedDocuments(store)).map(({ id }) => id);
    await test({
      ...built,
      ask,
      ids,
      async decide(id, state, comment = "") {
        const path = documentPath(id);
        await setToValidate(store, path);
        const body = { state, compliance: null, comment };
        await answerOf(ask("validateDocument", { ...path, body }));
      },
      async drop(documents, comment = "") {
        const body = { documents: [...documents], comment };
        const { results } = await answerOf(ask("dropDocuments", { orgId: ORG, body }));
        ok(results.every(({ ok }) => ok));
      },
      async close(close) {
        const at = { orgId: ORG, requestId: REQUEST };
        await answerOf(ask("closeRequest", { ...at, body: { close } }));
      },
      async mailsAfter(minutes) {
        clock.advance(minutes * MINUTE_MS);
        ok(await mailVerdicts(services));
        const added = await queuedMails(store);
        await deleteAll(store, { prefix: keys.outbox.under() });
        return added.map(({ to, letter }) => {
          ok(letter?.kind === "documents-verdicts");
          const { token: _, until: _u, kind: _k, ...said } = letter;
          return { to, said };
        }).toSorted((a, b) => a.to.localeCompare(b.to));
      },
    });
    deepStrictEqual(await wrongEntries(store), []);
  }, { request });
}

const about = (verdict: string, deadline: string | null, over: object = {}) => ({
  verdict,
  name: NAME,
  deadline,
  comment: "",
  again: null,
  isClosed: false,
  ...over,
});
const toEach = (...first: object[]) =>
  TO.map((to) => ({ to, said: { organisation: "Bailleur", count: first.length, first } }));

// @spec contracting.verdict-mails
Deno.test("mailVerdicts() tells each address of a provider all decisions of fifteen minutes in one mail, once", () =>
  withDocuments(async ({ ids, decide, drop, mailsAfter }) => {
    const [march = "", april = "", may = "", june = "", july = ""] = ids;
    await decide(april, "valid");
    await decide(march, "subject-valid", "Compteur à changer");
    deepStrictEqual(await mailsAfter(10), []);
    // Due on 1 May, then 15 days.
    await decide(may, "refused", "Illisible");
    await drop([june], "Chaufferie fermée");
    deepStrictEqual(await mailsAfter(4), []);
    deepStrictEqual(
      await mailsAfter(1),
      toEach(
        about("refused", "2026-05-01", { comment: "Illisible", again: "2026-05-16" }),
        about("subject-valid", "2026-03-01", { comment: "Compteur à changer" }),
        about("valid", "2026-04-01"),
        about("not-transmitted", "2026-06-01", { comment: "Chaufferie fermée" }),
      ),
    );
    await decide(july, "valid");
    for (const minutes of [0, 14]) deepStrictEqual(await mailsAfter(minutes), []);
    deepStrictEqual(await mailsAfter(1), toEach(about("valid", "2026-07-01")));
    deepStrictEqual(await mailsAfter(60), []);
  }));

// @spec contracting.verdict-mails
Deno.test("mailVerdicts() tells of a document and its replacements once, in their last state", () =>
  withDocuments(async ({ ids, decide, drop, mailsAfter }) => {
    const [march = "", april = "", may = ""] = ids;
    await decide(march, "refused", "Illisible");
    await drop([replacementId(march)], "Chaufferie fermée");
    await decide(april, "refused", "Illisible");
    await decide(replacementId(april), "valid");
    await decide(may, "refused", "Illisible");
    deepStrictEqual(
      await mailsAfter(15),
      toEach(
        about("refused", "2026-05-01", { comment: "Illisible", again: "2026-05-16" }),
        about("valid", "2026-04-16"),
        about("not-transmitted", "2026-03-16", { comment: "Chaufferie fermée" }),
      ),
    );
  }));

// @spec contracting.verdict-mails
Deno.test("mailVerdicts() tells of a closed request with the documents that were awaited, unless it was reopened", () =>
  withDocuments(async ({ ids, clock, decide, close, mailsAfter }) => {
    // The first document is late, the others are in their window.
    clock.goTo("2026-03-02T11:00:00Z");
    await close(true);
    await close(false);
    deepStrictEqual(await mailsAfter(15), []);
    await decide(ids[1] ?? "", "refused", "Illisible");
    await close(true);
    const mails = await mailsAfter(15);
    const months = ["03-01", "05-01", "06-01", "07-01", "08-01", "09-01", "10-01"];
    const days = [...months, "11-01", "12-01"].map((day) => `2026-${day}`);
    // The window of 365 days opened for the last one on 1 March 2026: the reopened request has made it.
    deepStrictEqual(
      mails,
      toEach(
        about("refused", "2026-04-01", { comment: "Illisible", isClosed: true }),
        ...[...days, "2027-01-01", "2027-02-01", "2027-03-01"].map((day) =>
          about("closed", day, { isClosed: true })
        ),
      ),
    );
    await close(false);
    deepStrictEqual(await mailsAfter(15), []);
  }));

// @spec contracting.verdict-mails
Deno.test("mailVerdicts() tells of a request that was deleted, or is asked of another provider", () =>
  withDocuments(async ({ ask, store, mailsAfter }) => {
    const other = { name: "Thermique Martin", emails: ["bureau@thermique.fr"], archived: false };
    await store.atomic().set(keys.provider(ORG, "v2"), other).commit();
    const put = async (providerId: string) => {
      const { close: _, ...body } = aRequest({ rate: 0, providerId });
      await answerOf(ask("putRequest", { orgId: ORG, requestId: REQUEST, body }));
    };
    await put("v2");
    const gone = about("withdrawn", "2026-03-01");
    deepStrictEqual(await mailsAfter(15), toEach(gone));
    await put("v1");
    const said = { organisation: "Bailleur", count: 1, first: [gone] };
    deepStrictEqual(await mailsAfter(15), [{ to: "bureau@thermique.fr", said }]);
    await put("v2");
    await put("v1");
    // The other provider was asked for a moment.
    deepStrictEqual(await mailsAfter(15), [{ to: "bureau@thermique.fr", said }]);
    await answerOf(ask("deleteRequest", { orgId: ORG, requestId: REQUEST }));
    const name = "Attestation d’entretien";
    deepStrictEqual(await mailsAfter(15), toEach({ ...gone, name, deadline: null }));
  }, { rate: 0 }));

// @spec contracting.verdict-mails
Deno.test("mailVerdicts() says nothing of what a provider has not seen: a document or a request before the reminder", () =>
  withDocuments(async ({ ids, drop, close, mailsAfter }) => {
    strictEqual(ids.length, 1);
    await drop(ids);
    await close(true);
    deepStrictEqual(await mailsAfter(15), []);
    // 1 March is 19 days ahead: created 7 days before its window.
  }, { rate: 0, reminder: 15 }));

// @spec contracting.verdict-mails, contracting.mails
Deno.test("mailDocuments() asks no second time for the replacement that the mail of a refusal asks for", () =>
  withDocuments(async ({ ids, store, platform, clock, decide, mailsAfter }) => {
    await mailDocuments(platform.own.services);
    await deleteAll(store, { prefix: keys.outbox.under() });
    await decide(ids[0] ?? "", "refused", "Illisible");
    strictEqual((await mailsAfter(15)).length, 2);
    await mailDocuments(platform.own.services);
    deepStrictEqual(await queuedMails(store), []);
    // Due on 16 March: late the day after, a Tuesday.
    clock.goTo("2026-03-17T06:00:00Z");
    await mailDocuments(platform.own.services);
    ok((await queuedMails(store)).length > 0);
  }));

// @spec contracting.verdict-mails
Deno.test("mailVerdicts() loses no decision made while it writes, and repeats none that another process has told", () =>
  withDocuments(async ({ ids, store, clock, platform: { own: { services } }, decide }) => {
    const [march = "", april = ""] = ids;
    await decide(march, "valid");
    clock.advance(15 * MINUTE_MS);
    let isMore = true;
    const observed = observedStore(store, async (mutations) => {
      if (mutations < 3 || !isMore) return;
      isMore = false;
      await decide(april, "valid");
    });
    ok(await mailVerdicts({ ...services, store: observed }));
    const counts = async () =>
      (await queuedMails(store)).map(({ letter }) => letter && "first" in letter && letter.count);
    deepStrictEqual([isMore, await counts()], [false, [2, 2]]);
    await Promise.all([mailVerdicts(services), mailVerdicts(services)]);
    strictEqual((await counts()).length, 2);
  }));

// @spec contracting.verdict-mails
Deno.test("mailVerdicts() tells more decisions than one commit deletes in one mail, which names those it has room for", () =>
  withDocuments(async ({ ids, store, clock, mailsAfter, platform: { own: { services } } }) => {
    const [march = ""] = ids;
    const path = documentPath(march);
    const document = {
      key: [],
      versionstamp: "",
      value: (await storedDocuments(store))[0]?.record,
    };
    ok(document.value);
    const after = { ...document.value, state: "not-transmitted", comment: "x".repeat(2_000) };
    const request = { key: [], versionstamp: "", value: aRequest({ rate: 1, reminder: 365 }) };
    for (let rank = 0; rank < 1_201; rank++) {
      const documentId = `${REQUEST}.d${rank}`;
      const atomic = store.atomic().set(keys.document(ORG, REQUEST, documentId), after);
      const value = document.value;
      const movable = { path: { ...path, documentId }, document: { ...document, value }, request };
      setNews(atomic, movable, clock.now());
      await atomic.commit();
    }
    const mails = await mailsAfter(15);
    const said = mails.map(({ said }) => "count" in said && "first" in said && said);
    const [one] = said;
    ok(one && Array.isArray(one.first));
    deepStrictEqual(said.map((mail) => mail && mail.count), [1_201, 1_201]);
    // 20,000 bytes hold nine abandonments of 2,000 characters and their names.
    strictEqual(one.first.length, 9);
    for (let run = 0; run < 2; run++) ok(await mailVerdicts(services));
    deepStrictEqual(await listIds(store, keys.documentNews.under()), []);
    deepStrictEqual(await mailsAfter(60), []);
    await deleteAll(store, { prefix: keys.document.under(ORG, REQUEST) });
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
    const three = TO.map((one) => `${one} 3`);
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
