import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { mailDocuments } from "@/lib/documents/mail_jobs.ts";
import { contractRecord, type RequestRecord } from "@/lib/documents/records.ts";
import { deleteAll } from "@/lib/store/commits.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry, type Store } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { ORG, someone } from "@/tests/helpers/a_residence.ts";
import { aroundStore } from "@/tests/helpers/changed_stores.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import {
  aRequest,
  documentPath,
  REQUEST,
  setToValidate,
  VALUES,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";
import { withAwaitedDocument } from "./a_deposit.ts";

const TO = ["agence@chauffage.fr", "suivi@chauffage.fr"];
const NAME = "Attestation d’entretien, Les Lilas";

interface Built extends TestPlatform {
  readonly ask: CallFunction;
  readonly documentId: string;
  /** Moves the clock, writes the mails, and returns the added ones. */
  mailsOn(instant: string): Promise<{ to: string; said: object }[]>;
}

/** The queued mails by recipient: their content, without the token. */
async function mailsIn(store: Store): Promise<{ to: string; said: object }[]> {
  return (await queuedMails(store)).map(({ to, letter }) => {
    const { token: _, until: _u, ...said } = { token: "", until: "", ...letter };
    return { to, said };
  }).sort((a, b) => a.to.localeCompare(b.to));
}

/** A document due on 1 March 2026 with a reminder 60 days before, and a user who validates. */
function withDocument(
  test: (built: Built) => Promise<void>,
  request: Partial<RequestRecord> = {},
): Promise<void> {
  return withAwaitedDocument(async (built, { documentId }) => {
    const { store, clock, platform: { own: { services } } } = built;
    const roles = ["collect:documents:write", "collect:documents:validate:write"] as const;
    const ask = await someone(built, { roles });
    const mailsOn = async (instant: string) => {
      clock.goTo(instant);
      await mailDocuments(services);
      const added = await mailsIn(store);
      await deleteAll(store, { prefix: keys.outbox.under() });
      return added;
    };
    await test({ ...built, ask, documentId, mailsOn });
    deepStrictEqual(await wrongEntries(store), []);
  }, { request });
}

const CONTRACT = "Exploitation · EX-1";
const none = { count: 0, first: [] };
const one = (deadline: string) => ({
  count: 1,
  first: [{ name: NAME, contract: CONTRACT, deadline }],
});
const asked = {
  values: [{ typedoc: "Attestation d’entretien", values: VALUES, others: 0 }],
  contacts: [{ contract: CONTRACT, person: "Mme Martin, 03 53 01 00 12" }],
};
const nothingAsked = { values: [], contacts: [] };
const due = (running: object, late: object) => ({
  kind: "documents-due",
  organisation: "Bailleur",
  running,
  late,
  asked,
});
/** A weekly mail about documents of which the provider was reminded. */
const week = (over: object) => ({
  kind: "documents-week",
  organisation: "Bailleur",
  refused: none,
  late: none,
  fresh: none,
  running: none,
  asked: nothingAsked,
  ...over,
});
const toEach = (said: object) => TO.map((to) => ({ to, said }));

// @spec contracting.mails
Deno.test("mailDocuments() reminds each user of a provider once when the reminder window begins, and once when the document is late", () =>
  withDocument(async ({ mailsOn }) => {
    deepStrictEqual(await mailsOn("2026-02-10T11:00:00Z"), toEach(due(one("2026-03-01"), none)));
    deepStrictEqual(await mailsOn("2026-02-10T12:00:00Z"), []);
    deepStrictEqual(await mailsOn("2026-03-01T12:00:00Z"), []);
    // Monday 2 March: the weekly mail says it.
    deepStrictEqual(
      await mailsOn("2026-03-02T06:00:00Z"),
      toEach(week({ late: one("2026-03-01"), asked })),
    );
    deepStrictEqual(await mailsOn("2026-03-03T06:00:00Z"), []);
  }));

Deno.test("mailDocuments() reminds again of a document whose deadline was moved", () =>
  withDocument(async ({ ask, documentId, mailsOn }) => {
    await mailsOn("2026-02-10T11:00:00Z");
    const body = { documentIds: [documentId], finalDueDate: "2026-03-20" };
    ok((await ask("changeFinalDueDate", { orgId: ORG, body })).ok);
    deepStrictEqual(await mailsOn("2026-02-11T11:00:00Z"), toEach(due(one("2026-03-20"), none)));
    deepStrictEqual(await mailsOn("2026-02-12T11:00:00Z"), []);
  }));

