import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { transact } from "@/lib/api/writes.ts";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { replacementId } from "@/lib/documents/document_index.ts";
import { documentRecord, type RequestRecord } from "@/lib/documents/records.ts";
import type { DocumentRow, DocumentVerdict, TypedocDraft } from "@/lib/documents/schema.ts";
import { deposited } from "@/lib/documents/transitions.ts";
import { valuesByRank } from "@/lib/documents/upload_rules.ts";
import { mailVerdicts } from "@/lib/documents/verdict_mails.ts";
import type { Caller } from "@/lib/identity/caller.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { callAs, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";
import { queuedMails } from "@/tests/helpers/mails.ts";
import { aRequest, REQUEST, VALUES } from "@/tests/helpers/some_documents.ts";
import { wrongEntries } from "@/tests/helpers/stores.ts";
import { DEPOSITOR, STRANGER, withAwaitedDocument } from "./a_deposit.ts";

const org = { orgId: ORG };
const DAY_MS = 24 * 3_600_000;
const ROLES: readonly Role[] = ["collect:documents:write", "collect:documents:validate:write"];

interface Built extends TestPlatform {
  readonly ask: CallFunction;
  /** The document due on 1 March 2026. */
  readonly documentId: string;
  readonly path: { orgId: string; requestId: string; documentId: string };
}

/** A residence with one awaited document, and a user who validates. */
function withDocument(
  test: (built: Built) => Promise<void>,
  request: Partial<RequestRecord> = {},
): Promise<void> {
  return withAwaitedDocument(async (built, path) => {
    const ask = await someone(built, { roles: ROLES });
    await test({ ...built, ask, documentId: path.documentId, path });
    deepStrictEqual(await wrongEntries(built.store), []);
  }, { request });
}

async function rows(
  ask: CallFunction,
  name: "Running" | "Late" | "ToValidate" | "Refused",
): Promise<DocumentRow[]> {
  const [wide, own] = await Promise.all([
    ask(`listDocuments${name}`, org),
    // Providers may not call it.
    ask(`listProjectDocuments${name}`, { ...org, projectId: PROJECT }),
  ]);
  ok(wide.ok, JSON.stringify(wide));
  deepStrictEqual(own.ok ? own.answer : own.code, own.ok ? wide.answer : "forbidden");
  return wide.answer;
}

async function ids(ask: CallFunction, name: Parameters<typeof rows>[1]): Promise<string[]> {
  return (await rows(ask, name)).map(({ id }) => id);
}

async function history(ask: CallFunction, year: string): Promise<string[]> {
  return (await answerOf(ask("listDocumentsHistory", { ...org, year }))).map(({ id }) => id);
}

/** Deposits a document, like the upload call. */
async function deposit(
  { platform, path }: Built,
  { documentId = path.documentId, value = "90", caller = DEPOSITOR, meanwhile }: {
    documentId?: string;
    value?: string;
    caller?: Caller;
    /** Called before each commit, once all is read. */
    meanwhile?: () => Promise<void>;
  } = {},
): Promise<string> {
  const { services } = platform.own;
  const action = "uploadDocument";
  const written = await transact<null, "not-found" | "document-not-awaiting-upload">(services, {
    caller,
    action,
    projectId: PROJECT,
  }, async (atomic) => {
    const decision = await deposited(services, atomic, {
      path: { ...path, documentId },
      providerMail: DEPOSITOR.email,
      completionDate: "2026-02-09",
      data: [{ typedocValueId: "w1", rank: 0, value }],
      asked: VALUES,
      file: { id: "f1", name: "attestation.pdf", size: 1_000 },
    });
    await meanwhile?.();
    return decision;
  });
  return codeOf(written);
}

async function verdict(
  { ask, path }: Built,
  state: DocumentVerdict["state"],
  over: Partial<DocumentVerdict> & { documentId?: string } = {},
): Promise<string> {
  const { documentId = path.documentId, ...rest } = over;
  const body = { state, compliance: null, comment: "Illisible", ...rest };
  return codeOf(await ask("validateDocument", { ...path, documentId, body }));
}

async function close({ ask }: Built, isClosed: boolean): Promise<void> {
  await answerOf(ask("closeRequest", { ...org, requestId: REQUEST, body: { close: isClosed } }));
}

