import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import type { Call } from "@/lib/api/call.ts";
import { writtenRequest } from "@/lib/api/upstream.ts";
import { CALLS } from "@/lib/app/catalogue.ts";

const ORIGIN = "https://api.example.fr";
const AT = { origin: ORIGIN, token: "secret" };

// @spec calls.tokens
Deno.test("writtenRequest() sends the token in X-AuthToken, as a bearer in OAuth mode, and none for a public call", () => {
  const headers = (token: string | null, bearer?: boolean) => {
    const options = { origin: ORIGIN, token, ...bearer === undefined ? {} : { bearer } };
    const { headers } = writtenRequest(CALLS.listOrgs, {}, options);
    return [headers.get("x-authtoken"), headers.get("authorization")];
  };
  deepStrictEqual(headers("secret"), ["secret", null]);
  deepStrictEqual(headers("secret", true), [null, "Bearer secret"]);
  deepStrictEqual(headers(null), [null, null]);
  deepStrictEqual(headers(null, true), [null, null]);
});

Deno.test("writtenRequest() puts parameters in the path, and the others that have a value in the query", () => {
  const input = { orgId: "o 1", closed: "true", year: undefined, place: null };
  const request = writtenRequest(CALLS.listOrgAlarms, input, AT);
  strictEqual(request.url, `${ORIGIN}/api/collect/orgs/o%201/alarms?closed=true`);
  strictEqual(request.method, "GET");
  strictEqual(request.headers.get("content-type"), null);
});

Deno.test("writtenRequest() writes the body of each kind of call", async () => {
  const written = async (call: Call, input: Record<string, unknown>) => {
    const request = writtenRequest(call, input, AT);
    const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
    return [type, await request.text()];
  };
  const login = { email: "ada@bailleur.fr", password: "x" };
  deepStrictEqual(await written(CALLS.login, { body: login }), [
    "application/json",
    JSON.stringify(login),
  ]);
  const grant = { grant_type: "refresh_token", client_id: "a b", refresh_token: undefined };
  deepStrictEqual(await written(CALLS.getOAuthToken, { body: grant }), [
    "application/x-www-form-urlencoded",
    "grant_type=refresh_token&client_id=a+b",
  ]);
  deepStrictEqual(await written(CALLS.importGasLines, { orgId: "o1", body: "a;b" }), [
    "text/plain",
    "a;b",
  ]);
});

Deno.test("writtenRequest() sends a deposit as a form: its file as bytes, its values as JSON", async () => {
  const body = {
    file: new TextEncoder().encode("%PDF"),
    completionDate: "2026-02-09",
    data: [{ typedocValueId: "w1", rank: 0, value: "61" }],
    mark: undefined,
  };
  const path = { orgId: "o1", requestId: "r1", documentId: "d1" };
  const form = await writtenRequest(CALLS.uploadDocument, { ...path, body }, AT).formData();
  const file = form.get("file");
  strictEqual(file instanceof File && await file.text(), "%PDF");
  deepStrictEqual([...form.keys()].toSorted(), ["completionDate", "data", "file"]);
  strictEqual(form.get("completionDate"), "2026-02-09");
  strictEqual(form.get("data"), JSON.stringify(body.data));
});

Deno.test("writtenRequest() refuses bytes that are none", () => {
  throws(
    () => writtenRequest({ ...CALLS.login, bodyKind: "bytes" }, { body: "text" }, AT),
    TypeError,
  );
});

// @spec calls.to-confirm
Deno.test("writtenRequest() sends the confirmation of a call, and none without one", () => {
  const sent = (over: { confirmation?: string }) =>
    writtenRequest(CALLS.login, { body: {} }, { ...AT, ...over }).headers.get("x-confirmation");
  deepStrictEqual([sent({ confirmation: "abc-123" }), sent({})], ["abc-123", null]);
});
