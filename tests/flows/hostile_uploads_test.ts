import { match, ok, strictEqual } from "node:assert/strict";
import { aPdf, bytesOf } from "@/tests/helpers/hostile_pdfs.ts";
import { isServedAs } from "@/tests/helpers/read_pdf.ts";
import {
  chunked,
  depositBody,
  DOCUMENT_PATH,
  endless,
  MIB,
  PORTAL_PATH,
  upload,
  withProvider,
  WRITTEN_MAX,
} from "./hostile_uploads.ts";

function whole(body: Uint8Array) {
  return { length: `Content-Length: ${body.length}`, body: [body] };
}

async function stateOf(url: string, token: string): Promise<unknown> {
  const answer = await fetch(`${url}${DOCUMENT_PATH}/info`, { headers: { "x-authtoken": token } });
  return (await answer.json()).document?.state;
}

// @spec deposits.pdf, deposits.whole, deposits.names
Deno.test("uploads over HTTP: too large, cut, no PDF or another user's store nothing; a valid one is deposited", () =>
  withProvider(async ({ url }, token) => {
    const body = depositBody(aPdf(), "../../etc/rel\u202Eevé.pdf");
    const announced = await upload(url, {
      token,
      length: `Content-Length: ${2_048 * MIB}`,
      body: endless(128 * MIB),
    });
    ok(announced.status === 413, `announced: ${announced.status}`);
    const streamed = await upload(url, {
      token,
      length: "Transfer-Encoding: chunked",
      body: chunked(endless(128 * MIB)),
    });
    ok([413, null].includes(streamed.status), `streamed: ${streamed.status}`);
    for (const { writtenBytes } of [announced, streamed]) {
      ok(writtenBytes < WRITTEN_MAX, `${writtenBytes} bytes were written`);
    }
    const cut = body.subarray(0, Math.floor(body.length * 0.99));
    const broken = await upload(url, {
      token,
      length: `Content-Length: ${body.length}`,
      body: [cut],
    });
    ok(broken.status === null || broken.status === 400, `cut: ${broken.status}`);
    // Only the last boundary is missing, and the length is correct.
    strictEqual((await upload(url, { token, ...whole(cut) })).status, 400);
    const html = depositBody(bytesOf("<!doctype html><script>alert(1)</script>"), "page.pdf");
    strictEqual((await upload(url, { token, ...whole(html) })).status, 400);
    const active = depositBody(aPdf({ catalogue: "/OpenAction << /S /JavaScript /JS (x) >>" }));
    strictEqual((await upload(url, { token, ...whole(active) })).status, 400);
    strictEqual((await upload(url, { token: "a".repeat(43), ...whole(body) })).status, 401);
    for (const other of ["/documents/r1.x", "/documents/r2.d2", "/documents/..%2F..%2Fr1"]) {
      const path = DOCUMENT_PATH.replace(/\/documents\/.*/, other);
      const { status } = await upload(url, { token, path, ...whole(body) });
      ok(status === 404 || status === 400 || status === 403, `${other}: ${status}`);
    }
    strictEqual(await stateOf(url, token), "none");
    strictEqual((await upload(url, { token, ...whole(body) })).status, 200);
    strictEqual(await stateOf(url, token), "to-valid");
    strictEqual((await upload(url, { token, ...whole(body) })).status, 409);
    const pdf = await fetch(`${url}${DOCUMENT_PATH}/pdf`, { headers: { "x-authtoken": token } });
    await isServedAs(pdf, aPdf());
    const disposition = decodeURIComponent(pdf.headers.get("content-disposition") ?? "");
    match(disposition, /rel evé\.pdf/);
    ok(!/[\\/]|etc/.test(disposition), disposition);
  }));

Deno.test("the portal's form refuses an upload that is announced or streamed too large, without reading it", () =>
  withProvider(async ({ url }, token) => {
    const signedIn = await fetch(`${url}/providers/login`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url },
      body: new URLSearchParams({ token }),
    });
    await signedIn.body?.cancel();
    const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    for (
      const [length, body] of [
        [`Content-Length: ${2_048 * MIB}`, endless(64 * MIB)],
        ["Transfer-Encoding: chunked", chunked(endless(128 * MIB))],
      ] as const
    ) {
      const { status, writtenBytes } = await upload(url, {
        token: "none",
        path: PORTAL_PATH,
        method: "POST",
        length: `${length}\r\nCookie: ${cookie}\r\nSec-Fetch-Site: same-origin`,
        body,
      });
      ok([413, 303, null].includes(status), `${status}`);
      ok(writtenBytes < WRITTEN_MAX, `${writtenBytes} bytes were written`);
    }
  }));