async function info({ ask, path }: Built, documentId = path.documentId) {
  return await answerOf(ask("getDocumentInfo", { ...path, documentId }));
}

// @spec contracting.lists
Deno.test("an awaited document is running until midnight in Paris of its due date, then late", () =>
  withDocument(async ({ ask, clock, documentId }) => {
    deepStrictEqual(await ids(ask, "Running"), [documentId]);
    deepStrictEqual(await ids(ask, "Late"), []);
    // 1 March 2026, 23:59 in Paris.
    clock.goTo("2026-03-01T22:59:00Z");
    deepStrictEqual(await ids(ask, "Running"), [documentId]);
    clock.advance(60_000);
    deepStrictEqual(await ids(ask, "Running"), []);
    deepStrictEqual(await ids(ask, "Late"), [documentId]);
    deepStrictEqual(await history(ask, "2026"), []);
  }));

// @spec contracting.viewer
Deno.test("document is shown with everything it refers to", () =>
  withDocument(async (built) => {
    const { document, version: _, ...about } = await info(built);
    strictEqual(document.id, built.documentId);
    deepStrictEqual(about, {
      typedoc: {
        id: "t1",
        name: "Attestation d’entretien",
        multiple: false,
        values: VALUES,
      },
      organisation: { id: ORG, name: "Bailleur" },
      contract: { id: "c1", name: "Exploitation", code: "EX-1" },
      project: { id: PROJECT, name: "Les Lilas", code: "" },
      equipment: null,
      provider: { id: "v1", name: "Chauffage Durand" },
      replaces: null,
      replacedBy: null,
      requestClosed: false,
      awaitsUpload: true,
      hasPdf: false,
    });
    await answerOf(callAs(built, DEPOSITOR)("getDocumentInfo", built.path));
    strictEqual(codeOf(await callAs(built, STRANGER)("getDocumentInfo", built.path)), "not-found");
    const unknown = { ...built.path, documentId: "r1.unknown" };
    strictEqual(codeOf(await built.ask("getDocumentInfo", unknown)), "forbidden");
  }));

// @spec contracting.viewer
Deno.test("deposited document keeps the values requested of it when its type loses or changes them", () =>
  withDocument(async (built) => {
    strictEqual(await deposit(built, { value: "80" }), "ok");
    const type = { name: "Attestation", equipment: null, defaultRate: 12, multiple: false };
    const put = (values: TypedocDraft["values"]) =>
      built.ask("putTypedoc", { ...org, typedocId: "t1", body: { ...type, values } });
    const shown = async () => {
      const about = await info(built);
      return valuesByRank(about).map((values) =>
        values.map(({ requested: { name }, value, compliance }) => [name, value, compliance])
      );
    };
    const before = await shown();
    deepStrictEqual(before, [[["Rendement", "80", "outside"]]]);
    const [value] = VALUES;
    ok(value);
    ok((await put([{ ...value, name: "Rendement utile", min: 75 }])).ok);
    deepStrictEqual(await shown(), before);
    ok((await put([])).ok);
    deepStrictEqual(await shown(), before);
    // New requests use the values of the type.
    deepStrictEqual((await info(built)).typedoc.values, []);
  }));

// @spec contracting.deposit
Deno.test("deposit moves a document from the awaited lists to those to validate and the history of its year", () =>
  withDocument(async (built) => {
    const { ask, documentId } = built;
    strictEqual(await deposit(built, { value: "84" }), "ok");
    deepStrictEqual(await ids(ask, "Running"), []);
    deepStrictEqual(await ids(ask, "ToValidate"), [documentId]);
    deepStrictEqual(await history(ask, "2026"), [documentId]);
    deepStrictEqual(await history(ask, "2025"), []);
    const { document, hasPdf } = await info(built);
    deepStrictEqual([document.state, document.providerMail, document.completionDate], [
      "to-valid",
      "agence@chauffage.fr",
      "2026-02-09",
    ]);
    strictEqual(document.uploadDate, "2026-02-10T11:00:00.000Z");
    strictEqual(document.compliance, false);
    strictEqual(hasPdf, true);
    strictEqual(await deposit(built), "document-not-awaiting-upload");
  }));

