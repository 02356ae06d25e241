/** A bucket behind a connection that fails where a test decides. @module */

import { S3 } from "@/lib/files/s3.ts";
import { closeQuietly, writeAll } from "@/tests/tools/connection_io.ts";
import { NOW } from "./fixtures.ts";
import { type LocalBucket, withBucket } from "./s3_server.ts";

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
