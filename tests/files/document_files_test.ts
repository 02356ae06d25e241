import { deepStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { DocumentFiles, ORPHAN_MS } from "@/lib/files/document_files.ts";
import { S3, S3Failure, signedHeaders } from "@/lib/files/s3.ts";
import { isInfected } from "@/lib/files/virus_scanner.ts";
import { DamagedBlob } from "@/lib/store/blobs.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { aClock, NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { reached, type Sickness, withBucket, withSickBucket } from "@/tests/helpers/s3_server.ts";
import { serve } from "@/tests/tools/loopback.ts";

const FILE = new Uint8Array(1_000_000).map((_, at) => at % 251);

async function written(files: DocumentFiles, store: Store): Promise<string> {
  const { id, keep } = await files.write(FILE);
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return id;
}

// @spec deposits.flow
Deno.test("DocumentFiles.read() reads only the requested parts", () =>
  withStore(async (store) => {
    const id = await written(new DocumentFiles(store, () => NOW), store);
    const { store: counted, asked } = countedStore(store);
    const parts = new DocumentFiles(counted, () => NOW).read(id);
    ok(((await parts.next()).value?.length ?? 0) > 0);
    const before = asked.get;
    ok(before < 5);
    await parts.return(undefined);
    strictEqual(asked.get, before);
    const whole = await Array.fromAsync(new DocumentFiles(counted, () => NOW).read(id));
    deepStrictEqual(new Uint8Array(await new Blob(whole).arrayBuffer()), FILE);
  }));

// @spec deposits.flow
Deno.test("DocumentFiles.read() never returns the end of an object that was changed in the bucket", () =>
  withBucket((bucket) =>
    withStore(async (store) => {
      const s3 = new S3({ ...bucket.options, now: () => NOW });
      const files = new DocumentFiles(store, () => NOW, s3);
      const id = await written(files, store);
      const whole = await Array.fromAsync(files.read(id));
      deepStrictEqual(new Uint8Array(await new Blob(whole).arrayBuffer()), FILE);
      const [name = ""] = bucket.objects.keys();
      const longer = new Uint8Array(10_000_000);
      longer.set(FILE);
      for (const changed of [FILE.with(10, 0), longer, FILE.subarray(1)]) {
        bucket.objects.set(name, new Uint8Array(changed));
        let size = 0;
        await rejects(async () => {
          for await (const part of files.read(id)) size += part.length;
        }, DamagedBlob);
        ok(size < FILE.length);
      }
      bucket.objects.delete(name);
      await rejects(files.read(id).next(), DamagedBlob);
    })
  ));

// @spec deposits.sweep
Deno.test("DocumentFiles.sweep(): objects that a bucket fails to delete wait for the next sweep, others are deleted; a silent bucket is called once", () =>
  withSickBucket((bucket) =>
    withStore(async (store) => {
      let now = NOW;
      const asked: string[] = [];
      const s3 = reached(bucket);
      const remove = s3.delete.bind(s3);
      s3.delete = (id) => {
        asked.push(id);
        return remove(id);
      };
      const files = new DocumentFiles(store, () => now, s3);
      // Three objects whose manifest was never committed, then parts in the store.
      for (let rank = 0; rank < 3; rank++) await files.write(FILE);
      await new DocumentFiles(store, () => now).write(FILE);
      now += ORPHAN_MS + 1;
      bucket.failures.set("DELETE", 403);
      await rejects(files.sweep(), S3Failure);
      deepStrictEqual([asked.length, await blobIds(store)], [3, 3]);
      bucket.failures.clear();
      bucket.sickness = { way: "request", afterBytes: 0, then: "silence" };
      await rejects(files.sweep(), S3Failure);
      deepStrictEqual([asked.length, await blobIds(store)], [4, 3]);
      bucket.sickness = null;
      strictEqual(await files.sweep(), 3);
      deepStrictEqual([bucket.objects.size, await blobIds(store)], [0, 0]);
    })
  ));

/** Number of files with parts. */
async function blobIds(store: Store): Promise<number> {
  const entries = await Array.fromAsync(store.list({ prefix: keys.blobPart.under() }));
  return new Set(entries.map(({ key }) => key[1])).size;
}

Deno.test("signedHeaders() gives the signature of Amazon's example of GET Object, without its Range", () => {
  // Key and date of the documentation of Signature 4; the digest computed with Python's hmac.
  const { authorization } = signedHeaders({
    method: "GET",
    url: new URL("https://examplebucket.s3.amazonaws.com/test.txt"),
    content: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  }, {
    url: "",
    region: "us-east-1",
    accessKey: "AKIAIOSFODNN7EXAMPLE",
    secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    now: () => Date.parse("2013-05-24T00:00:00Z"),
  });
  strictEqual(
    authorization,
    "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, " +
      "SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=df548e2ce037944d03f3e68682813b093763996d597cf890ca3d9037fd231eb4",
  );
});

Deno.test("S3 writes, reads and deletes objects, each request signed", () =>
  withBucket(async (bucket) => {
    const s3 = new S3({ ...bucket.options, now: aClock(NOW).now });
    const bytes = Uint8Array.of(0, 1, 255);
    await s3.put("f1-é", bytes);
    deepStrictEqual([...bucket.objects.keys()], ["/documents/suivi/f1-%C3%A9"]);
    deepStrictEqual(await Array.fromAsync(s3.get("f1-é")), [bytes]);
    await s3.delete("f1-é");
    deepStrictEqual(await Array.fromAsync(s3.get("f1-é")), []);
    await s3.delete("f1-é");
    const other = new S3({ ...bucket.options, secretKey: "autre", now: aClock(NOW).now });
    await rejects(other.put("f2", bytes), S3Failure);
    strictEqual(bucket.objects.size, 0);
    bucket.failure = 503;
    await rejects(s3.get("f1").next(), S3Failure);
  }));

/** More than the buffers of a connection. */
const LARGE = new Uint8Array(8 * 1_024 * 1_024);

const FAILURES: readonly (readonly [what: string, sickness: Sickness, isSilent: boolean])[] = [
  ["takes nothing", { way: "request", afterBytes: 0, then: "silence" }, true],
  ["stops taking midway", { way: "request", afterBytes: 100_000, then: "silence" }, true],
  ["is cut midway", { way: "request", afterBytes: 100_000, then: "cut" }, true],
  ["takes all and does not answer", { way: "answer", afterBytes: 0, then: "silence" }, true],
  ["takes all and is cut", { way: "answer", afterBytes: 0, then: "cut" }, true],
];

for (const [what, sickness, isSilent] of FAILURES) {
  Deno.test(`S3.put() fails when the bucket ${what}`, () =>
    withSickBucket(async (bucket) => {
      const s3 = reached(bucket);
      bucket.sickness = sickness;
      await rejects(
        s3.put("f1", LARGE),
        (fault) => fault instanceof S3Failure && fault.isSilent === isSilent,
      );
      bucket.sickness = null;
      await s3.put("f2", LARGE);
      deepStrictEqual(await wholeOf(s3.get("f2")), LARGE);
    }));
}

Deno.test("S3.put() fails when it is refused before all is sent", () =>
  withSickBucket(async (bucket) => {
    const s3 = reached(bucket);
    for (const then of [500, 503, 403]) {
      bucket.sickness = { way: "request", afterBytes: 100_000, then };
      await rejects(s3.put("f1", LARGE), S3Failure);
    }
    strictEqual(bucket.objects.size, 0);
  }));

Deno.test("S3.put() fails when what answers 200 is no S3: its answer has no ETag", async () => {
  for (const headers of [{}, { etag: "" }]) {
    const { url, close } = serve(async (request) => {
      await request.bytes();
      return new Response("<html>Bienvenue sur le réseau</html>", { headers });
    });
    const s3 = new S3({ url, region: "gra", accessKey: "a", secretKey: "b", now: () => NOW });
    await rejects(s3.put("f1", Uint8Array.of(1)), { name: "S3Failure", message: /ETag/ });
    await close();
  }
});

Deno.test("S3.get() fails when the object is cut off, or stops arriving", () =>
  withSickBucket(async (bucket) => {
    const s3 = reached(bucket);
    await s3.put("f1", LARGE);
    for (const then of ["cut", "silence"] as const) {
      bucket.sickness = { way: "answer", afterBytes: 1_000_000, then };
      await rejects(wholeOf(s3.get("f1")), S3Failure);
    }
    bucket.sickness = null;
    deepStrictEqual(await wholeOf(s3.get("f1")), LARGE);
  }));

Deno.test("S3.get() ends its request when its reader cancels", () =>
  withSickBucket(async (bucket) => {
    const s3 = reached(bucket);
    await s3.put("f1", LARGE);
    const parts = s3.get("f1");
    await parts.next();
    await parts.return(undefined);
    deepStrictEqual(await wholeOf(s3.get("f1")), LARGE);
  }));

async function wholeOf(parts: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  return new Uint8Array(await new Blob(await Array.fromAsync(parts)).arrayBuffer());
}

/** A daemon that answers a stream with a given text or nothing, and records the stream. */
async function withScanner(
  words: string | null,
  test: (at: { hostname: string; port: number }, sent: Promise<number>) => Promise<void>,
): Promise<void> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { promise: sent, resolve } = Promise.withResolvers<number>();
  const serving = (async () => {
    using connection = await listener.accept();
    resolve(await contentBytes(connection));
    if (words === null) await connection.read(new Uint8Array(1));
    else await connection.write(new TextEncoder().encode(words));
  })();
  await test({ hostname: "127.0.0.1", port: listener.addr.port }, sent);
  await serving;
}