// @spec contracting.mails
Deno.test("mailDocuments() reminds the provider that replaces another, and not the same one again", () =>
  withDocument(async ({ store, mailsOn }) => {
    deepStrictEqual(await mailsOn("2026-02-10T11:00:00Z"), toEach(due(one("2026-03-01"), none)));
    const emails = ["bureau@thermique.fr"];
    const provider = { name: "Thermique Martin", emails, archived: false };
    await store.atomic().set(keys.provider(ORG, "v2"), provider).commit();
    await writeRegisters(store, { providerId: "v2" });
    const said = due(one("2026-03-01"), none);
    deepStrictEqual(await mailsOn("2026-02-11T11:00:00Z"), [{ to: "bureau@thermique.fr", said }]);
    deepStrictEqual(await mailsOn("2026-02-12T11:00:00Z"), []);
  }));

// @spec contracting.mails
Deno.test("mailDocuments() asks for a document in its weekly mail on the Monday on which it becomes due, and in no other", () =>
  withDocument(async ({ mailsOn }) => {
    // Its window begins on Monday 9 February.
    deepStrictEqual(
      await mailsOn("2026-02-09T06:00:00Z"),
      toEach(week({ fresh: one("2026-03-01"), asked })),
    );
    deepStrictEqual(await mailsOn("2026-02-09T07:00:00Z"), []);
    deepStrictEqual(await mailsOn("2026-02-10T06:00:00Z"), []);
  }, { reminder: 20 }));

// @spec contracting.mails
Deno.test("mailDocuments() names who asked when the contract has no person to call, and nobody once the account is gone", () =>
  withDocument(async ({ ask, store, mailsOn }) => {
    const { close: _, ...body } = aRequest({ firstRequest: "2026-03-02" });
    const contract = await readEntry(store, keys.contract(ORG, "c1"), contractRecord);
    ok(contract.value);
    await store.atomic().set(contract.key, { ...contract.value, contact: "" }).commit();
    ok((await ask("createRequest", { orgId: ORG, body })).ok);
    const contacts = async (instant: string) =>
      (await mailsOn(instant)).map(({ said }) => "asked" in said && said.asked).map((asked) =>
        asked && typeof asked === "object" && "contacts" in asked && asked.contacts
      );
    const ada = { contract: CONTRACT, person: "Ada Durand, ada@bailleur.fr" };
    deepStrictEqual(await contacts("2026-02-10T11:00:00Z"), [[ada], [ada]]);
    await deleteAll(store, { prefix: keys.account.under() });
    // Both are late on Tuesday 3 March.
    deepStrictEqual(await contacts("2026-03-03T06:00:00Z"), [[], []]);
  }));

// @spec contracting.mails
Deno.test("mailDocuments() marks more documents than one commit holds, and names none of them again", () =>
  withDocument(async ({ store, platform, mailsOn }) => {
    const atomic = store.atomic();
    for (let rank = 2; rank <= 7; rank++) {
      const request = aRequest({ firstRequest: "2016-03-01", rate: 1, reminder: 0 });
      atomic.set(keys.documentRequest(ORG, `r${rank}`), request);
    }
    await atomic.commit();
    ok(await makeAllDocuments(platform.own.services));
    const counts = async (instant: string) =>
      (await mailsOn(instant)).map(({ said }) => "late" in said && said.late);
    const [first] = await counts("2026-02-10T11:00:00Z");
    // Seven requests, due each month from March 2016 to February 2026.
    strictEqual(first && typeof first === "object" && "count" in first && first.count, 7 * 120);
    deepStrictEqual(await counts("2026-02-10T12:00:00Z"), []);
  }, { firstRequest: "2016-03-01", rate: 1, reminder: 0 }));

Deno.test("mailDocuments() sends a provider a weekly summary of their documents on Monday", () =>
  withDocument(async ({ mailsOn }) => {
    await mailsOn("2026-02-10T11:00:00Z");
    const said = week({ running: one("2026-03-01") });
    deepStrictEqual(await mailsOn("2026-02-16T06:00:00Z"), toEach(said));
    deepStrictEqual(await mailsOn("2026-02-17T06:00:00Z"), []);
    // No mail could be written on Monday.
    deepStrictEqual(await mailsOn("2026-02-24T06:00:00Z"), toEach(said));
  }));

