import { ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { listIds } from "@/lib/store/store.ts";
import { ORG, someone, withResidence } from "@/tests/helpers/a_residence.ts";
import { countedStore, noReads } from "@/tests/helpers/changed_stores.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";
import {
  REQUEST,
  setToValidate,
  someDocuments,
  writeRegisters,
} from "@/tests/helpers/some_documents.ts";

/**
 * Number of list entries that one refusal reads, in an organisation with the given number of other
 * providers.
 */
async function listedByRefusal(others: number): Promise<number> {
  const asked = noReads();
  let listed = 0;
  await withResidence(async (built) => {
    await writeRegisters(built.store);
    for (let rank = 0; rank < others; rank++) {
      const provider = { name: `Prestataire ${rank}`, emails: [], archived: false };
      await built.store.atomic().set(keys.provider(ORG, `other${rank}`), provider).commit();
    }
    const [document] = await someDocuments(built.platform.own.services);
    ok(document);
    const path = { orgId: ORG, requestId: REQUEST, documentId: document.id };
    await setToValidate(built.store, path);
    const ask = await someone(built, { roles: ["collect:documents:validate:write"] });
    const info = await answerOf(ask("getDocumentInfo", path));
    const body = {
      state: "refused" as const,
      compliance: null,
      comment: "Illisible",
      version: info.version,
    };
    const before = asked.listed;
    ok((await ask("validateDocument", { ...path, body })).ok);
    listed = asked.listed - before;
    strictEqual((await listIds(built.store, keys.documentNews.under())).length, 1);
  }, {
    before: (store) => countedStore(store, asked).store,
  });
  return listed;
}

Deno.test("validateDocument() names a refused document without reading the registers", async () => {
  // Reading the registers to name it would list 20 entries more, one for each provider.
  strictEqual(await listedByRefusal(20), await listedByRefusal(0));
});
