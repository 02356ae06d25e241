import { deepStrictEqual, ok, strictEqual, throws } from "node:assert/strict";
import * as z from "zod/mini";
import type { Call } from "@/lib/api/call.ts";
import { overHttp } from "@/lib/api/client.ts";
import { callPaths } from "@/lib/api/routing.ts";
import { writtenRequest } from "@/lib/api/upstream.ts";
import { readAnswer } from "@/lib/api/upstream_answers.ts";
import { type CallName, CALLS } from "@/lib/app/catalogue.ts";

const NOW = Date.parse("2026-02-10T12:00:00Z");

/** The code of a refusal of another host, by its status and its body. */
async function codeOf(status: number, body: BodyInit | null = null): Promise<string> {
  const answer = await readAnswer(CALLS.listOrgs, new Response(body, { status }), NOW);
  return answer.ok ? "ok" : answer.code;
}

// @spec calls.errors
Deno.test("readAnswer() names a refusal by its code, or by its status when the host names it otherwise", async () => {
  const codesOf = (...statuses: number[]) =>
    Promise.all(statuses.map((status) => codeOf(status, "refused")));
  deepStrictEqual(
    await codesOf(400, 401, 403, 404),
    ["bad-request", "not-signed-in", "forbidden", "not-found"],
  );
  deepStrictEqual(
    await codesOf(405, 408, 409, 413),
    ["method-not-allowed", "too-slow", "conflict", "too-large"],
  );
  deepStrictEqual(
    await codesOf(415, 429, 501),
    ["unsupported-media-type", "too-many-requests", "not-implemented"],
  );
  deepStrictEqual(await codesOf(418, 500), ["upstream-unreachable", "upstream-unreachable"]);
  strictEqual(await codeOf(409, JSON.stringify({ code: "name-taken" })), "name-taken");
  strictEqual(await codeOf(409, JSON.stringify({ code: "of-another-program" })), "conflict");
  strictEqual(await codeOf(404, JSON.stringify({ code: 12 })), "not-found");
});

// @spec calls.waiting
Deno.test("readAnswer() reads a Retry-After of up to a day, in seconds", async () => {
  const retryAt = async (after: string) => {
    const response = new Response("slow down", { status: 429, headers: { "retry-after": after } });
    const answer = await readAnswer(CALLS.listOrgs, response, NOW);
    return answer.ok ? "ok" : answer.retryAt;
  };
  deepStrictEqual(
    await Promise.all(["0", "30", "86400", "86401", "-1", "soon"].map(retryAt)),
    [
      "2026-02-10T12:00:00.000Z",
      "2026-02-10T12:00:30.000Z",
      "2026-02-11T12:00:00.000Z",
      undefined,
      undefined,
      undefined,
    ],
  );
});

Deno.test("readAnswer() returns a file with the name of its header, in either notation", async () => {
  const nameOf = async (disposition: string | null) => {
    const headers = new Headers(disposition === null ? {} : { "content-disposition": disposition });
    const response = new Response("%PDF-1.7", { headers });
    const answer = await readAnswer(CALLS.getDocumentPdf, response, NOW);
    ok(answer.ok && typeof answer.answer === "object" && answer.answer !== null);
    ok("fileName" in answer.answer && "size" in answer.answer);
    return [answer.answer.fileName, answer.answer.size];
  };
  deepStrictEqual(await nameOf('attachment; filename="ete.pdf"'), ["ete.pdf", 8]);
  deepStrictEqual(await nameOf("attachment; filename=ete.pdf; size=8"), ["ete.pdf", 8]);
  const both = "attachment; filename=\"ete.pdf\"; filename*=UTF-8''%C3%A9t%C3%A9.pdf";
  deepStrictEqual(await nameOf(both), ["été.pdf", 8]);
  const broken = "attachment; filename=\"ete.pdf\"; filename*=UTF-8''%C3.pdf";
  deepStrictEqual(await nameOf(broken), ["ete.pdf", 8]);
  deepStrictEqual(await nameOf(null), ["download", 8]);
});

Deno.test("readAnswer() reads no answer with half a character, or a token that no header can contain", async () => {
  const org = { id: "oph", name: "OPH", isAdmin: true };
  const codeFor = async (name: CallName, body: string) => {
    const answer = await readAnswer(CALLS[name], new Response(body), NOW);
    return answer.ok ? "ok" : answer.code;
  };
  const named = (name: string) => codeFor("listOrgs", JSON.stringify([{ ...org, name }]));
  deepStrictEqual(
    await Promise.all(["\ud83d\ude00", "\\ud800", "\ud800", "\udc00\ud800"].map(named)),
    ["ok", "ok", "upstream-unreachable", "upstream-unreachable"],
  );
  // JSON.stringify() escapes only unpaired surrogates.
  strictEqual(
    await codeFor("listOrgs", `[{"id":"o","name":"\\uD83D\\uDE00","isAdmin":true}]`),
    "ok",
  );
  const token = (text: string) => codeFor("login", JSON.stringify({ token: text }));
  deepStrictEqual(
    await Promise.all(["a-b.c=", "jeton €", "a\r\nb: c"].map(token)),
    ["ok", "upstream-unreachable", "upstream-unreachable"],
  );
});

