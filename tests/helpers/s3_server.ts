import { createHash } from "node:crypto";
import { signedHeaders } from "@/lib/files/s3.ts";
import { serve } from "@/tests/tools/loopback.ts";

const KEYS = { accessKey: "moi", secretKey: "un:secret/" };

/** A bucket of a small S3 server on this machine; it refuses requests not signed with its keys. */
export interface LocalBucket {
  readonly options: { readonly url: string; readonly region: string } & typeof KEYS;
  readonly objects: Map<string, Uint8Array<ArrayBuffer>>;
  /** While set, the status of every answer. */
  failure: number | null;
  /** The same for one method. */
  readonly failures: Map<string, number>;
  /** Method and name of each request, in order. */
  readonly asked: string[];
}

/** Runs a test with an S3 server. */
export async function withBucket(test: (bucket: LocalBucket) => Promise<void>): Promise<void> {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const server = serve(answer);
  const url = `${server.url}/documents/suivi`;
  const bucket: LocalBucket = {
    options: { url, region: "gra", ...KEYS },
    objects,
    failure: null,
    failures: new Map(),
    asked: [],
  };
  try {
    await test(bucket);
  } finally {
    await server.close();
  }

  async function answer(request: Request): Promise<Response> {
    const name = new URL(request.url).pathname;
    bucket.asked.push(`${request.method} ${name}`);
    // As S3 does: a chunked body has no length.
    const isChunked = request.method === "PUT" && !request.headers.has("content-length");
    if (isChunked) return new Response(null, { status: 411 });
    const body = await request.bytes().catch(() => null);
    if (body === null) return new Response(null, { status: 400 });
    const failure = bucket.failure ?? bucket.failures.get(request.method);
    if (failure !== undefined) return new Response(null, { status: failure });
    if (!isSigned(request, body, bucket)) return new Response(null, { status: 403 });
    if (request.method === "PUT") {
      objects.set(name, body);
      const etag = `"${createHash("md5").update(body).digest("hex")}"`;
      return new Response(null, { status: 200, headers: { etag } });
    }
    if (request.method === "DELETE") objects.delete(name);
    if (request.method !== "GET") return new Response(null, { status: 200 });
    return new Response(objects.get(name) ?? null, { status: objects.has(name) ? 200 : 404 });
  }
}

function isSigned(
  { method, url, headers }: Request,
  body: Uint8Array,
  { options }: LocalBucket,
): boolean {
  const date = (headers.get("x-amz-date") ?? "").replace(
    /^(....)(..)(..)T(..)(..)(..)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
  const now = () => Date.parse(date);
  const content = createHash("sha256").update(body).digest("hex");
  const wanted = signedHeaders({ method, url: new URL(url), content }, { ...options, now });
  return Object.entries(wanted).every(([name, value]) => headers.get(name) === value);
}