// @spec contracting.verdict
Deno.test("document is validated or refused once, with the version read, and shows by whom", () =>
  withDocument(async (built) => {
    const { ask, documentId } = built;
    strictEqual(await verdict(built, "valid"), "document-not-awaiting-validation");
    await deposit(built);
    strictEqual(await verdict(built, "valid", { version: "0" }), "conflict");
    const { version } = await info(built);
    const comment = "Manque la date";
    strictEqual(
      await verdict(built, "subject-valid", { version, comment, compliance: true }),
      "ok",
    );
    const { document } = await info(built);
    deepStrictEqual(
      [document.state, document.comment, document.compliance, document.validatorUser],
      ["subject-valid", comment, true, "ada@bailleur.fr"],
    );
    strictEqual(document.validateDate, "2026-02-10T11:00:00.000Z");
    deepStrictEqual(await ids(ask, "ToValidate"), []);
    deepStrictEqual(await history(ask, "2026"), [documentId]);
    // A verdict is final: it is no conflict that could be solved.
    for (const late of [{}, { version }]) {
      strictEqual(await verdict(built, "valid", late), "document-not-awaiting-validation");
    }
  }));

// @spec contracting.replacement
Deno.test("refusal creates a replacement with a new deadline, which its provider sees, and the refused one is listed until its deposit", () =>
  withDocument(async (built) => {
    const { ask, clock, documentId } = built;
    await deposit(built);
    strictEqual(await verdict(built, "refused", { comment: "Illisible" }), "ok");
    const secondId = replacementId(documentId);
    deepStrictEqual(await ids(ask, "Refused"), [documentId]);
    deepStrictEqual(await ids(ask, "Running"), [secondId]);
    const { document } = await info(built, secondId);
    deepStrictEqual([document.state, document.dueDate, document.finalDueDate], [
      "from-refused",
      "2026-03-16",
      "2026-03-31",
    ]);
    strictEqual(document.comment, "Illisible");
    const refused = await info(built);
    deepStrictEqual([refused.document.compliance, refused.replacedBy], [null, secondId]);
    deepStrictEqual([refused.replaces, (await info(built, secondId)).replaces], [null, documentId]);
    clock.goTo("2026-03-17T12:00:00Z");
    deepStrictEqual(await ids(ask, "Late"), [secondId]);
    // A deposit at the address of the refused document is for its replacement.
    strictEqual(await deposit(built), "ok");
    deepStrictEqual(await ids(ask, "Refused"), []);
    deepStrictEqual(await ids(ask, "ToValidate"), [secondId]);
    strictEqual((await info(built, secondId)).document.comment, "");
    deepStrictEqual((await history(ask, "2026")).toSorted(), [documentId, secondId]);
    strictEqual(await verdict(built, "refused", { documentId: secondId }), "ok");
    deepStrictEqual(await ids(ask, "Late"), []);
    const provider = callAs(built, DEPOSITOR);
    const deadlines = async () => {
      const page = await answerOf(provider("pageAskedDocuments", { list: "refused" }));
      return page.rows.map(({ id, dueDate, deadline }) => [id, dueDate, deadline]);
    };
    deepStrictEqual(await deadlines(), [[secondId, "2026-03-16", "2026-03-31"]]);
    const body = { documentIds: [replacementId(secondId)], finalDueDate: "2026-04-01" };
    strictEqual(codeOf(await ask("changeFinalDueDate", { ...org, body })), "ok");
    deepStrictEqual(await deadlines(), [[secondId, "2026-03-16", "2026-04-01"]]);
    strictEqual(await deposit(built), "ok");
    deepStrictEqual(await ids(ask, "ToValidate"), [replacementId(secondId)]);
  }));

// @spec contracting.replacement, accounts.contributions
Deno.test("a deposit that replaces a refused document keeps the erasure of who refused it meanwhile", () =>
  withDocument(async (built) => {
    const { store, path } = built;
    await deposit(built);
    strictEqual(await verdict(built, "refused"), "ok");
    const key = keys.document(path.orgId, path.requestId, path.documentId);
    const stored = async () => (await readEntry(store, key, documentRecord)).value;
    const before = await stored();
    ok(before?.validatorUser);
    const erased = { ...before, validatorUser: null };
    let isErased = false;
    const meanwhile = async () => {
      if (!isErased) await store.atomic().set(key, erased).commit();
      isErased = true;
    };
    strictEqual(await deposit(built, { meanwhile }), "ok");
    deepStrictEqual(await stored(), { ...erased, isReplaced: true });
  }));