// @spec contracting.replacement, contracting.closed-refusals
Deno.test("mailDocuments() lists a refused document once, with the deadline of its replacement, until its request is closed", () =>
  withDocument(async ({ ask, store, documentId, mailsOn }) => {
    const path = documentPath(documentId);
    await setToValidate(store, path);
    const body = { state: "refused", compliance: null, comment: "Illisible" } as const;
    ok((await ask("validateDocument", { ...path, body })).ok);
    await mailsOn("2026-02-10T11:00:00Z");
    const again = one("2026-03-16");
    // The mail about its refusal, within a quarter of an hour, tells of it this Monday.
    deepStrictEqual(await mailsOn("2026-02-16T06:00:00Z"), []);
    await deleteAll(store, { prefix: keys.documentNews.under() });
    deepStrictEqual(await mailsOn("2026-02-16T07:00:00Z"), toEach(week({ refused: again })));
    const close = { orgId: ORG, requestId: REQUEST, body: { close: true } };
    ok((await ask("closeRequest", close)).ok);
    deepStrictEqual(await mailsOn("2026-02-23T06:00:00Z"), []);
  }));

Deno.test("mailDocuments() writes to validators the day after a deposit", () =>
  withDocument(async ({ store, documentId, mailsOn }) => {
    await mailsOn("2026-02-10T11:00:00Z");
    await setToValidate(store, documentPath(documentId));
    const said = {
      kind: "documents-to-validate",
      organisation: "Bailleur",
      documents: one("2026-03-01"),
      path: links.inOrganisation(ORG, "/home/documents/to-validate"),
    };
    deepStrictEqual(await mailsOn("2026-02-11T06:00:00Z"), [{ to: "ada@bailleur.fr", said }]);
    deepStrictEqual(await mailsOn("2026-02-11T07:00:00Z"), []);
    deepStrictEqual(await mailsOn("2026-02-12T06:00:00Z"), []);
  }));

Deno.test("mailDocuments() writes to validators again, once, when the clock was a year ahead and is set back", () =>
  withDocument(async ({ store, documentId, mailsOn }) => {
    await setToValidate(store, documentPath(documentId));
    const isWritten = async (at: string) =>
      (await mailsOn(at)).some(({ to }) => to === "ada@bailleur.fr");
    strictEqual(await isWritten("2027-02-11T06:00:00Z"), true);
    strictEqual(await isWritten("2026-02-12T06:00:00Z"), true);
    strictEqual(await isWritten("2026-02-13T06:00:00Z"), false);
  }));

/** A store that acts before the members are listed: once the lists of documents are read, before any mail. */
function beforeMembers(store: Store, act: () => Promise<void>): Store {
  const members = keys.member.under(ORG).join();
  return aroundStore(store, {
    async *list(selector, options) {
      if ("prefix" in selector && selector.prefix.join() === members) await act();
      yield* store.list(selector, options);
    },
  });
}

// @spec contracting.mails
Deno.test("mailDocuments() counts an unreadable document, reports it as a fault, and writes about the others", () =>
  withDocument(async ({ store, documentId, platform: { own: { services } } }) => {
    const key = keys.document(ORG, REQUEST, documentId);
    const { value } = await store.get(key);
    await store.atomic().set(key, { state: 1 }).commit();
    await rejects(mailDocuments(services), {
      message: new RegExp(`1 of .*document.*${documentId}`),
    });
    deepStrictEqual(await mailsIn(store), toEach(due({ count: 1, first: [] }, none)));
    await store.atomic().set(key, value).commit();
  }));

Deno.test("mailDocuments() in two processes at once, or twice, writes each mail once", () =>
  withDocument(async ({ platform: { own: { services } }, store }) => {
    await Promise.all([mailDocuments(services), mailDocuments(services)]);
    await mailDocuments(services);
    deepStrictEqual((await queuedMails(store)).map(({ to }) => to).toSorted(), TO);
  }));

Deno.test("mailDocuments() stops once another process has its lease", () =>
  withDocument(async ({ store, clock, platform: { own: { services } } }) => {
    const taken = { holder: "another", untilMs: clock.now() + 3_600_000 };
    const overtaken = beforeMembers(store, async () => {
      await store.atomic().set(keys.lease("mail documents"), taken).commit();
    });
    strictEqual(await mailDocuments({ ...services, store: overtaken }), false);
    deepStrictEqual(await queuedMails(store), []);
  }));

Deno.test("mailDocuments() writes nothing about a closed request", () =>
  withDocument(async ({ store, mailsOn }) => {
    await writeRegisters(store, { close: true });
    deepStrictEqual(await mailsOn("2026-03-02T11:00:00Z"), []);
  }));
