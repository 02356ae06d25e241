import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import type { SearchHit } from "@/lib/residences/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone } from "@/tests/helpers/a_residence.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { REQUEST } from "@/tests/helpers/some_documents.ts";
import { withAwaitedDocument } from "./an_asked_document.ts";

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