// @spec contracting.mass-actions
Deno.test("documents are abandoned together, with a result for each, and repeating it changes nothing", () =>
  withDocument(async (built) => {
    const { ask, documentId } = built;
    await deposit(built);
    await verdict(built, "refused");
    const secondId = replacementId(documentId);
    const drop = async () => {
      const body = { documents: [secondId, documentId, "none.none"], comment: "Chaufferie fermée" };
      return (await answerOf(ask("dropDocuments", { ...org, body }))).results;
    };
    const expected = [
      { documentId: secondId, ok: true, code: null },
      { documentId, ok: false, code: "document-not-awaiting-upload" },
      { documentId: "none.none", ok: false, code: "not-found" },
    ];
    deepStrictEqual(await drop(), expected);
    deepStrictEqual(await drop(), expected);
    const { document } = await info(built, secondId);
    deepStrictEqual([document.state, document.comment], ["not-transmitted", "Chaufferie fermée"]);
    deepStrictEqual(await ids(ask, "Refused"), []);
    deepStrictEqual(await ids(ask, "Running"), []);
  }));

// @spec forms.far-dates
Deno.test("with the first or the last day that is accepted as a deadline, lists and refusals work", () =>
  withDocument(async (built) => {
    const { ask, documentId } = built;
    const deadline = async (finalDueDate: string) =>
      codeOf(
        await ask("changeFinalDueDate", {
          ...org,
          body: { documentIds: [documentId], finalDueDate },
        }),
      );
    for (const day of ["1900-01-01", "1969-12-31", "2101-01-01", "9999-12-31"]) {
      strictEqual(await deadline(day), "invalid-input", day);
    }
    for (const day of ["1970-01-01", "2024-12-31", "2056-02-11", "2100-12-31"]) {
      strictEqual(await deadline(day), "due-date-too-far", day);
    }
    strictEqual(await deadline("2026-03-01"), "ok");
    deepStrictEqual([await ids(ask, "Running"), await ids(ask, "Late")], [[documentId], []]);
    strictEqual(await deadline("2056-02-10"), "ok");
    deepStrictEqual([await ids(ask, "Running"), await ids(ask, "Late")], [[], []]);
    await deposit(built);
    deepStrictEqual(await history(ask, "2056"), [documentId]);
    const body = { documentIds: [documentId], finalDueDate: "2026-06-01" };
    const { results } = await answerOf(ask("changeFinalDueDate", { ...org, body }));
    deepStrictEqual(results.map(({ code }) => code), ["document-not-awaiting-upload"]);
    strictEqual(await verdict(built, "refused", { comment: "Illisible" }), "ok");
  }));

Deno.test("closed request removes its awaited documents from the lists and keeps the deposited ones", () =>
  withDocument(async (built) => {
    const { ask, documentId } = built;
    await close(built, true);
    deepStrictEqual(await ids(ask, "Running"), []);
    strictEqual(await deposit(built), "document-not-awaiting-upload");
    await close(built, false);
    deepStrictEqual(await ids(ask, "Running"), [documentId]);
    await deposit(built);
    await close(built, true);
    deepStrictEqual(await ids(ask, "ToValidate"), [documentId]);
    strictEqual(await verdict(built, "valid"), "ok");
  }));

// @spec contracting.lists
Deno.test("a refused document of a closed request is only in the history until the request is reopened", () =>
  withDocument(async (built) => {
    const { ask, documentId } = built;
    await deposit(built);
    await close(built, true);
    strictEqual(await verdict(built, "refused", { comment: "Illisible" }), "ok");
    built.clock.advance(15 * 60_000);
    ok(await mailVerdicts(built.platform.own.services));
    const mailed = (await queuedMails(built.store)).map(({ letter }) =>
      letter?.kind === "documents-verdicts" &&
      letter.first.map(({ verdict, again, isClosed }) => [verdict, again, isClosed])
    );
    // Nothing was awaited once the document was deposited: the request itself is named.
    const verdicts = [["refused", null, true], ["closed", null, true]];
    deepStrictEqual(mailed, [verdicts, verdicts]);
    const provider = callAs(built, DEPOSITOR);
    const counted = async () => {
      const counts = await answerOf(provider("countDocuments", org));
      const page = await answerOf(provider("pageAskedDocuments", {}));
      return [
        counts.refused,
        page.counts.refused,
        (await ids(ask, "Refused")).length,
      ];
    };
    deepStrictEqual(await counted(), [0, 0, 0]);
    deepStrictEqual(await history(ask, "2026"), [documentId]);
    await close(built, false);
    deepStrictEqual(await counted(), [1, 1, 1]);
  }));

