import { deepStrictEqual, match, ok, rejects, strictEqual } from "node:assert/strict";
import type { Answer, CallFunction, Input } from "@/lib/app/catalogue.ts";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { setDocument } from "@/lib/documents/document_index.ts";
import {
  DOCUMENT_LISTS,
  DOCUMENT_STATES,
  type DocumentList,
} from "@/lib/documents/document_states.ts";
import { DOCUMENT_RULES } from "@/lib/documents/due_dates.ts";
import { documentRecord } from "@/lib/documents/records.ts";
import type { DocumentRow } from "@/lib/documents/schema.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds, listStored } from "@/lib/store/store.ts";
import { links } from "@/lib/ui/links.ts";
import { filteredList, readSort } from "@/lib/ui/tables.ts";
import { callAs, signedIn, type TestPlatform } from "@/tests/helpers/a_platform.ts";
import {
  aProject,
  ORG,
  PROJECT,
  someone,
  withResidence,
  writeResidence,
} from "@/tests/helpers/a_residence.ts";
import { type Page, withSite } from "@/tests/helpers/a_site.ts";
import { countedStore, noReads, type ReadCounts } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import { reached, type SickBucket, withSickBucket } from "@/tests/helpers/s3_server.ts";
import {
  anAwaitedDocument,
  aRequest,
  REQUEST,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";
import { serve } from "@/tests/tools/loopback.ts";
import { DEPOSITOR, largeDeposit, largeFile } from "./a_deposit.ts";

const org = { orgId: ORG };
const YEAR = "2025";
const PROJECTS = [PROJECT, "p2", "p3"];

interface Built extends TestPlatform {
  readonly ask: CallFunction;
  readonly asked: ReadCounts;
}

/** Documents of three residences in every state; the reader holds the role on the first two. */
async function withLists(test: (built: Built) => Promise<void>): Promise<void> {
  const asked = noReads();
  await withResidence(async (built) => {
    await writeRegisters(built.store);
    await writeMore(built);
    const { services } = built.platform.own;
    for (const requestId of ["r1", "r2", "r3"]) {
      ok(await makeDocuments(services, { orgId: ORG, requestId }));
    }
    await moveAll(built);
    const ask = await someone(built, { roles: ["collect:documents:write"] });
    const [accountId = ""] = await listIds(built.store, keys.member.under(ORG));
    await built.store.atomic()
      .set(keys.roles("p2", accountId), ["collect:documents:read"])
      .set(keys.rolesOfAccount(accountId, "p2"), true).commit();
    await test({ ...built, ask, asked });
  }, {
    before: (store) => countedStore(store, asked).store,
  });
}

/** A type about boiler rooms, another provider, and requests of every month. */
async function writeMore({ store }: TestPlatform): Promise<void> {
  const room = (name: string) => ({
    kind: "boilerroom",
    name,
    code: "",
    parentId: null,
    details: {},
    instrumented: true,
  });
  const { value: typedoc } = await store.get(keys.typedoc(ORG, "t1"));
  const monthly = { projects: PROJECTS, firstRequest: "2024-01-31", rate: 1 };
  await store.atomic()
    .set(keys.project("p2"), aProject({ name: "Bât. 10" }))
    .set(keys.project("p3"), aProject({ name: "Bât. 2" }))
    .set(keys.projectOfOrg(ORG, "p2"), true)
    .set(keys.projectOfOrg(ORG, "p3"), true)
    .set(keys.equipment(PROJECT, "e1"), room("Chaufferie est"))
    .set(keys.equipment(PROJECT, "e2"), room("Chaufferie Ouest"))
    .set(keys.equipment("p2", "e3"), room("Chaufferie est"))
    .set(keys.provider(ORG, "v2"), { name: "Aquacontrol", emails: ["a@b.fr"], archived: false })
    .set(keys.typedoc(ORG, "t2"), {
      ...(typeof typedoc === "object" ? typedoc : {}),
      name: "Éprouvé",
      equipment: "boilerroom",
    })
    .set(keys.documentRequest(ORG, "r1"), aRequest(monthly))
    .set(keys.documentRequest(ORG, "r2"), aRequest({ ...monthly, typedocId: "t2" }))
    .set(keys.documentRequest(ORG, "r3"), aRequest({ ...monthly, providerId: "v2", reminder: 5 }))
    .commit();
}

async function moveAll({ store }: TestPlatform): Promise<void> {
  let rank = 0;
  for (const requestId of ["r1", "r2", "r3"]) {
    const stored = await listStored(store, keys.document.under(ORG, requestId), documentRecord);
    for (const { id: documentId, record } of stored) {
      rank++;
      const state = DOCUMENT_STATES[rank % DOCUMENT_STATES.length] ?? "none";
      const isSent = state !== "none" && state !== "from-refused" && state !== "not-transmitted";
      const path = { orgId: ORG, requestId, documentId };
      const after = {
        ...record,
        state,
        requestFinalDueDate: rank % 5 === 0 ? "2025-06-15" : null,
        uploadDate: isSent ? `2025-${String(1 + rank % 9).padStart(2, "0")}-01T08:00:00Z` : null,
        compliance: isSent ? [true, false, null][rank % 3] ?? null : null,
        isReplaced: rank % 2 === 0,
      };
      const change = { before: record, after };
      await setDocument(store.atomic(), path, change).commit();
    }
  }
}

type Query = Omit<Input<"pageDocuments">, "orgId" | "list" | "year">;

async function pageOf(
  ask: CallFunction,
  list: DocumentList,
  query: Query,
): Promise<Answer<"pageDocuments">> {
  return await answerOf(ask("pageDocuments", { ...org, list, year: YEAR, ...query }));
}

/** The rows of all pages. */
async function paged(ask: CallFunction, list: DocumentList, query: Query): Promise<DocumentRow[]> {
  const first = await pageOf(ask, list, query);
  const rows = [...first.rows];
  for (let at = 2; at <= first.pageCount; at++) {
    rows.push(...(await pageOf(ask, list, { ...query, page: String(at) })).rows);
  }
  strictEqual(rows.length, first.rowCount);
  return rows;
}

async function whole(
  ask: CallFunction,
  list: DocumentList,
  projectId?: string,
): Promise<DocumentRow[]> {
  const at = { ...org, projectId: projectId ?? "" };
  const results = projectId === undefined
    ? {
      "running": () => ask("listDocumentsRunning", org),
      "late": () => ask("listDocumentsLate", org),
      "to-validate": () => ask("listDocumentsToValidate", org),
      "refused": () => ask("listDocumentsRefused", org),
      "history": () => ask("listDocumentsHistory", { ...org, year: YEAR }),
    }
    : {
      "running": () => ask("listProjectDocumentsRunning", at),
      "late": () => ask("listProjectDocumentsLate", at),
      "to-validate": () => ask("listProjectDocumentsToValidate", at),
      "refused": () => ask("listProjectDocumentsRefused", at),
      "history": () => ask("listProjectDocumentsHistory", { ...at, year: YEAR }),
    };
  const result = await answerOf(results[list]());
  return [...result];
}

/** Queries of a list: each sort both ways, each filter with a value of the list, a search. */
function queriesOf(rows: readonly DocumentRow[]): Query[] {
  const sorts = Object.keys(DOCUMENT_RULES.sorts).flatMap((field) => [
    { sort: `${field}:asc` },
    { sort: `${field}:desc` },
  ]);
  const row = rows[Math.floor(rows.length / 2)];
  if (row === undefined) return sorts;
  return [
    {},
    { sort: "unknown:asc" },
    ...sorts,
    { typedoc: row.typedocName, sort: "project:desc" },
    { project: row.projectName },
    { provider: row.providerName, sort: "uploadDate:desc" },
    { state: row.state },
    { equipment: row.equipmentId ?? "e1" },
    { search: "chaufferie OUEST" },
    { search: "bat. eprouve" },
    { search: row.id, state: row.state },
    { provider: "nobody" },
  ];
}

function expected(rows: readonly DocumentRow[], { sort = "", page: _, ...filters }: Query) {
  const chosen = Object.entries(filters).map(([name, value]) => [name, value ?? ""]);
  const table = { sort: readSort(sort), page: 1, filters: Object.fromEntries(chosen) };
  return filteredList(rows, table, DOCUMENT_RULES);
}

// @spec contracting.lists
Deno.test("pageDocuments() returns, page by page, the rows of the whole list with each sort, filter and search, its count and the values of its filters", () =>
  withLists(async ({ ask }) => {
    for (const list of DOCUMENT_LISTS) {
      for (const residence of [undefined, PROJECT]) {
        const rows = await whole(ask, list, residence);
        ok(rows.length > 0, `${list} is empty`);
        for (const query of queriesOf(rows)) {
          const place = residence === undefined ? {} : { residence };
          const name = JSON.stringify([list, place, query]);
          deepStrictEqual(
            await paged(ask, list, { ...place, ...query }),
            expected(rows, query),
            name,
          );
        }
      }
    }
    const rows = await whole(ask, "history");
    const page = await pageOf(ask, "history", { state: "valid", page: "999" });
    strictEqual(page.allCount, rows.length);
    strictEqual(page.rowCount, rows.filter(({ state }) => state === "valid").length);
    strictEqual(page.page, page.pageCount);
    deepStrictEqual(page.choices.project.toSorted(), ["Bât. 10", "Les Lilas"]);
    deepStrictEqual(page.choices.typedoc.toSorted(), ["Attestation d’entretien", "Éprouvé"]);
    deepStrictEqual(page.choices.provider.toSorted(), ["Aquacontrol", "Chauffage Durand"]);
    deepStrictEqual(page.choices.equipment, []);
    const own = await pageOf(ask, "history", { residence: PROJECT });
    deepStrictEqual(own.choices.equipment.toSorted((a, b) => a.id.localeCompare(b.id)), [
      { id: "e1", name: "Chaufferie est" },
      { id: "e2", name: "Chaufferie Ouest" },
    ]);
    deepStrictEqual((await pageOf(ask, "history", { residence: "p3" })).allCount, 0);
  }));

/** More than the buffers of a connection. */
const FILE = largeFile(8_000_000);

interface Served {
  readonly bucket: SickBucket;
  readonly faults: unknown[];
  /** Requests the PDF from a running server, by a call. */
  ask(headers?: Record<string, string>): Promise<Response>;
  /** The text of its page for a user of the landlord. */
  shown(): Promise<Page>;
}

/** A deposited document, whose file is in a bucket, behind a server on a port. */
function withServedPdf(test: (served: Served) => Promise<void>): Promise<void> {
  return withSickBucket((bucket) => {
    const s3 = reached(bucket);
    return withSite(async (site) => {
      await writeResidence(site);
      const at = await anAwaitedDocument(site.platform.own.services);
      const body = { ...largeDeposit(), file: FILE.slice() };
      ok((await callAs(site, DEPOSITOR)("uploadDocument", { ...at, body })).ok);
      await someone(site, { roles: ["collect:documents:read"] });
      const { token } = await signedIn(site);
      const { url, close } = serve(site.handler);
      const path = `/api/collect/orgs/${ORG}/contracting/requests/${REQUEST}/documents/`;
      const ask = (headers: Record<string, string> = {}) =>
        fetch(`${url}${path}${at.documentId}/pdf`, {
          headers: { ...headers, "x-authtoken": token },
        });
      const visitor = await site.signIn();
      const shown = () => visitor.get(links.documentPdf(REQUEST, at.documentId, "inline"));
      try {
        await test({ bucket, faults: site.faults, ask, shown });
      } finally {
        await close();
      }
    }, { documents: { s3 } });
  });
}

// @spec deposits.flow
Deno.test("PDF has its Content-Length, is sent whole to a reader who requests a range, and is never cached", () =>
  withServedPdf(async ({ ask, shown }) => {
    strictEqual((await shown()).headers.get("cache-control"), "no-store");
    for (const headers of [{}, { range: "bytes=0-99" }, { range: "bytes=100-" }]) {
      const answer = await ask(headers);
      strictEqual(answer.status, 200);
      deepStrictEqual(
        ["content-length", "accept-ranges", "content-encoding"].map((name) =>
          answer.headers.get(name)
        ),
        [String(FILE.length), null, null],
      );
      deepStrictEqual(await answer.bytes(), FILE);
    }
  }));

// @spec deposits.flow, calls.errors
Deno.test("PDF whose bucket disconnects midway is an aborted transfer, one whose bucket is down is 503 on its page too; the next is whole", () =>
  withServedPdf(async ({ bucket, faults, ask, shown }) => {
    for (const then of ["cut", "silence"] as const) {
      bucket.sickness = { way: "answer", afterBytes: 3_000_000, then };
      const answer = await ask();
      deepStrictEqual(
        [answer.status, answer.headers.get("content-length")],
        [200, String(FILE.length)],
      );
      await rejects(answer.bytes(), then);
      bucket.sickness = null;
      deepStrictEqual(await (await ask()).bytes(), FILE);
    }
    faults.length = 0;
    bucket.failure = 503;
    const refused = await ask();
    deepStrictEqual([refused.status, (await refused.json()).code], [503, "files-unreachable"]);
    const page = await shown();
    strictEqual(page.status, 503);
    match(page.text, /Les documents ne peuvent être ni déposés ni lus pour l’instant/);
    bucket.failure = null;
    bucket.sickness = { way: "answer", afterBytes: 0, then: "silence" };
    const silent = await ask();
    deepStrictEqual([silent.status, (await silent.json()).code], [503, "files-unreachable"]);
    bucket.sickness = null;
    strictEqual(faults.splice(0).length, 3);
    deepStrictEqual(await (await ask()).bytes(), FILE);
  }));
