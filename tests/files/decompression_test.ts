import { deepStrictEqual, ok, rejects, strictEqual, throws } from "node:assert/strict";
import { z } from "zod";
import { type Compression, isGzipEncoding, unzipped } from "@/lib/files/decompression.ts";
import { begunFlow } from "@/lib/files/file_stream.ts";
import { statusOf } from "@/lib/files/http_request.ts";
import { messageOf } from "@/lib/files/worker_messages.ts";
import { zipParts, zipped } from "@/lib/files/zip.ts";
import { noise, unzipped as unzippedFileBytes } from "@/tests/helpers/file_bytes.ts";
import { NOW } from "@/tests/helpers/fixtures.ts";
import { ROOT } from "@/tools/files.ts";
import { GIVEN_BACK, HEAP } from "@/tools/serving/server_process.ts";

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

Deno.test("zipped() contains each file unchanged, including accents and empty files", async () => {
  const files = [
    { name: "a.txt", pieces: Array.from({ length: 5_000 }, () => "Été\r\n") },
    { name: "en un morceau.txt", pieces: ["é".repeat(100_000)] },
    { name: "vide.csv", pieces: [] },
  ];
  const archive = await zipped(files, NOW);
  deepStrictEqual(
    [...unzippedFileBytes(archive)],
    files.map(({ name, pieces }) => [name, pieces.join("")]),
  );
  strictEqual(archive.length < 1_500, true);
});

Deno.test("zipped() yields to the event loop while it writes long files", async () => {
  let pieceCount = 0;
  let longestRun = 0;
  let run = 0;
  const timer = setInterval(() => run = 0, 0);
  function* pieces() {
    for (; pieceCount < 300_000; pieceCount++) {
      longestRun = Math.max(longestRun, ++run);
      yield `{"rang": ${pieceCount}, "nom": "Été"}`;
    }
  }
  await zipped([{ name: "long.json", pieces: pieces() }], NOW);
  clearInterval(timer);
  ok(longestRun < pieceCount / 2, `${longestRun} pieces in one go`);
});

Deno.test("zipped() fails with the error of a file's text", async () => {
  function* pieces(): Generator<string> {
    yield "a".repeat(50_000);
    throw new RangeError("no more");
  }
  await rejects(zipped([{ name: "a", pieces: pieces() }], NOW), RangeError);
});

Deno.test("zipParts() reads the text of a file when it is written, and ends it when its reader cancels", async () => {
  const seen = { read: 0, isEnded: false };
  async function* pieces() {
    try {
      for (; seen.read < 1_000_000; seen.read++) yield await Promise.resolve("Été\r\n".repeat(100));
    } finally {
      seen.isEnded = true;
    }
  }
  const parts = zipParts([{ name: "vide.csv", pieces: [] }, { name: "a", pieces: pieces() }], NOW);
  await parts.next();
  strictEqual(seen.read, 0);
  let written = 0;
  while (written < 10_000) written += (await parts.next()).value?.length ?? 0;
  await parts.return(undefined);
  strictEqual(seen.isEnded, true);
  ok(seen.read < 1_000_000);
});

/** Parts of one byte, with the count of those read and whether the generator was ended. */
function counted(count: number, faultAt = Infinity) {
  const seen = { read: 0, isEnded: false };
  async function* parts() {
    try {
      for (let at = 0; at < count; at++) {
        if (at === faultAt) throw new Error(`part ${at}`);
        seen.read++;
        yield Uint8Array.of(at);
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, parts: parts() };
}

// @spec deposits.flow
Deno.test("begunFlow() reads the first part, then each part its reader asks for, to the end", async () => {
  const { seen, parts } = counted(3);
  const reader = (await begunFlow(parts)).getReader();
  strictEqual(seen.read, 1);
  deepStrictEqual((await reader.read()).value, Uint8Array.of(0));
  strictEqual(seen.read, 1);
  deepStrictEqual((await reader.read()).value, Uint8Array.of(1));
  strictEqual(seen.read, 2);
  await reader.read();
  strictEqual((await reader.read()).done, true);
});

// @spec deposits.flow
Deno.test("begunFlow() ends its source when its reader cancels", async () => {
  const { seen, parts } = counted(3);
  const flow = await begunFlow(parts);
  await flow.cancel();
  deepStrictEqual(seen, { read: 1, isEnded: true });
});

// @spec deposits.flow
Deno.test("begunFlow() throws the error of the first part, and aborts at an error of a later one", async () => {
  await rejects(begunFlow(counted(3, 0).parts), { message: "part 0" });
  const flow = await begunFlow(counted(3, 2).parts);
  await rejects(new Response(flow).bytes(), { message: "part 2" });
  strictEqual((await new Response(await begunFlow(counted(0).parts)).bytes()).length, 0);
});

/** The status read of a host's answer, sent in the given parts. */
async function statusIn(...parts: readonly string[]): Promise<number> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serving = (async () => {
    using connection = await listener.accept();
    await connection.read(new Uint8Array(4_096));
    for (const part of parts) await connection.write(new TextEncoder().encode(part));
  })();
  const { hostname: address, port } = listener.addr;
  const url = new URL(`http://127.0.0.1:${port}/`);
  try {
    const request = { url, address, headers: {}, body: new Uint8Array() };
    return await statusOf(request, new AbortController().signal);
  } finally {
    await serving;
  }
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

Deno.test("messageOf() returns the bytes of an array and no others, as a buffer without enumerable keys", () => {
  const whole = Uint8Array.of(1, 2, 3, 4);
  strictEqual(messageOf(whole), whole.buffer);
  const part = messageOf(whole.subarray(1, 3));
  deepStrictEqual(new Uint8Array(part), Uint8Array.of(2, 3));
  deepStrictEqual(Object.keys(part), []);
});

/** What a script prints that runs with options of V8. */
async function printed(script: string, options: string): Promise<unknown> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", options, "-A", "--no-check", "--lock=tests/deno.lock", script],
    cwd: ROOT,
    env: GIVEN_BACK,
    stderr: "inherit",
  }).output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("startedWorker() bounds the heap of a Worker with the options of the server", async () => {
  const limitMiB = Number(await printed("tests/files/heap_limit.ts", HEAP));
  // 96 MiB, and three times the 8 MiB of the young generation. An option of the server made it 524.
  ok(limitMiB >= 96 && limitMiB <= 124, `${limitMiB} MiB`);
});

const measured = z.record(
  z.string(),
  z.object({ fault: z.enum(["too-complex", "broken"]), addedMiB: z.number() }),
);

// @spec deposits.memory
Deno.test("openedPdf() bounds the memory of a file that makes a reader allocate, whatever the options", async () => {
  const options = `${HEAP},--max-old-space-size=512`;
  // A Worker takes 40 MiB. Without counting, it took 150 to 750 for each. A loaded machine gives memory back late, so
  // that a file counts as too large only when it is in each of three runs.
  let over: string[] | undefined;
  for (let left = 3; left > 0 && over?.length !== 0; left--) {
    const script = "tests/files/memory_of_hostile_pdfs.ts";
    const files = Object.entries(measured.parse(await printed(script, options)));
    ok(files.length >= 12);
    const now = files.filter(([, { addedMiB }]) => addedMiB > 120).map(([name]) => name);
    over = over === undefined ? now : over.filter((name) => now.includes(name));
  }
  deepStrictEqual(over, []);
});
