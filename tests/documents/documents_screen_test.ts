import { deepStrictEqual, doesNotMatch, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { FIRST_YEAR, LAST_YEAR } from "@/lib/base/periods.ts";
import { setDocument } from "@/lib/documents/document_index.ts";
import type { DocumentRecord } from "@/lib/documents/records.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { aRequest, inOrg, withRegisters } from "@/tests/helpers/a_register.ts";
import { aProject, ORG, PROJECT, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Site, type Visitor, withSite, withVisitor } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { aProvider } from "@/tests/helpers/referring.ts";
import {
  askedDocuments,
  REQUEST,
  setToValidate,
  someDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";

const LISTS = "/home/documents";
const ROLES: readonly Role[] = ["collect:documents:write"];

interface Shown extends Site {
  readonly visitor: () => Visitor;
  readonly documentId: string;
  /** The address of the document. */
  readonly path: string;
}

/** The pages of a document due on 1 March 2026, changed by `over`. */
function withDocument(
  test: (visitor: Visitor, shown: Shown) => Promise<void>,
  over: Partial<DocumentRecord> = {},
  roles: readonly Role[] = ROLES,
): Promise<void> {
  return withSite(async (site) => {
    await writeResidence(site);
    const [document] = await askedDocuments(site.platform.own.services);
    ok(document);
    const { id: documentId, record: before } = document;
    const at = { orgId: ORG, requestId: REQUEST, documentId };
    const after = { ...before, ...over };
    const change = { before, after };
    await setDocument(site.store.atomic(), at, change).commit();
    await someone(site, { roles: [...roles] });
    const visitor = await site.signIn();
    const path = `${LISTS}/all/${REQUEST}/${encodeURIComponent(documentId)}`;
    await test(visitor, { ...site, documentId, path });
  });
}

const DEPOSITED: Partial<DocumentRecord> = {
  state: "to-valid",
  uploadDate: "2026-02-10T09:00:00Z",
  completionDate: "2026-02-09",
  providerMail: "agence@chauffage.fr",
  compliance: false,
  data: [{ typedocValueId: "w1", rank: 0, value: "82.5" }],
};

// @spec contracting.lists
Deno.test("the lists of an organisation and of a residence show the same documents, and their files", () =>
  withDocument(async (visitor) => {
    strictEqual((await visitor.get(LISTS)).headers.get("location"), `${LISTS}/running`);
    for (const path of [`${LISTS}/running`, `/collect/${PROJECT}/documents/running`]) {
      const { text } = await visitor.get(path);
      match(text, /1.document .*Attestation d’entretien .*Chauffage Durand 01\/03\/2026/);
      const file = await visitor.get(`${path}?csv=semicolon`);
      match(file.html, /Attestation d’entretien;.*;Chauffage Durand;01\/03\/2026;Non transmis/);
    }
    match((await visitor.get(`${LISTS}/late`)).text, /Aucun document en retard/);
    const { html } = await visitor.get(`${LISTS}/running?filter:provider=Chauffage+Durand&page=2`);
    match(html, /href="\/home\/documents\/late\?filter:provider=Chauffage\+Durand"/);
    match((await visitor.get(`${LISTS}/history/2031`)).html, /history\/2032"/);
    for (const year of [FIRST_YEAR, LAST_YEAR]) {
      strictEqual((await visitor.get(`${LISTS}/history/${year}`)).status, 200);
    }
    const outside = [FIRST_YEAR - 1, LAST_YEAR + 1].map((year) => `history/${year}`);
    for (const path of ["abc", "history", "history/abc", "late/2026", ...outside]) {
      strictEqual((await visitor.get(`${LISTS}/${path}`)).status, 404, path);
    }
  }));

// @spec contracting.late
Deno.test("the late list shows the final due date, and from the next day on that it has passed", () =>
  withDocument(async (_visitor, { clock, signIn }) => {
    const lines = [
      [/ 31\/01\/2026 10 10\/02\/2026 Non transmis/, ";10;10/02/2026"],
      [/ 31\/01\/2026 11 10\/02\/2026 \(dépassée\) Non transmis/, ";11;10/02/2026"],
    ] as const;
    for (const [line, inFile] of lines) {
      const visitor = await signIn();
      match((await visitor.get(`${LISTS}/late`)).text, line);
      ok((await visitor.get(`${LISTS}/late?csv=semicolon`)).html.includes(inFile));
      clock.advance(24 * 3_600_000);
    }
  }, { dueDate: "2026-01-31", requestFinalDueDate: null, finalDueDate: "2026-02-10" }));

// @spec contracting.mass-actions
Deno.test("the ticked documents get another due date, or are abandoned", () =>
  withDocument(async (visitor, { documentId }) => {
    const path = `${LISTS}/running`;
    // Buttons are not printed.
    match((await visitor.get(path)).html, /<div class="no-print">\s*<section[^>]* id="documents"/);
    const none = await visitor.refused(path, { form: "documents", intent: "due" });
    match(none.text, /Choisissez au moins un document/);
    const undated = { form: "documents", intent: "due", documents: documentId };
    match((await visitor.post(path, undated)).text, /Ce champ est obligatoire/);
    const endless = await visitor.refused(path, { ...undated, finalDueDate: "9999-12-31" });
    match(endless.text, /Année de 1970 à 2100 attendue/);
    const moved = await visitor.post(path, { ...undated, finalDueDate: "2026-03-15" });
    match(moved.text, /15\/03\/2026.*1.document modifié\./);
    const dropped = await visitor.post(path, {
      form: "documents",
      intent: "drop",
      every: "on",
      comment: "Contrat résilié",
    });
    strictEqual(dropped.status, 200);
    match(dropped.text, /1.document modifié\..*Aucun document n’est attendu/);
    match((await visitor.get(`${LISTS}/history/2026`)).text, /Abandonné/);
  }));

// @spec contracting.lists
Deno.test("documents of an overseas residence become late by the days of Paris, as in the organisation's list and file", () =>
  withDocument(async (visitor, { store, platform, clock }) => {
    await store.atomic().set(keys.project(PROJECT), aProject({ timeZone: "Pacific/Noumea" }))
      .commit();
    await platform.versions.bump([{ kind: "project", id: PROJECT }]);
    // 15:00 on 10 February in Paris, 1:00 on the 11th in the residence.
    clock.advance(3 * 3_600_000);
    for (const path of [`${LISTS}/late`, `/collect/${PROJECT}/documents/late`]) {
      match((await visitor.get(path)).text, / 08\/02\/2026 2 10\/02\/2026 Non transmis/);
      match((await visitor.get(`${path}?csv=semicolon`)).html, /;08\/02\/2026;2;10\/02\/2026;/);
    }
  }, { dueDate: "2026-02-08", requestFinalDueDate: null, finalDueDate: "2026-02-10" }));

// @spec contracting.verdict
Deno.test("the next document to validate belongs to a residence where the user may validate, not only read", () =>
  withDocument(
    async (visitor, { store, platform, path }) => {
      await writeRegisters(store, { projects: ["p0", PROJECT] });
      const [accountId = ""] = await listIds(store, keys.member.under(ORG));
      await store.atomic().set(keys.project("p0"), aProject({ name: "Les Ajoncs" }))
        .set(keys.projectOfOrg(ORG, "p0"), true)
        .set(keys.roles("p0", accountId), ["collect:documents:read"])
        .set(keys.rolesOfAccount(accountId, "p0"), true).commit();
      await platform.versions.bump([{ kind: "org", id: ORG }, { kind: "account", id: accountId }]);
      const all = await someDocuments(platform.own.services);
      const other = all.find(({ record }) => record.projectId === "p0");
      ok(other);
      const at = { orgId: ORG, requestId: REQUEST, documentId: other.id };
      await setToValidate(store, at);
      match((await visitor.get(`${LISTS}/to-validate`)).text, /2.documents/);
      doesNotMatch((await visitor.get(path)).text, /Document suivant à valider/);
      const read = await visitor.get(`${LISTS}/all/${REQUEST}/${other.id}`);
      doesNotMatch(read.text, /Validation Décision/);
      ok(read.html.includes(`href="${path}" accesskey="n"`), read.html);
    },
    DEPOSITED,
    ["collect:documents:validate:write"],
  ));

// @spec contracting.viewer
Deno.test("document is read with its values, then refused with a comment", () =>
  withDocument(
    async (visitor, { path }) => {
      const page = await visitor.get(path);
      match(page.text, /Attente validation/);
      match(page.text, /Rendement 82,5\u00A0% Hors bornes au moins 85\u00A0%/);
      match(page.text, /Déposé par agence@chauffage.fr Réalisé le 09\/02\/2026/);
      const version = page.version();
      const empty = await visitor.refused(path, { form: "verdict", version });
      match(empty.text, /Ce champ est obligatoire/);
      const verdict = {
        form: "verdict",
        version,
        state: "refused",
        compliance: "yes",
        comment: "Illisible",
      };
      const silent = await visitor.refused(path, { ...verdict, comment: "" });
      match(silent.message("comment") ?? "", /obligatoire/);
      const sent = await visitor.post(path, verdict);
      const decided = sent.headers.get("location") ?? "";
      strictEqual(decided, `${LISTS}/to-validate?saved=decision#decision`);
      match((await visitor.get(decided)).text, /Décision enregistrée/);
      const refused = await visitor.get(path);
      match(refused.text, /Refusé .*Motif du refus Illisible/);
      doesNotMatch(refused.text, /Validation Décision/);
      match(refused.text, /Remplacé par Le document suivant/);
      ok(refused.html.includes(`href="${LISTS}/refused"`), refused.html);
      ok(refused.html.includes(`href="${path}~2"`), refused.html);
      const next = await visitor.get(`${path}~2`);
      match(next.text, /Remplace Le document refusé Motif du refus précédent Illisible/);
      ok(next.html.includes(`href="${path}"`));
      // Another tab sends its decision afterwards.
      const late = await visitor.post(path, { ...verdict, state: "subject-valid" });
      strictEqual(late.status, 409);
      match(
        late.text,
        /n’attend plus de validation\u00A0: son état est affiché ci-dessus Rien n’est enregistré\. .*Décision Validé avec réserve Conformité Conforme Réserve ou motif du refus Illisible/,
      );
      doesNotMatch(late.text, /Valider la décision/);
      // A refusal has no compliance, a validation without reservation no comment.
      const refusal = await visitor.post(path, verdict);
      match(refusal.text, /Décision Refusé Réserve ou motif du refus Illisible/);
      const valid = await visitor.post(path, { ...verdict, state: "valid" });
      match(valid.text, /Décision Validé Conformité Conforme/);
      doesNotMatch(valid.text, /Conforme Réserve ou motif du refus/);
      match((await visitor.get(`${LISTS}/running`)).text, /À transmettre de nouveau/);
    },
    DEPOSITED,
    ["collect:documents:write"],
  ));

// @spec contracting.requests
Deno.test("request with a deposit explains beside each fixed choice why it is kept, is not deleted, and can be closed", () =>
  withVisitor({ roles: ["collect:documents:write"] }, async ({ site, visitor }) => {
    const { store, platform } = site;
    await writeRegisters(store);
    const other = { name: "Ramonage", emails: ["bureau@ramonage.fr"], archived: false };
    await store.atomic().set(keys.provider(ORG, "v2"), other).commit();
    const [first] = await someDocuments(platform.own.services);
    ok(first);
    await setToValidate(store, { orgId: ORG, requestId: REQUEST, documentId: first.id });
    const path = links.documentRequest(REQUEST);
    const page = await visitor.get(path);
    const names = ["typedocId", "contractId", "firstRequest", "rate", "nbDaysForNewDeadline"];
    const stored = Object.fromEntries(names.map((name) => [name, page.value(name) ?? ""]));
    const version = page.version();
    const typed = { ...stored, form: "request", projects: first.record.projectId, version };
    const refused = await visitor.post(path, { ...typed, providerId: "v2", reminder: "30" });
    strictEqual(refused.status, 409);
    strictEqual(
      refused.message("providerId"),
      "Un document est déjà déposé\u00A0: remettez «\u00A0Chauffage Durand\u00A0», ou créez une autre demande.",
    );
    strictEqual(refused.message("typedocId"), null);
    doesNotMatch(refused.text, /Fermez-la/);
    deepStrictEqual(
      ["providerId", "reminder"].map((name) => refused.value(name)),
      ["v2", "30"],
    );
    const removal = { form: "request", intent: "remove" };
    const kept = await visitor.post(path, removal);
    strictEqual(kept.status, 409);
    match(
      kept.text,
      /Un document a été déposé\u00A0: cette demande ne se supprime pas, mais elle peut être close\./,
    );
    doesNotMatch(kept.text, /là où il sert/);
    strictEqual((await visitor.post(path, { form: "request", intent: "close" })).status, 303);
    match(
      (await visitor.post(path, removal)).text,
      /Un document a été déposé\u00A0: cette demande ne se supprime pas\./,
    );
  }));

async function namesOf(ask: CallFunction) {
  const list = await answerOf(ask("listProjectProviders", { projectId: PROJECT }));
  return list.map(({ name }) => name);
}

// @spec contracting.residence-providers
Deno.test("listProjectProviders() returns the providers in charge today, and those with requested documents", () =>
  withRegisters(async (ask) => {
    const contract = { name: "Exploitation", code: "", equipment: null };
    const on = { allprojects: false, projects: [PROJECT] };
    const made = await answerOf(ask("createContract", { ...inOrg, body: { ...contract, ...on } }));
    const add = async (name: string, startDate: string, endDate: string | null) => {
      const providerId = await aProvider(ask, name);
      const body = { providerId, startDate, endDate };
      ok((await ask("addContractProvider", { ...inOrg, contractId: made.id, body })).ok);
    };
    await add("Ancien", "2000-01-01", "2000-12-31");
    await add("Présent", "2001-01-01", "2029-12-31");
    await add("À venir", "2030-01-01", null);
    deepStrictEqual(await namesOf(ask), ["Présent"]);
    const { requestId, names: { providerId } } = await aRequest(ask);
    const body = { name: "Demandé", emails: ["a@b.fr"] };
    ok((await ask("putProvider", { ...inOrg, providerId, body })).ok);
    deepStrictEqual(await namesOf(ask), ["Demandé", "Présent"]);
    ok((await ask("closeRequest", { ...inOrg, requestId, body: { close: true } })).ok);
    deepStrictEqual(await namesOf(ask), ["Présent"]);
    const gone = { ...contract, allprojects: false, projects: [] };
    ok((await ask("putContract", { ...inOrg, contractId: made.id, body: gone })).ok);
    deepStrictEqual(await namesOf(ask), []);
  }));
