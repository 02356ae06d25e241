import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { CallError } from "@/lib/base/errors.ts";
import { BODY_BUDGET } from "@/lib/base/memory_budget.ts";
import { sentParts } from "@/lib/web/body_limits.ts";
import { limitBody } from "@/lib/web/body_stream.ts";

function post(body: BodyInit, headers: HeadersInit = {}): Request {
  return new Request("http://x/", { method: "POST", body, headers });
}

Deno.test("sentParts() of a body that announces much and sends a byte counts a few kilobytes", async () => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    type: "bytes",
    start: (controller) => controller.enqueue(new Uint8Array(1)),
  });
  const held = BODY_BUDGET.open();
  const before = BODY_BUDGET.heldBytes;
  const limits = { maxBytes: 2 ** 20, partBytes: 2 ** 20, maxMs: 20, held };
  const request = post(body, { "content-length": String(2 ** 20) });
  let mostBytes = 0;
  const watch = setInterval(
    () => mostBytes = Math.max(mostBytes, BODY_BUDGET.heldBytes - before),
    1,
  );
  await rejects(Array.fromAsync(sentParts(request, limits)), CallError);
  clearInterval(watch);
  ok(mostBytes > 0 && mostBytes <= 4_096, `${mostBytes} bytes`);
  held.release();
});

Deno.test("sentParts() of a body in chunks of a byte returns few arrays, as long as their content", async () => {
  const sent = Uint8Array.from({ length: 20_000 }, (_, at) => at % 251);
  let at = 0;
  // As the runtime does: each in an array of 64 KiB.
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const chunk = new Uint8Array(65_536);
      chunk.set(sent.subarray(at, at + 1));
      controller.enqueue(chunk.subarray(0, 1));
      if (++at === sent.length) controller.close();
    },
  });
  const held = BODY_BUDGET.open();
  const before = BODY_BUDGET.heldBytes;
  const parts = await Array.fromAsync(sentParts(post(body), { maxBytes: 2 ** 20, held }));
  deepStrictEqual(await new Blob(parts).bytes(), sent);
  ok(parts.every(({ length, buffer }) => buffer.byteLength === length));
  ok(parts.length < 10, `${parts.length} parts`);
  strictEqual(BODY_BUDGET.heldBytes - before, sent.length);
  held.release();
});

Deno.test("sentParts() frees the runtime's arrays of chunks, and returns arrays that can be freed", async () => {
  const sent = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251);
  const arrays: ArrayBuffer[] = [];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      const at = arrays.length * 60_000;
      const chunk = new Uint8Array(65_536);
      chunk.set(sent.subarray(at, at + 60_000));
      arrays.push(chunk.buffer);
      controller.enqueue(chunk.subarray(0, 60_000));
      if (at + 60_000 === sent.length) controller.close();
    },
  });
  const parts = await Array.fromAsync(sentParts(post(body), { maxBytes: 2 ** 20 }));
  deepStrictEqual(await new Blob(parts).bytes(), sent);
  ok(arrays.every(({ detached }) => detached));
  ok(parts.every(({ length, buffer }) => buffer.byteLength === length));
});

/** A body as the runtime gives it, and the lengths of the arrays that it was read into. */
function runtimeBody(sent: Uint8Array<ArrayBuffer>) {
  const askedLengths: number[] = [];
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: 65_536,
    pull(controller) {
      const view = controller.byobRequest?.view;
      if (!view) return;
      const some = sent.subarray(at, at + Math.min(view.byteLength, 13_000));
      askedLengths.push(view.byteLength);
      at += some.length;
      new Uint8Array(view.buffer, view.byteOffset).set(some);
      if (some.length === 0) controller.close();
      controller.byobRequest?.respond(some.length);
    },
  });
  return { body, askedLengths };
}

Deno.test("sentParts() reads a body of unknown length 16 KiB at a time, behind the limit of the front too", async () => {
  const sent = Uint8Array.from({ length: 300_001 }, (_, at) => at % 251);
  for (const isLimited of [false, true]) {
    const { body, askedLengths } = runtimeBody(sent);
    const request = isLimited ? limitBody(post(body), 2 ** 20) : post(body);
    const held = BODY_BUDGET.open();
    const before = BODY_BUDGET.heldBytes;
    const parts = await Array.fromAsync(sentParts(request, { maxBytes: 2 ** 20, held }));
    deepStrictEqual(await new Blob(parts).bytes(), sent);
    ok(askedLengths.every((length) => length <= 16_384), `${Math.max(...askedLengths)}`);
    strictEqual(BODY_BUDGET.heldBytes - before, sent.length);
    held.release();
  }
});

Deno.test("limitBody() stops reading a body beyond its limit", async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array<ArrayBuffer>>({
    type: "bytes",
    pull: (controller) => controller.enqueue(new Uint8Array(1_000)),
    cancel: () => void (isCancelled = true),
  });
  const { body } = limitBody(post(endless), 10_000);
  await rejects(new Response(body).bytes(), { message: "Body too large" });
  ok(isCancelled);
});

Deno.test("sentParts() returns long chunks unchanged, between short ones, in order", async () => {
  const chunks = [1, 40_000, 2, 3, 5_000, 1, 1_023, 1_024, 70_000].map((length, at) =>
    new Uint8Array(length).fill(at + 1)
  );
  const request = post(ReadableStream.from(chunks));
  const parts = await Array.fromAsync(sentParts(request, { maxBytes: 2 ** 20 }));
  deepStrictEqual(await new Blob(parts).bytes(), await new Blob(chunks).bytes());
});