// @spec contracting.providers-own
Deno.test("provider sees the documents requested of it, and a user those of their residences", () =>
  withDocument(async (built) => {
    const { ask, store, documentId } = built;
    const other = aRequest({ providerId: "v2", projects: ["p2"] });
    await store.atomic().set(keys.documentRequest(ORG, "r2"), other)
      .set(keys.project("p2"), aProject({ name: "Les Ifs" }))
      .set(keys.projectOfOrg(ORG, "p2"), true).commit();
    await makeDocuments(built.platform.own.services, { orgId: ORG, requestId: "r2" });
    deepStrictEqual(await ids(ask, "Running"), [documentId]);
    const theirs = callAs(built, DEPOSITOR);
    const listed = await answerOf(theirs("listDocumentsRunning", org));
    deepStrictEqual(listed.map(({ id }) => id), [documentId]);
    strictEqual(codeOf(await theirs("listDocumentsToValidate", org)), "forbidden");
    const counted = { running: 1, late: 0, toValidate: 0, refused: 0, again: 0 };
    const counts = await answerOf(theirs("countDocuments", org));
    deepStrictEqual(counts, counted);
    strictEqual(await deposit(built), "ok");
    const after = await answerOf(theirs("countDocuments", org));
    deepStrictEqual(after, { ...counted, running: 0 });
    const elsewhere = await ask("listProjectDocumentsRunning", { ...org, projectId: "p2" });
    strictEqual(codeOf(elsewhere), "not-found");
  }));

// @spec organisations.documents
Deno.test("every call about documents is refused while the organisation does not manage documents", () =>
  withDocument(async ({ ask, store, path }) => {
    await store.atomic().set(keys.orgFeatures(ORG), { documentManagement: false }).commit();
    const off = "document-management-off";
    strictEqual(codeOf(await ask("listDocumentsLate", org)), off);
    strictEqual(codeOf(await ask("getDocumentInfo", path)), off);
    const body = { state: "valid", compliance: null, comment: "" } as const;
    strictEqual(codeOf(await ask("validateDocument", { ...path, body })), off);
    const drop = { documents: [path.documentId], comment: "" };
    strictEqual(codeOf(await ask("dropDocuments", { ...org, body: drop })), off);
  }));

Deno.test("concurrent decision, deposit, postponement and abandonment leave one state and one place in the lists", () =>
  withDocument(async (built) => {
    const { ask, clock, documentId } = built;
    clock.advance(30 * DAY_MS);
    const body = { documentIds: [documentId], finalDueDate: "2026-05-01" };
    const drop = { documents: [documentId], comment: "" };
    await Promise.all([
      deposit(built),
      ask("changeFinalDueDate", { ...org, body }),
      ask("dropDocuments", { ...org, body: drop }),
      verdict(built, "valid"),
      deposit(built),
    ]);
    const { document } = await info(built);
    const lists = await Promise.all([
      ids(ask, "Running"),
      ids(ask, "Late"),
      ids(ask, "ToValidate"),
      ids(ask, "Refused"),
      history(ask, "2026"),
    ]);
    const expected: Record<string, number[]> = {
      "to-valid": [0, 0, 1, 0, 1],
      "valid": [0, 0, 0, 0, 1],
      "not-transmitted": [0, 0, 0, 0, 1],
    };
    deepStrictEqual(lists.map(({ length }) => length), expected[document.state]);
  }));

// @spec contracting.deposit
Deno.test("of deleting a request and depositing a document for it at once, one succeeds", () =>
  withDocument(async (built) => {
    const { ask } = built;
    const at = { ...org, requestId: REQUEST };
    const [sent, deleted] = await Promise.all([deposit(built), ask("deleteRequest", at)]);
    deepStrictEqual(
      [sent, codeOf(deleted)],
      sent === "ok" ? ["ok", "in-use"] : ["not-found", "ok"],
    );
  }));
