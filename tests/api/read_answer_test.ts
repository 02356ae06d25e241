import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import * as z from "zod/mini";
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

Deno.test("readAnswer() passes on the beginning of a long message", async () => {
  const body = JSON.stringify({ code: "not-found", message: "x".repeat(1_000_000) });
  const answer = await readAnswer(CALLS.listOrgs, new Response(body, { status: 404 }), NOW);
  strictEqual(answer.ok ? null : answer.message.length, 1_000);
});

Deno.test("readAnswer() stops at the first fault of a long list, which is of another program", async () => {
  let count = 0;
  const answer = z.array(z.object({ id: z.string().check(z.refine(() => ++count > 0)) }));
  const bodyOf = (all: readonly object[]) => new Response(JSON.stringify(all));
  const some = Array(1_000).fill({ id: "o1" });
  const call = { ...CALLS.listOrgs, answer };
  deepStrictEqual(await readAnswer(call, bodyOf(some), NOW), { ok: true, answer: some });
  count = 0;
  const { ok } = await readAnswer(call, bodyOf([{ id: 1 }, ...some]), NOW);
  deepStrictEqual([ok, count], [false, 0]);
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
