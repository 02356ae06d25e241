import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { S3, S3Failure, signedHeaders } from "@/lib/files/s3.ts";
import { aClock, NOW } from "@/tests/helpers/fixtures.ts";
import { reached, type Sickness, withBucket, withSickBucket } from "@/tests/helpers/s3_server.ts";
import { serve } from "@/tests/tools/loopback.ts";

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
