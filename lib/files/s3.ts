/** Reads, writes and deletes objects of an S3 bucket, with signed requests. @module */

import { createHash, createHmac } from "node:crypto";

/** A bucket of an S3-compatible store. */
interface S3Options {
  /** `https://host/bucket/prefix`, without its last slash. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Epoch ms. */
  now(): number;
  /** Time limit of an answer, and of the next part of an object, ms. */
  readonly timeoutMs?: number;
}

/** Error for a failed request to the store. */
export class S3Failure extends Error {
  override name = "S3Failure";

  /** @param isSilent true when the store did not answer */
  constructor(message: string, readonly isSilent: boolean, options?: ErrorOptions) {
    super(message, options);
  }
}

const TIMEOUT_MS = 30_000;
/**
 * Client of a bucket: writes, reads and deletes objects, each by one signed request (AWS Signature 4).
 *
 * The AWS package adds megabytes for these three requests. (Decision 134.)
 */
export class S3 {
  constructor(private readonly options: S3Options) {}

  /**
   * Writes an object.
   *
   * S3 answers each written object with its ETag, whose value depends on the bucket's encryption. A proxy or the sign-in
   * page of a network that answers 200 in its place has none.
   *
   * @throws S3Failure
   */
  async put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await this.#send("PUT", name, { bytes });
    await answer.body?.cancel();
    if (!answer.headers.get("etag")) throw refused("PUT", `${answer.status} without an ETag`);
  }

  /** The bytes of an object as they arrive; empty when it does not exist. */
  async *get(name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const timeout = this.#timeout();
    const answer = await this.#send("GET", name, { timeout });
    if (answer.status === 404 || answer.body === null) return await answer.body?.cancel();
    const reader = answer.body.getReader();
    try {
      for (;;) {
        const { done, value } = await timeout.with(reader.read()).catch((fault: unknown) => {
          throw new S3Failure("An object broke off", true, { cause: fault });
        });
        if (done) return;
        yield value;
      }
    } finally {
      // A broken stream cannot be cancelled.
      await reader.cancel().catch(() => {});
    }
  }

  async delete(name: string): Promise<void> {
    const answer = await this.#send("DELETE", name);
    await answer.body?.cancel();
  }

  #timeout(): IdleTimeout {
    return new IdleTimeout(this.options.timeoutMs ?? TIMEOUT_MS);
  }

  /** The answer; one of 404 too, except to a write. */
  async #send(
    method: "GET" | "PUT" | "DELETE",
    name: string,
    { bytes, timeout = this.#timeout() }: {
      readonly bytes?: Uint8Array<ArrayBuffer>;
      readonly timeout?: IdleTimeout;
    } = {},
  ): Promise<Response> {
    const url = new URL(`${this.options.url}/${encodeURIComponent(name)}`);
    const content = await sha256Of(bytes ?? new Uint8Array());
    const request = {
      method,
      headers: signedHeaders({ method, url, content }, this.options),
      body: bytes ?? null,
      signal: timeout.signal,
      redirect: "error",
    } as const;
    const answer = await timeout.with(fetch(url, request)).catch((cause) => {
      throw new S3Failure(`${method} of an object was not answered`, true, { cause });
    });
    if (answer.ok || answer.status === 404 && method !== "PUT") return answer;
    await answer.body?.cancel();
    throw refused(method, answer.status);
  }
}

function refused(method: string, answer: number | string): S3Failure {
  return new S3Failure(`${method} of an object was answered ${answer}`, false);
}

/** Time limit of an answer or of the next part, which excludes the time the reader takes between two parts. */
class IdleTimeout {
  readonly #controller = new AbortController();

  constructor(private readonly ms: number) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async with<Result>(work: Promise<Result>): Promise<Result> {
    const ended = new S3Failure(`Nothing came within ${this.ms} ms`, true);
    const timer = setTimeout(() => this.#controller.abort(ended), this.ms);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }
}

interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly content: string;
}

/** The headers that sign a request: method, address, host, date and content. */
export function signedHeaders(
  { method, url, content }: SignedRequest,
  { region, accessKey, secretKey, now }: S3Options,
): Record<string, string> {
  const date = new Date(now()).toISOString().replace(/[-:]|\.\d+/g, "");
  const headers = { host: url.host, "x-amz-content-sha256": content, "x-amz-date": date };
  const names = Object.keys(headers).join(";");
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`).join("");
  const canonical = [method, url.pathname, "", lines, names, content].join("\n");
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = scope.split("/").reduce<string | Uint8Array>(hmac, `AWS4${secretKey}`);
  const signature = hmac(key, text).toString("hex");
  const credential = `${accessKey}/${scope}`;
  const { host: _, ...sent } = headers;
  return {
    ...sent,
    authorization:
      `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** SHA-256 computed outside the event loop: a document of 20 MiB takes 60 ms. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function hmac(key: string | Uint8Array, text: string) {
  return createHmac("sha256", key).update(text).digest();
}
