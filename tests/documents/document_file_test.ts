import { ok, strictEqual } from "node:assert/strict";
import type { CallFunction, Input } from "@/lib/app/catalogue.ts";
import { CSV_DIALECTS, csvColumns } from "@/lib/base/csv.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { DOCUMENT_LISTS } from "@/lib/documents/document_states.ts";
import { DOCUMENT_RULES } from "@/lib/documents/document_table.ts";
import type { DocumentRow } from "@/lib/documents/schema.ts";
import { documentColumnTexts } from "@/lib/documents/text.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { filteredList, readSort } from "@/lib/ui/tables.ts";
import type { TestPlatform } from "@/tests/helpers/a_platform.ts";
import { aProject, ORG, PROJECT, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { countedStore, noReads, type ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { csvFile } from "@/tests/helpers/laws_of_values.ts";
import {
  REQUEST,
  setToValidate,
  storedDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { grant } from "./late_documents.ts";

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

/** The rows of a list, from the call that returns it whole. */
async function rowsOf(ask: CallFunction, list: Query["list"]): Promise<readonly DocumentRow[]> {
  const org = { orgId: ORG };
  const whole = {
    "running": () => ask("listDocumentsRunning", org),
    "late": () => ask("listDocumentsLate", org),
    "to-validate": () => ask("listDocumentsToValidate", org),
    "refused": () => ask("listDocumentsRefused", org),
    "history": () => ask("listDocumentsHistory", { ...org, year: "2025" }),
  };
  return await answerOf(whole[list]());
}

// @spec tables.files
Deno.test("exportDocuments() writes the rows of the whole list, with each sort and filter", () =>
  withFiled(async ({ ask, store }) => {
    const stored = await storedDocuments(store);
    for (const { id: documentId } of stored.slice(-30)) {
      await setToValidate(store, { orgId: ORG, requestId: REQUEST, documentId });
    }
    const queries = [{}, { sort: "project:desc" }, { project: "=Résidence p3" }, { search: "p4" }];
    for (const list of DOCUMENT_LISTS) {
      const rows = await rowsOf(ask, list);
      const columns = csvColumns(documentColumnTexts(list, TODAY));
      for (const [rank, query] of queries.entries()) {
        const dialect = rank % 2 === 0 ? "semicolon" : "comma";
        const { sort = "", ...filters } = { ...query };
        const table = { sort: readSort(sort), page: 1, filters };
        const kept = filteredList(rows, table, DOCUMENT_RULES);
        strictEqual(
          await fileOf(ask, { list, year: "2025", dialect, ...query }),
          csvFile(columns, kept, CSV_DIALECTS[dialect]),
          JSON.stringify([list, query]),
        );
      }
    }
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