Deno.test("readAnswer() reads no JSON of more than thirty-two levels or two million values", async () => {
  const call = { ...CALLS.listOrgs, answer: z.array(z.unknown()) };
  const isRead = async (body: string) => (await readAnswer(call, new Response(body), NOW)).ok;
  const levels = (count: number) => "[".repeat(count) + "]".repeat(count);
  const zeros = (count: number) => `[${"0,".repeat(count - 1)}0]`;
  deepStrictEqual(
    [await isRead(levels(32)), await isRead(levels(33)), await isRead(zeros(1_000))],
    [true, false, true],
  );
  strictEqual(await isRead(zeros(2_000_001)), false);
});

Deno.test("readAnswer() takes no page of a proxy, and no empty answer, for a file", async () => {
  const isRead = async (name: CallName, body: string, type = "application/octet-stream") => {
    const response = new Response(body, { headers: { "content-type": type } });
    return (await readAnswer(CALLS[name], response, NOW)).ok;
  };
  const pdfs = ["%PDF-1.7", "", "<html>", "x"].map((body) => isRead("getDocumentPdf", body));
  deepStrictEqual(await Promise.all(pdfs), [true, false, false, false]);
  deepStrictEqual(
    await Promise.all([
      isRead("exportDocuments", "Nom;Date"),
      isRead("exportDocuments", ""),
      isRead("exportDocuments", "<html>", "text/html; charset=utf-8"),
    ]),
    [true, false, false],
  );
});

// @spec calls.to-confirm
Deno.test("readAnswer() passes on what a host asks to confirm, unless no header could send it back", async () => {
  const effects = [{ kind: "unknown-here", text: "crée 3 documents", count: 3 }];
  const asked = async (confirmation: string) => {
    const body = JSON.stringify({ code: "to-confirm", message: "", effects, confirmation });
    const answer = await readAnswer(CALLS.createRequest, new Response(body, { status: 409 }), NOW);
    return answer.ok ? answer : [answer.code, answer.effects, answer.confirmation];
  };
  deepStrictEqual(await asked("abc-123"), ["to-confirm", effects, "abc-123"]);
  deepStrictEqual(await asked("é\n"), ["to-confirm", undefined, undefined]);
});

const BASE = "http://127.0.0.1/";

function aHost(answer: () => Response) {
  const asked: Request[] = [];
  const fetch = (request: Request) => {
    asked.push(request);
    return Promise.resolve(answer());
  };
  return { asked, options: { base: BASE, fetch, headers: { "X-AuthToken": "t" } } };
}

Deno.test("overHttp() fills the path, sends the other parameters as a query, and returns the answer", async () => {
  const host = aHost(() => Response.json({ entries: [], next: null }));
  const ask = overHttp<Pick<typeof CALLS, "getAudit">>(
    callPaths({ getAudit: CALLS.getAudit }),
    host.options,
  );
  const result = await ask("getAudit", { orgId: "o/1", from: "2026-01-01" });
  deepStrictEqual(result, { ok: true, answer: { entries: [], next: null } });
  const [request] = host.asked;
  strictEqual(request?.url, "http://127.0.0.1/api/collect/orgs/o%2F1/audit?from=2026-01-01");
  strictEqual(request?.headers.get("x-authtoken"), "t");
});

Deno.test("overHttp() sends the body as JSON, and reads an empty answer as null", async () => {
  const host = aHost(() => new Response(null, { status: 200 }));
  const ask = overHttp<Pick<typeof CALLS, "putGasFactors">>(
    callPaths({ putGasFactors: CALLS.putGasFactors }),
    host.options,
  );
  const body = { pta: 0.968, pcs: null };
  const path = { projectId: "p1", boilerRoomId: "c1", fromDate: "2024-07-01" };
  deepStrictEqual(await ask("putGasFactors", { ...path, body }), { ok: true, answer: null });
  strictEqual(host.asked[0]?.method, "PUT");
  deepStrictEqual(await host.asked[0]?.json(), body);
});

Deno.test("overHttp() returns a refusal as a value, with its status and its cause", async () => {
  const issues = [{ path: "body.pta", message: "Too big" }];
  const said = { code: "invalid-input", message: "Invalid input", issues };
  const host = aHost(() => Response.json(said, { status: 400 }));
  const result = await overHttp<Pick<typeof CALLS, "listOrgs">>(
    callPaths({ listOrgs: CALLS.listOrgs }),
    host.options,
  )(
    "listOrgs",
    {},
  );
  deepStrictEqual(result, { ok: false, status: 400, ...said });
});

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
