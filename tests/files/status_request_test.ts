import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { headOf, statusOf } from "@/lib/files/http_request.ts";

/** What is read of a host's answer, sent in the given parts. */
async function readIn<T>(
  parts: readonly string[],
  read: (request: Parameters<typeof statusOf>[0], signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4_096));
    for (const part of parts) await connection.write(new TextEncoder().encode(part));
  })();
  const url = new URL(`http://127.0.0.1:${listener.addr.port}/`);
  const request = { method: "POST", url, headers: {}, body: new Uint8Array() } as const;
  try {
    return await read(request, new AbortController().signal);
  } finally {
    await serving;
  }
}

function statusIn(...parts: readonly string[]): Promise<number> {
  return readIn(parts, statusOf);
}

const HINTS = `HTTP/1.1 103 Early Hints\r\nlink: ${"x".repeat(3_000)}\r\n\r\n`;

// @spec alarms.webhooks
Deno.test("statusOf() waits for the final answer after interim ones, in any parts", async () => {
  strictEqual(await statusIn("HTTP/1.1 204 No Content\r\n\r\n"), 204);
  const both = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n";
  strictEqual(await statusIn(both), 200);
  for (const at of [10, 24, 30, 40]) {
    strictEqual(await statusIn(both.slice(0, at), both.slice(at)), 200, String(at));
  }
  strictEqual(await statusIn(HINTS, HINTS, "HTTP/1.0 503 Busy\n\n"), 503);
  strictEqual(await statusIn("HTTP/1.1 101 Switching Protocols\r\n\r\n"), 101);
});

Deno.test("statusOf() throws without a final answer of HTTP", async () => {
  await rejects(statusIn("HTTP/1.1 100 Continue\r\n\r\n"));
  await rejects(statusIn("HTTP/1.1 100 Continue\r\n\r\n<html>\n"));
  await rejects(statusIn("SSH-2.0-x\r\n"));
  await rejects(statusIn("H".repeat(20_000)));
});

Deno.test("headOf() gives the headers of the final answer, in any parts, also of one that is cut off", async () => {
  const etagIn = async (...parts: string[]) => {
    const { status, headers } = await readIn(parts, headOf);
    return [status, headers.get("etag")];
  };
  const answer = 'HTTP/1.1 200 OK\r\nETag:  "a:b" \r\nx: y\r\n\r\netag: body';
  for (const at of [8, 20, 25, 36, answer.length]) {
    deepStrictEqual(await etagIn(answer.slice(0, at), answer.slice(at)), [200, '"a:b"'], `${at}`);
  }
  deepStrictEqual(await etagIn(HINTS, "HTTP/1.1 200 OK\n\netag: body"), [200, undefined]);
  deepStrictEqual(await etagIn("HTTP/1.1 503 Busy\r\nx"), [503, undefined]);
});