/** Bytes of the chunks of an INSTREAM command. */
async function contentBytes(connection: Deno.TcpConn): Promise<number> {
  const exactly = async (size: number) => {
    const bytes = new Uint8Array(size);
    for (let at = 0; at < size;) at += await connection.read(bytes.subarray(at)) ?? size;
    return bytes;
  };
  strictEqual(new TextDecoder().decode(await exactly(10)), "zINSTREAM\0");
  let all = 0;
  for (;;) {
    const size = new DataView((await exactly(4)).buffer).getUint32(0);
    if (size === 0) return all;
    all += (await exactly(size)).length;
  }
}

// @spec deposits.scanner
Deno.test("isInfected() sends the whole file, and reads the result of the scanner", async () => {
  const file = new Uint8Array(150_000).fill(7);
  const cases = [["stream: OK\0", false], ["stream: Eicar-Signature FOUND\0", true]] as const;
  for (const [words, found] of cases) {
    await withScanner(words, async (at, sent) => {
      strictEqual(await isInfected(file, at), found);
      strictEqual(await sent, file.length);
    });
  }
});

// @spec deposits.scanner
Deno.test("isInfected() throws when the scanner fails, does not answer, or is not running", async () => {
  const file = new Uint8Array(10);
  for (const words of ["INSTREAM size limit exceeded. ERROR\0", "", "stream: OK"]) {
    await withScanner(words, async (at) => await rejects(isInfected(file, at)));
  }
  await withScanner(null, async (at) => await rejects(isInfected(file, { ...at, timeoutMs: 50 })));
  const port = await withoutListener();
  await rejects(isInfected(file, { hostname: "127.0.0.1", port }));
});

// @spec deposits.scanner
Deno.test("isInfected() gives up a scanner that takes no connection", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0, tcpBacklog: 1 });
  const at = { hostname: "127.0.0.1", port: listener.addr.port };
  // A full queue of connections: the next one gets no answer, as behind a firewall that drops packets.
  using _first = await Deno.connect(at);
  using _second = await Deno.connect(at);
  await rejects(isInfected(new Uint8Array(10), { ...at, timeoutMs: 50 }), { name: "TimeoutError" });
});

function withoutListener(): Promise<number> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return Promise.resolve(listener.addr.port);
}
