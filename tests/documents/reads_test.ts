import { strictEqual } from "node:assert/strict";
import { type DocumentPath, setDocument } from "@/lib/documents/document_index.ts";
import type { DocumentState } from "@/lib/documents/document_states.ts";
import { keys } from "@/lib/store/keys.ts";
import { ORG, someone, writeResidence } from "@/tests/helpers/a_residence.ts";
import { type Page, type Site, withSite } from "@/tests/helpers/a_site.ts";
import { countedStore, noReads } from "@/tests/helpers/changed_stores.ts";
import { aLink, REQUEST, someDocuments, writeRegisters } from "@/tests/helpers/some_documents.ts";
import { EMAIL, opened } from "./a_portal.ts";

/** Batches of keys that a page reads, with the given number of documents in a state. */
async function readsOf(
  count: number,
  state: DocumentState,
  open: (site: Site, path: DocumentPath) => Promise<() => Promise<Page>>,
): Promise<number> {
  const asked = noReads();
  let reads = 0;
  await withSite(async (site) => {
    await writeResidence(site);
    await writeRegisters(site.store, { firstRequest: "2006-03-01", rate: 1 });
    await site.store.atomic().set(keys.org(ORG), { name: "Nord Habitat" }).commit();
    const documents = await someDocuments(site.platform.own.services);
    const at = { orgId: ORG, requestId: REQUEST };
    for (const [rank, { id, record: before }] of documents.entries()) {
      const after = rank < count ? { ...before, state } : null;
      const change = { before, after, atMs: site.clock.now() };
      await setDocument(site.store.atomic(), { ...at, documentId: id }, change).commit();
    }
    const visit = await open(site, { ...at, documentId: documents[0]?.id ?? "" });
    const from = asked.getMany;
    strictEqual((await visit()).status, 200);
    reads = asked.getMany - from;
  }, {
    before: (store) => countedStore(store, asked).store,
  });
  return reads;
}

Deno.test("the page of a mailed link counts the requested documents without reading them", async () => {
  const open = async (site: Site) => {
    const token = await aLink(site, { email: EMAIL });
    return () => site.visitor().get(`/providers/login?token=${token}`);
  };
  strictEqual(await readsOf(45, "none", open), await readsOf(5, "none", open));
});

Deno.test("the page of a refused document reads no list to find its new deposit", async () => {
  const open = async (site: Site, { requestId, documentId }: DocumentPath) => {
    const visitor = await opened(site);
    return () => visitor.get(`/providers/all/${ORG}/${requestId}/${documentId}`);
  };
  strictEqual(await readsOf(45, "refused", open), await readsOf(5, "refused", open));
});

Deno.test("the page of a document looks for the next one to validate only for those who validate", async () => {
  const open = async (site: Site, { requestId, documentId }: DocumentPath) => {
    await someone(site, { roles: ["collect:documents:read"] });
    const visitor = await site.signIn();
    return () => visitor.get(`/home/documents/all/${requestId}/${documentId}`);
  };
  strictEqual(await readsOf(45, "to-valid", open), await readsOf(5, "to-valid", open));
});

Deno.test("page of a provider's list reads only the documents that it shows", async () => {
  const open = async (site: Site) => {
    const visitor = await opened(site);
    // The first visit reads the lists themselves.
    await visitor.get("/providers");
    return () => visitor.get("/providers");
  };
  strictEqual(await readsOf(100, "none", open), await readsOf(41, "none", open));
});
