import { ok, strictEqual } from "node:assert/strict";
import { makeDocuments } from "@/lib/documents/document_creation.ts";
import { Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
import { ASKED_DOCUMENT, writeAskedDocuments } from "@/tools/serving/provider.ts";

Deno.test("the documents of a provider's weighed pages stay when the job makes documents", () =>
  withStore(async (store, { now }) => {
    await writeAskedDocuments(store, now);
    const { orgId, requestId } = ASKED_DOCUMENT;
    const count = async () => (await listIds(store, keys.document.under(orgId, requestId))).length;
    const written = await count();
    ok(await makeDocuments({ store, now, versions: new Versions(store, now) }, ASKED_DOCUMENT));
    strictEqual(await count(), written);
    ok(written > 0);
  }));
