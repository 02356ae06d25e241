import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { acceptedEncoding, compressed, isCompressible } from "@/lib/web/compression.ts";

const PAGE = "<p>Écart (%) de la chaufferie</p>".repeat(100);

function page(init: ResponseInit = {}): Response {
  return new Response(PAGE, {
    ...init,
    headers: { "content-type": "text/html; charset=utf-8", ...init.headers },
  });
}

const ACCEPTED: readonly [header: string | null, encoding: "gzip" | null][] = [
  [null, null],
  ["", null],
  ["identity", null],
  ["gzip, deflate, br", "gzip"],
  ["gzip, deflate", "gzip"],
  ["GZIP;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br, gzip;q=0", null],
  ["*", "gzip"],
  ["br", null],
  ["*;q=0", null],
  ["gzip;q=abc", null],
];

for (const [header, encoding] of ACCEPTED) {
  Deno.test(`acceptedEncoding() of ${JSON.stringify(header)} is ${encoding}`, () => {
    strictEqual(acceptedEncoding(header), encoding);
  });
}

Deno.test("isCompressible() is true for text, false for small or already compressed formats", () => {
  strictEqual(isCompressible(page()), true);
  strictEqual(isCompressible(Response.json({ a: 1 })), true);
  strictEqual(
    isCompressible(new Response("a", { headers: { "content-type": "image/png" } })),
    false,
  );
  strictEqual(
    isCompressible(new Response("a", { headers: { "content-type": "text/event-stream" } })),
    false,
  );
  strictEqual(isCompressible(page({ headers: { "content-encoding": "br" } })), false);
  strictEqual(
    isCompressible(page({ headers: { "cache-control": "public, no-transform" } })),
    false,
  );
  strictEqual(isCompressible(page({ status: 206 })), false);
  strictEqual(isCompressible(new Response(null, { status: 204 })), false);
});

Deno.test("compressed() keeps status, headers and text, and makes a strong ETag weak", async () => {
  const answer = await compressed(
    page({ status: 404, headers: { etag: '"a"', "x-a": "b" } }),
  );
  deepStrictEqual(
    [
      answer.status,
      answer.headers.get("content-encoding"),
      answer.headers.get("etag"),
      answer.headers.get("x-a"),
    ],
    [404, "gzip", 'W/"a"', "b"],
  );
  const bytes = await answer.bytes();
  ok(bytes.length < PAGE.length / 5);
  strictEqual(new TextDecoder().decode(gunzipSync(bytes)), PAGE);
});

Deno.test("compressed() does not change a small answer", async () => {
  const answer = await compressed(Response.json({ status: "ok" }));
  strictEqual(answer.headers.get("content-encoding"), null);
  deepStrictEqual(await answer.json(), { status: "ok" });
});

Deno.test("compressed() streams a long CSV", async () => {
  const { readable, writable } = new TransformStream<
    Uint8Array<ArrayBuffer>,
    Uint8Array<ArrayBuffer>
  >();
  const writer = writable.getWriter();
  const answer = await compressed(
    new Response(readable, { headers: { "content-type": "text/csv" } }),
  );
  ok(answer.body);
  const reader = answer.body.getReader();
  const text = new TextEncoder().encode("Mois,Conso\n".repeat(500));
  const written = writer.write(text);
  const first = await reader.read();
  await written;
  strictEqual(first.done, false, "bytes come before the end is known");
  const parts = [first.value ?? new Uint8Array()];
  const closed = writer.close();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value);
  }
  await closed;
  const plain = gunzipSync(await new Blob(parts).bytes());
  strictEqual(plain.length, text.length);
});
