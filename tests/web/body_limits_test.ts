import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { type BodyLimits, readBytes, readForm } from "@/lib/web/body_limits.ts";
import { rememberRequestInfo } from "@/lib/web/request_info.ts";
import { withSlowBody } from "./slow_body.ts";

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  return new Request("http://x/", { method: "POST", body, headers });
}

/** The bytes of a body, or the code of the refusal. */
async function outcome(request: Request, limits: BodyLimits) {
  try {
    return await readBytes(request, limits);
  } catch (fault) {
    if (fault instanceof CallError) return fault.code;
    throw fault;
  }
}

Deno.test("readBytes() returns the bytes of a body within its limit", async () => {
  const read = await outcome(post("abc"), { maxBytes: 3 });
  deepStrictEqual(read, new TextEncoder().encode("abc"));
});

Deno.test("readBytes() returns no bytes for a missing body", async () => {
  deepStrictEqual(await outcome(new Request("http://x/"), { maxBytes: 3 }), new Uint8Array());
});

Deno.test("readBytes() refuses a body that is too large, announced or not", async () => {
  const tooLarge = "too-large";
  deepStrictEqual(await outcome(post("abcd"), { maxBytes: 3 }), tooLarge);
  deepStrictEqual(
    await outcome(post("a", { "content-length": "4" }), { maxBytes: 3 }),
    tooLarge,
  );
});

Deno.test("readBytes() stops reading at its limit", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  const read = await outcome(post(endless), { maxBytes: 4096 });
  deepStrictEqual(read, "too-large");
  ok(pulled < 10);
});

Deno.test("readBytes() gives up on a body that stops, and never returns a part of it", async () => {
  const stuck = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array(2)),
  });
  deepStrictEqual(await outcome(post(stuck), { maxBytes: 100, maxMs: 20 }), "too-slow");
});

Deno.test("readForm() reads both kinds of forms", async () => {
  const form = new FormData();
  form.set("name", "Les Tilleuls");
  for (const body of [form, new URLSearchParams({ name: "Les Tilleuls" })]) {
    const read = await readForm(post(body), { maxBytes: 1000 });
    ok(read.ok);
    strictEqual(read.form.get("name"), "Les Tilleuls");
  }
});

Deno.test("readForm() refuses a body that is not a form", async () => {
  const refused = { ok: false, code: "bad-request" };
  deepStrictEqual(
    await readForm(post("{}", { "content-type": "application/json" }), { maxBytes: 100 }),
    refused,
  );
  const cut = post("--a\r\nbroken", { "content-type": "multipart/form-data" });
  deepStrictEqual(await readForm(cut, { maxBytes: 100 }), refused);
});

Deno.test("readBytes() refuses an interrupted body, which is not an internal error", async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new Error("reset")),
  });
  deepStrictEqual(await outcome(post(broken), { maxBytes: 100 }), "bad-request");
});

Deno.test("readBytes() refuses a body of unknown length beyond the limit of the front", async () => {
  const long = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(64)),
  });
  const request = post(long);
  const info = { requestId: "", https: false, clientAddress: "", maxBodyBytes: 1_000 };
  rememberRequestInfo(request, info);
  deepStrictEqual(await outcome(request, { maxBytes: 10_000 }), "too-large");
});

Deno.test("readForm() does not read a form declared as compressed", async () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  for (const encoding of ["gzip", "br", "deflate"]) {
    const request = post("a=1", { ...type, "content-encoding": encoding });
    deepStrictEqual(await readForm(request, { maxBytes: 99 }), {
      ok: false,
      code: "unsupported-media-type",
    });
  }
  const plain = await readForm(post("a=1", { ...type, "content-encoding": "identity" }), {
    maxBytes: 99,
  });
  ok(plain.ok && plain.form.get("a") === "1");
});

/** Reads a body of 40 parts, with the time limit of a body after each. */
async function readPaced(partBytes: number, limits: Partial<BodyLimits>) {
  const parts = Array.from({ length: 40 }, () => new Uint8Array(partBytes));
  return await withSlowBody(parts, async (body) => {
    const read = await outcome(post(body), { maxBytes: 2 ** 30, ...limits });
    return typeof read === "string" ? read : read.length;
  });
}

// @spec deposits.pace
Deno.test("readBytes() continues while a body keeps its pace", async () => {
  strictEqual(await readPaced(10, {}), "too-slow");
  strictEqual(await readPaced(10, { paceBytes: 10 }), 400);
  strictEqual(await readPaced(10, { paceBytes: 11 }), "too-slow");
});
