import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { joinedParts } from "@/lib/base/bytes.ts";
import { type Compression, isGzipEncoding, unzipped } from "@/lib/files/decompression.ts";
import { noise } from "@/tests/helpers/file_bytes.ts";

const MIB = 1_024 * 1_024;

function compressed(bytes: Uint8Array<ArrayBuffer>, format: Compression) {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format));
  return new Response(stream).bytes();
}

Deno.test("unzipped() returns the original of either format", async () => {
  // Bytes that compress little, for several slices.
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * at * 31) % 251);
  for (const format of ["gzip", "deflate"] as const) {
    deepStrictEqual(
      await unzipped(await compressed(bytes, format), bytes.length, { format }),
      bytes,
    );
  }
});

Deno.test("unzipped() reads gzip of several members, within the limits of one", async () => {
  const member = await compressed(new Uint8Array(600).fill(7), "gzip");
  const three = Uint8Array.from([...member, ...member, ...member]);
  deepStrictEqual(await unzipped(three, 1_800), new Uint8Array(1_800).fill(7));
  await rejects(unzipped(three, 1_799), { code: "too-large" });
  await rejects(unzipped(three.slice(0, -4), 1_800), { code: "bad-request" });
  await rejects(unzipped(Uint8Array.from([...member, 1, 2, 3]), 1_800), { code: "bad-request" });
});

Deno.test("unzipped() yields to the event loop while it inflates", async () => {
  const block = noise(65_536);
  const bytes = await new Blob(Array.from({ length: 128 }, () => block)).bytes();
  const zipped = await compressed(bytes, "gzip");
  const served: string[] = [];
  const timer = setTimeout(() => served.push("another"), 0);
  strictEqual((await unzipped(zipped, bytes.length)).length, bytes.length);
  clearTimeout(timer);
  deepStrictEqual(served, ["another"]);
});

Deno.test("unzipped() refuses output beyond its limit, and data of another format", async () => {
  const zipped = await compressed(new Uint8Array(1_001), "gzip");
  await rejects(unzipped(zipped, 1_000), { name: "Refused", code: "too-large" });
  const plain = new TextEncoder().encode("plain text");
  await rejects(unzipped(plain, 1_000), { code: "bad-request", message: "The body is not gzip" });
  await rejects(unzipped(zipped.slice(0, -4), 2_000), { code: "bad-request" });
});

Deno.test("unzipped() refuses data that compress better than readings do, long before its limit", async () => {
  const bomb = await compressed(new Uint8Array(64 * MIB), "gzip");
  let inflated = 0;
  const onBytes = (bytes: number) => void (inflated = bytes);
  await rejects(unzipped(bomb, 64 * MIB, { onBytes }), { code: "too-large" });
  ok(inflated < 12 * MIB, `${inflated} bytes`);
});

Deno.test("isGzipEncoding() refuses an unsupported encoding with its own code", () => {
  deepStrictEqual(["gzip", " X-GZIP", "identity", "", null].map(isGzipEncoding), [
    true,
    true,
    false,
    false,
    false,
  ]);
  for (const encoding of ["br", "deflate", "gzip, gzip"]) {
    throws(() => isGzipEncoding(encoding), { code: "unsupported-media-type" });
  }
});

Deno.test("joinedParts() frees the parts it has copied, and returns a single part as it is", () => {
  const parts = [Uint8Array.of(1, 2), Uint8Array.of(3)];
  deepStrictEqual(joinedParts(parts), Uint8Array.of(1, 2, 3));
  deepStrictEqual(parts.map(({ length }) => length), [0, 0]);
  const alone = Uint8Array.of(4);
  strictEqual(joinedParts([alone]), alone);
  strictEqual(alone.length, 1);
});
