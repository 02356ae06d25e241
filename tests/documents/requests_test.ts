import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { CallFunction } from "@/lib/app/catalogue.ts";
import { awaitedDocument } from "@/lib/documents/document_index.ts";
import type { DocumentRecord } from "@/lib/documents/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { aRequest, inOrg, withRegisters } from "@/tests/helpers/a_register.ts";
import { ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOf } from "@/tests/helpers/fixtures.ts";

async function requestsOf(ask: CallFunction) {
  return await answerOf(ask("listRequests", inOrg));
}

// @spec contracting.requests
Deno.test("request is changed, closed and reopened, with its own version only", () =>
  withRegisters(async (ask) => {
    const { requestId, body } = await aRequest(ask);
    const [made] = await requestsOf(ask);
    deepStrictEqual([made?.close, made?.rate, made?.projects], [false, 12, [PROJECT]]);
    const put = (rate: number) =>
      ask("putRequest", { ...inOrg, requestId, body: { ...body, rate, version: made?.version } });
    strictEqual(codeOf(await put(6)), "ok");
    strictEqual(codeOf(await put(3)), "conflict");
    const close = (close: boolean) => ask("closeRequest", { ...inOrg, requestId, body: { close } });
    strictEqual(codeOf(await close(true)), "ok");
    deepStrictEqual((await requestsOf(ask)).map((one) => [one.close, one.rate]), [[true, 6]]);
    strictEqual(codeOf(await close(false)), "ok");
    const absent = { ...inOrg, requestId: "absent" };
    strictEqual(
      codeOf(await ask("closeRequest", { ...absent, body: { close: true } })),
      "not-found",
    );
    const nowhere = { ...inOrg, body: { ...body, projects: [] } };
    strictEqual(codeOf(await ask("createRequest", nowhere)), "invalid-input");
  }));

// @spec contracting.requests
Deno.test("request with a deposited document cannot be deleted", () =>
  withRegisters(async (ask, { store }) => {
    const { requestId } = await aRequest(ask);
    const key = keys.document(ORG, requestId, "d1");
    await store.atomic().set(key, DOCUMENT).commit();
    strictEqual(codeOf(await ask("deleteRequest", { ...inOrg, requestId })), "in-use");
    await store.atomic().set(key, { ...DOCUMENT, uploadDate: null }).commit();
    strictEqual(codeOf(await ask("deleteRequest", { ...inOrg, requestId })), "ok");
    deepStrictEqual(await requestsOf(ask), []);
  }));

// @spec contracting.requests
Deno.test("request with a deposited document keeps its provider and its type", () =>
  withRegisters(async (ask, { store }) => {
    const { requestId, body } = await aRequest(ask);
    const { names: other } = await aRequest(ask);
    const put = (over: Partial<typeof body>) =>
      ask("putRequest", { ...inOrg, requestId, body: { ...body, ...over } });
    const { providerId, typedocId, contractId } = other;
    // Both may change until a document is deposited.
    strictEqual(codeOf(await put({ providerId, typedocId })), "ok");
    strictEqual(codeOf(await put({})), "ok");
    await store.atomic().set(keys.document(ORG, requestId, "d1"), DOCUMENT).commit();
    strictEqual(codeOf(await put({ providerId })), "documents-deposited");
    strictEqual(codeOf(await put({ typedocId })), "documents-deposited");
    strictEqual(codeOf(await put({ contractId, rate: 6 })), "ok");
  }));

const DOCUMENT: DocumentRecord = {
  ...awaitedDocument(
    { projectId: PROJECT, equipmentId: null, dueDate: "2026-12-31" },
    { nbDaysForNewDeadline: 90 },
  ),
  state: "to-valid",
  uploadDate: "2026-12-01T10:00:00Z",
  providerMail: "depot@thermalia.fr",
};
