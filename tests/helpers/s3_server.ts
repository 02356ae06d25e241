/** A bucket on this machine, healthy or failing. @module */
import { createHash } from "node:crypto";
import { S3, signedHeaders } from "@/lib/files/s3.ts";
import { closeQuietly, serve, writeAll } from "@/tests/tools/loopback.ts";
import { NOW } from "./fixtures.ts";

const KEYS = { accessKey: "moi", secretKey: "un:secret/" };

/** A bucket of a small S3 server on this machine; it refuses requests not signed with its keys. */
interface LocalBucket {
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

/** A failure of a connection. */
export interface Sickness {
  /** In the client's bytes, or in the bucket's answer. */
  readonly way: "request" | "answer";
  /** After that many bytes, counted from the moment the test sets the failure. */
  readonly afterBytes: number;
  /** Nothing more is forwarded, both sides are closed, or the client is answered with a status. */
  readonly then: "silence" | "cut" | number;
}

/** A bucket whose connections fail while a test decides. */
export interface SickBucket extends LocalBucket {
  sickness: Sickness | null;
  /** Called when a connection becomes silent. */
  stalled(): void;
}

/** Longer than a step of a test, and short enough to wait for. */
const IMPATIENT_MS = 500;
const PATIENT_MS = 60_000;

/**
 * The S3 client, with a short timeout only while its connection fails, so that a loaded machine
 * fails no test.
 */
export function reached(bucket: SickBucket): S3 {
  return new S3({
    ...bucket.options,
    now: () => NOW,
    get timeoutMs() {
      return bucket.sickness === null ? PATIENT_MS : IMPATIENT_MS;
    },
  });
}

/** Runs a test with an S3 server behind a failing connection. */
export function withSickBucket(test: (bucket: SickBucket) => Promise<void>): Promise<void> {
  return withBucket(async (healthy) => {
    const target = new URL(healthy.options.url);
    const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${listener.addr.port}${target.pathname}`;
    const bucket: SickBucket = Object.assign(healthy, {
      options: { ...healthy.options, url },
      sickness: null,
      stalled: () => {},
    });
    const over = Promise.withResolvers<void>();
    const roads: Promise<void>[] = [];
    const listening = (async () => {
      for await (const client of listener) {
        roads.push(carried(client, { port: Number(target.port), bucket, over: over.promise }));
      }
    })();
    try {
      await test(bucket);
    } finally {
      listener.close();
      over.resolve();
      await listening;
      await Promise.all(roads);
    }
  });
}

interface Road {
  readonly port: number;
  readonly bucket: SickBucket;
  /** Resolves when the test ends, and every connection with it. */
  readonly over: Promise<void>;
}

/** Forwards one connection both ways until either end closes. */
async function carried(client: Deno.TcpConn, { port, bucket, over }: Road): Promise<void> {
  const server = await Deno.connect({ hostname: "127.0.0.1", port });
  const close = () => [client, server].forEach(closeQuietly);
  void over.then(close);
  const carry = async (way: Sickness["way"], from: Deno.TcpConn, to: Deno.TcpConn) => {
    const bytes = new Uint8Array(16 * 1_024);
    let carriedBytes = 0;
    let known = bucket.sickness;
    for (;;) {
      const count = await from.read(bytes);
      if (count === null) break;
      const { sickness } = bucket;
      if (sickness !== known) carriedBytes = 0;
      known = sickness;
      const isSick = sickness?.way === way && carriedBytes + count > sickness.afterBytes;
      if (!isSick) {
        await writeAll(to, bytes.subarray(0, count));
        carriedBytes += count;
        continue;
      }
      await writeAll(to, bytes.subarray(0, Math.max(0, sickness.afterBytes - carriedBytes)));
      if (sickness.then === "silence") {
        bucket.stalled();
        await over;
      }
      if (typeof sickness.then === "number") {
        const answer =
          `HTTP/1.1 ${sickness.then} Sick\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`;
        await writeAll(client, new TextEncoder().encode(answer));
      }
      break;
    }
  };
  // A closed connection ends with errors on both sides.
  await Promise.all([
    carry("request", client, server).catch(() => {}).finally(close),
    carry("answer", server, client).catch(() => {}).finally(close),
  ]);
}
