import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { S3, S3Failure, signedHeaders } from "@/lib/backend/outside/s3.ts";
import { aClock, NOW } from "@/tests/backend/fixtures.ts";
import { withBucket } from "./s3_server.ts";

Deno.test("signedHeaders() signs as Amazon's example of GET Object without its Range does", () => {
  // Key and date of the documentation of Signature 4; the digest worked out with Python's hmac.
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
