import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { BODY_BUDGET } from "@/lib/base/memory_budget.ts";
import { type BodyLimits, readForm, readLimited, sentParts } from "@/lib/web/body_limits.ts";
import { limitBody } from "@/lib/web/body_stream.ts";
import { reservationOf } from "@/lib/web/request_info.ts";
import { withSlowBody } from "./slow_body.ts";

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  return new Request("http://x/", { method: "POST", body, headers });
}

Deno.test("readLimited() returns the bytes of a body within its limit", async () => {
  const read = await readLimited(post("abc"), { maxBytes: 3 });
  deepStrictEqual(read, { ok: true, bytes: new TextEncoder().encode("abc") });
});

Deno.test("readLimited() returns no bytes for a missing body", async () => {
  deepStrictEqual(await readLimited(new Request("http://x/"), { maxBytes: 3 }), {
    ok: true,
    bytes: new Uint8Array(),
  });
});

Deno.test("readLimited() refuses a body that is too large, announced or not", async () => {
  const tooLarge = { ok: false, code: "too-large" };
  deepStrictEqual(await readLimited(post("abcd"), { maxBytes: 3 }), tooLarge);
  deepStrictEqual(
    await readLimited(post("a", { "content-length": "4" }), { maxBytes: 3 }),
    tooLarge,
  );
});

Deno.test("readLimited() stops reading at its limit", async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1024));
    },
  });
  const read = await readLimited(post(endless), { maxBytes: 4096 });
  deepStrictEqual(read, { ok: false, code: "too-large" });
  ok(pulled < 10);
});

Deno.test("readLimited() gives up on a body that stops, and never returns a part of it", async () => {
  const stuck = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new Uint8Array(2)),
  });
  deepStrictEqual(await readLimited(post(stuck), { maxBytes: 100, maxMs: 20 }), {
    ok: false,
    code: "too-slow",
  });
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

Deno.test("readLimited() refuses an interrupted body, which is not an internal error", async () => {
  const broken = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.error(new Error("reset")),
  });
  deepStrictEqual(await readLimited(post(broken), { maxBytes: 100 }), {
    ok: false,
    code: "bad-request",
  });
});

Deno.test("readLimited() refuses a body of unknown length beyond the limit of the front", async () => {
  const long = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new Uint8Array(64)),
  });
  deepStrictEqual(await readLimited(limitBody(post(long), 1_000), { maxBytes: 10_000 }), {
    ok: false,
    code: "too-large",
  });
});

Deno.test("readLimited() holds the bytes it has read in the budget, until its request ends", async () => {
  const before = BODY_BUDGET.heldBytes;
  const request = post("x".repeat(5_000));
  ok((await readLimited(request, { maxBytes: 10_000 })).ok);
  strictEqual(BODY_BUDGET.heldBytes - before, 5_000);
  reservationOf(request).release();
  strictEqual(BODY_BUDGET.heldBytes, before);
});

Deno.test("readLimited() counts a body once, although its parts are joined: three of 20 MiB fit at once", async () => {
  const others = BODY_BUDGET.open();
  const parts = Array.from({ length: 4 }, () => new Uint8Array(65_536));
  const size = 4 * 65_536;
  others.grow(BODY_BUDGET.maxBytes - BODY_BUDGET.heldBytes - size);
  const request = post(ReadableStream.from(parts));
  try {
    const read = await readLimited(request, { maxBytes: size });
    strictEqual(read.ok && read.bytes.length, size);
    strictEqual(BODY_BUDGET.heldBytes, BODY_BUDGET.maxBytes);
  } finally {
    reservationOf(request).release();
    others.release();
  }
});

Deno.test("readLimited() stops as soon as all bodies together exceed the budget", async () => {
  const others = BODY_BUDGET.open();
  others.grow(BODY_BUDGET.maxBytes - BODY_BUDGET.heldBytes - 2_048);
  try {
    let pulled = 0;
    const long = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_024));
        if (pulled === 1_000) controller.close();
      },
    });
    const overloaded = { ok: false, code: "overloaded" };
    const request = post(long);
    deepStrictEqual(await readLimited(request, { maxBytes: 2 ** 20 }), overloaded);
    ok(pulled < 10);
    reservationOf(request).release();
    const form = post(new URLSearchParams({ name: "x".repeat(4_000) }));
    deepStrictEqual(await readForm(form, { maxBytes: 10_000 }), overloaded);
    reservationOf(form).release();
  } finally {
    others.release();
  }
});

