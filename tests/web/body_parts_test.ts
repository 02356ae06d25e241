import { deepStrictEqual, ok } from "node:assert/strict";
import { readBytes } from "@/lib/web/body_limits.ts";

/** A body as the runtime gives it, and the lengths of the arrays that it was read into. */
function runtimeBody(sent: Uint8Array<ArrayBuffer>, mostBytes: number) {
  const askedLengths: number[] = [];
  let at = 0;
  const body = new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: 65_536,
    pull(controller) {
      const view = controller.byobRequest?.view;
      if (!view) return;
      const some = sent.subarray(at, at + Math.min(view.byteLength, mostBytes));
      askedLengths.push(view.byteLength);
      at += some.length;
      new Uint8Array(view.buffer, view.byteOffset).set(some);
      if (some.length === 0) controller.close();
      controller.byobRequest?.respond(some.length);
    },
  });
  return { body, askedLengths };
}

Deno.test("readBytes() reads a body in parts of any length, 16 KiB at a time", async () => {
  const sent = Uint8Array.from({ length: 300_001 }, (_, at) => at % 251);
  for (const isAnnounced of [false, true]) {
    for (const mostBytes of [37, 13_000, 65_536]) {
      const { body, askedLengths } = runtimeBody(sent, mostBytes);
      const headers = isAnnounced ? { "content-length": String(sent.length) } : {};
      const request = new Request("http://x/", { method: "POST", body, headers });
      deepStrictEqual(await readBytes(request, { maxBytes: 2 ** 20 }), sent);
      ok(askedLengths.every((length) => length === 16_384));
    }
  }
});

Deno.test("readBytes() reads the chunks of a stream that allocates its own arrays, in order", async () => {
  const chunks = [1, 40_000, 2, 3, 5_000, 1, 1_023, 1_024, 70_000].map((length, at) =>
    new Uint8Array(length).fill(at + 1)
  );
  const body = ReadableStream.from(chunks);
  const request = new Request("http://x/", { method: "POST", body });
  const bytes = await readBytes(request, { maxBytes: 2 ** 20 });
  deepStrictEqual(bytes, await new Blob(chunks).bytes());
});
