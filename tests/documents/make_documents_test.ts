import { strictEqual } from "node:assert/strict";
import { makeAllDocuments } from "@/lib/documents/document_creation.ts";
import { keys } from "@/lib/store/keys.ts";
import { ORG, withResidence } from "@/tests/helpers/a_residence.ts";
import {
  aRequest,
  REQUEST,
  storedDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";

// @spec contracting.making
Deno.test("makeAllDocuments() creates the documents of every request where documents are managed, in one process", () =>
  withResidence(async (built) => {
    const { store, platform: { own: { services } } } = built;
    await writeRegisters(store);
    await store.atomic().set(keys.documentRequest("o2", "r9"), aRequest()).commit();
    const runs = await Promise.all([makeAllDocuments(services), makeAllDocuments(services)]);
    strictEqual(runs.filter((count) => count === null).length, 1);
    strictEqual((await storedDocuments(store)).length, 1);
    strictEqual(await makeAllDocuments(services), 1);
    await store.atomic().delete(keys.documentRequest(ORG, REQUEST)).commit();
    strictEqual(await makeAllDocuments(services), 1);
    strictEqual((await storedDocuments(store)).length, 0);
    strictEqual(await makeAllDocuments(services), 0);
  }));