/** A body of some MiB, which calls a function at its end. */
function mebibytes(count: number, atEnd: (close: () => void) => Promise<void> | void) {
  let left = count;
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (left-- === 0) return atEnd(() => controller.close());
      controller.enqueue(new Uint8Array(2 ** 20));
    },
  }, { highWaterMark: 0 });
}

Deno.test("readLimited() lets bodies of unknown length use half of the budget together", async () => {
  const ended = (count: number) => mebibytes(count, (close) => close());
  const outcome = async (request: Request, limits: Partial<BodyLimits> = {}) => {
    const read = await readLimited(request, { maxBytes: 25 * 2 ** 20, ...limits });
    reservationOf(request).release();
    return read.ok ? "read" : read.code;
  };
  const sent = Promise.withResolvers<void>();
  const others = Promise.withResolvers<void>();
  const slow = mebibytes(20, (close) => (sent.resolve(), others.promise.then(close)));
  const first = outcome(post(slow));
  await sent.promise;
  strictEqual(await outcome(post(ended(13))), "overloaded");
  const length = { "content-length": String(13 * 2 ** 20) };
  strictEqual(await outcome(post(ended(13), length)), "read");
  others.resolve();
  strictEqual(await first, "read");
  strictEqual(await outcome(post(ended(25))), "read");
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

/** A body in pieces of a thousand bytes. */
function postInPieces(size: number, announced: number): Request {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    type: "bytes",
    start(controller) {
      for (let left = size; left > 0; left -= 1_000) {
        controller.enqueue(new Uint8Array(Math.min(left, 1_000)).fill(7));
      }
      controller.close();
    },
  });
  return post(body, { "content-length": String(announced) });
}

Deno.test("sentParts() reads a body of announced length into few arrays, none longer than its content", async () => {
  const held = BODY_BUDGET.open();
  const before = BODY_BUDGET.heldBytes;
  const limits = { maxBytes: 10_000, partBytes: 4_096, held };
  const parts = await Array.fromAsync(sentParts(postInPieces(9_000, 9_000), limits));
  deepStrictEqual(parts.map(({ length }) => length), [4_096, 4_096, 808]);
  deepStrictEqual(parts.map(({ buffer }) => buffer.byteLength), [4_096, 4_096, 808]);
  ok(parts.every((part) => part.every((byte) => byte === 7)));
  strictEqual(BODY_BUDGET.heldBytes - before, 9_000);
  held.release();
});

Deno.test("sentParts() returns the received bytes of a body shorter than announced", async () => {
  const parts = await Array.fromAsync(sentParts(postInPieces(10, 20), { maxBytes: 100 }));
  deepStrictEqual(parts.map(({ length }) => length), [10]);
});

/** Reads a body of 40 parts, with the time limit of a body after each. */
async function readPaced(partBytes: number, limits: Partial<BodyLimits>) {
  const parts = Array.from({ length: 40 }, () => new Uint8Array(partBytes));
  return await withSlowBody(parts, async (body) => {
    const read = await readLimited(post(body), { maxBytes: 2 ** 30, ...limits });
    return read.ok ? read.bytes.length : read.code;
  });
}

// @spec deposits.pace
Deno.test("readLimited() continues while a body keeps its pace, and slow ones use half of the budget at most", async () => {
  strictEqual(await readPaced(10, {}), "too-slow");
  strictEqual(await readPaced(10, { paceBytes: 10 }), 400);
  strictEqual(await readPaced(10, { paceBytes: 11 }), "too-slow");
  // 40 MiB, of 64 for all bodies.
  strictEqual(await readPaced(2 ** 20, { paceBytes: 2 ** 20 }), "overloaded");
  strictEqual(await readPaced(10, { paceBytes: 10 }), 400, "what was held is free again");
});
