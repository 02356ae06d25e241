import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import type { SearchHit } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { countedStore, noReads, type ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import {
  REQUEST,
  setToValidate,
  storedDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { withAwaitedDocument } from "./a_deposit.ts";
import { grant } from "./late_documents.ts";

async function search(ask: CallFunction, q: string): Promise<readonly SearchHit[]> {
  const { hits, counts } = await answerOf(ask("searchOrganisation", { orgId: ORG, q }));
  for (const kind of ["contract", "document"] as const) {
    strictEqual(counts[kind], hits.filter((hit) => hit.kind === kind).length);
  }
  return hits;
}

/** A residence with a document, a second one, and a reader of the documents of the first. */
function withDocument(
  test: (reader: CallFunction, documentId: string, built: TestPlatform) => Promise<void>,
): Promise<void> {
  return withAwaitedDocument(async (built, { documentId }) => {
    await built.store.atomic()
      .set(keys.project("p2"), aProject({ name: "Les Acacias" }))
      .set(keys.projectOfOrg(ORG, "p2"), true).commit();
    const reader = await someone(built, { roles: ["collect:documents:read"] });
    await test(reader, documentId, built);
  });
}

// @spec projects.search
Deno.test("searchOrganisation finds a contract by its name and its code, for a user who reads documents", () =>
  withDocument(async (reader, _, built) => {
    const hit = {
      kind: "contract",
      projectId: null,
      projectName: "",
      label: "Exploitation",
      detail: "EX-1",
      boilerRoomId: null,
      houseId: null,
      contractId: "c1",
      requestId: null,
      documentId: null,
    };
    for (const q of ["exploit", "ex-1", "EX-1 exploitation"]) {
      deepStrictEqual(await search(reader, q), [hit], q);
    }
    deepStrictEqual(await search(reader, "ex-2"), []);
    const others = { email: "bob@bailleur.fr", isAdmin: true, roles: ["collect:read"] } as const;
    deepStrictEqual(await search(await someone(built, others), "ex-1"), []);
    const body = { name: "Chauffage", code: "EX-2", equipment: null, allprojects: false };
    const writer = await someone(built, {
      email: "eve@bailleur.fr",
      roles: ["collect:documents:write"],
    });
    await answerOf(
      writer("createContract", { orgId: ORG, body: { ...body, projects: [PROJECT] } }),
    );
    deepStrictEqual((await search(reader, "ex-2")).map(({ label }) => label), ["Chauffage"]);
  }));

// @spec projects.search
Deno.test("searchOrganisation finds a type of document by its name, and of one residence with words of its name", () =>
  withDocument(async (reader) => {
    const places = async (q: string) =>
      (await search(reader, q)).map(({ label, projectId }) => [label, projectId]);
    deepStrictEqual(await places("entretien"), [["Attestation d’entretien", null]]);
    deepStrictEqual(await places("attestation lilas"), [["Attestation d’entretien", PROJECT]]);
    // The reader has no role on this residence.
    deepStrictEqual(await places("attestation acacias"), []);
    deepStrictEqual((await search(reader, "lilas")).map(({ kind }) => kind), ["residence"]);
  }));

// @spec projects.search
Deno.test("searchOrganisation finds a document by its number, whole or without its request", () =>
  withDocument(async (reader, documentId) => {
    const short = documentId.slice(REQUEST.length + 1);
    for (const q of [documentId, ` ${documentId} `, short]) {
      deepStrictEqual(await search(reader, q), [{
        kind: "document",
        projectId: PROJECT,
        projectName: "Les Lilas",
        label: "Attestation d’entretien",
        detail: "01/03/2026",
        boilerRoomId: null,
        houseId: null,
        contractId: null,
        requestId: REQUEST,
        documentId,
      }], q);
    }
    for (const q of [`${documentId}~2`, short.slice(1), `r9.${short}`, `${REQUEST}.unknown`]) {
      deepStrictEqual(await search(reader, q), [], q);
    }
  }));

// @spec projects.search
Deno.test("searchOrganisation finds the replacement of a refused document by its number", () =>
  withDocument(async (reader, documentId, { store }) => {
    const { value } = await store.get(keys.document(ORG, REQUEST, documentId));
    const ids = [`${documentId}~2`, `${documentId}~1000`];
    for (const id of ids) {
      await store.atomic().set(keys.document(ORG, REQUEST, id), value).commit();
      const short = id.slice(REQUEST.length + 1);
      deepStrictEqual((await search(reader, short)).map((hit) => hit.documentId), [id]);
    }
  }));

Deno.test("searchOrganisation finds no document of another residence, nor any while documents are not managed", () =>
  withDocument(async (reader, documentId, built) => {
    const accountId = (await Array.fromAsync(built.store.list({ prefix: keys.member.under(ORG) })))
      .flatMap(({ key }) => String(key.at(-1)))[0] ?? "";
    const elsewhere = await someone(built, { email: "eve@bailleur.fr" });
    deepStrictEqual(await search(elsewhere, documentId), []);
    await built.store.atomic()
      .delete(keys.roles(PROJECT, accountId))
      .set(keys.roles("p2", accountId), ["collect:documents:read"])
      .set(keys.rolesOfAccount(accountId, "p2"), true).commit();
    await built.platform.versions.bump([
      { kind: "org", id: ORG },
      { kind: "project", id: PROJECT },
      { kind: "account", id: accountId },
    ]);
    deepStrictEqual(await search(reader, documentId), []);
    strictEqual((await search(reader, "ex-1")).length, 1);
    await built.store.atomic().set(keys.orgFeatures(ORG), { documentManagement: false }).commit();
    deepStrictEqual(await search(reader, "ex-1"), []);
  }));

const TODAY = "2026-02-10";
const PLACES = ["p2", "p3", "p4", "p5"];

interface Filed extends TestPlatform {
  readonly ask: CallFunction;
  readonly asked: ReadCounts;
}

/** Ten years of monthly documents of five residences. */
async function withFiled(test: (filed: Filed) => Promise<void>): Promise<void> {
  const asked = noReads();
  await withResidence(async (built) => {
    const { store } = built;
    const projects = [PROJECT, ...PLACES];
    await writeRegisters(store, { projects, firstRequest: "2006-03-01", rate: 1 });
    const atomic = store.atomic();
    for (const id of PLACES) {
      atomic.set(keys.project(id), aProject({ name: `=Résidence ${id}` }))
        .set(keys.projectOfOrg(ORG, id), true);
    }
    await atomic.commit();
    ok(await makeDocuments(built.platform.own.services, { orgId: ORG, requestId: REQUEST }));
    const ask = await someone(built, { roles: ["collect:documents:read"] });
    const [accountId = ""] = await listIds(store, keys.member.under(ORG));
    await grant(store, accountId, PLACES, "collect:documents:read");
    await test({ ...built, ask, asked });
  }, {
    before: (store) => countedStore(store, asked).store,
  });
}

type Query = Omit<Input<"exportDocuments">, "orgId">;

async function flowOf(ask: CallFunction, query: Query) {
  const result = await answerOf(ask("exportDocuments", { orgId: ORG, ...query }));
  strictEqual(result.size, null);
  return result;
}

async function fileOf(ask: CallFunction, query: Query): Promise<string> {
  const bytes = await new Response((await flowOf(ask, query)).flow).bytes();
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

// @spec tables.files
Deno.test("exportDocuments() writes the rows that the filters keep, in the order of the sort", () =>
  withFiled(async ({ ask }) => {
    const query = { list: "late", dialect: "semicolon", sort: "deadline:desc" } as const;
    const file = await fileOf(ask, { ...query, project: "=Résidence p3" });
    const [head, first, ...others] = file.trim().split("\r\n");
    match(head ?? "", /Document;Résidence;Équipement;Prestataire;Échéance;Retard \(jours\);/);
    // The name is no formula. The last day of the window is that of the reminder.
    match(first ?? "", /;'=Résidence p3;;Chauffage Durand;01\/02\/2026;9;/);
    ok(others.length > 100 && others.every((line) => line.includes("Résidence p3")));
  }));

// @spec tables.files
Deno.test("exportDocuments() reads the documents while its file is sent, leaves out those moved meanwhile, and stops when its reader cancels", () =>
  withFiled(async ({ ask, asked, store }) => {
    const stored = await storedDocuments(store);
    const late = await fileOf(ask, { list: "late", dialect: "comma" });
    const before = asked.getMany;
    const { flow, fileName } = await flowOf(ask, { list: "late", dialect: "comma" });
    strictEqual(fileName, "documents-en-retard.csv");
    const atFirst = asked.getMany - before;
    ok(atFirst < stored.length / 10, `${atFirst} reads of ten for ${stored.length}`);
    const last = stored.findLast(({ record }) => record.dueDate < TODAY);
    ok(last);
    await setToValidate(store, { orgId: ORG, requestId: REQUEST, documentId: last.id });
    const lines = (await new Response(flow).text()).split("\n");
    strictEqual(lines.length, late.split("\n").length - 1);
    const left = await flowOf(ask, { list: "late", dialect: "comma" });
    const atLeaving = asked.getMany;
    await left.flow.cancel();
    strictEqual(asked.getMany, atLeaving);
  }));
