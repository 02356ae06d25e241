import { createHash, createHmac } from "node:crypto";

/** A bucket of an S3-compatible store. */
export interface S3Options {
  /** `https://host/bucket/prefix`, without its last slash. */
  readonly url: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Epoch ms. */
  now(): number;
  readonly timeoutMs?: number;
}

/** The store did not do what it was asked. */
export class S3Failure extends Error {
  override name = "S3Failure";
}

/** Within how long a bucket answers, or gives the next part of an object, ms. */
const TIMEOUT_MS = 60_000;
/** Bytes of an object that are sent in a millisecond at least: 1 Mbit/s. */
const PUT_BYTES_PER_MS = 125;

/**
 * Objects of a bucket, by their name: written, read and deleted, each by one signed request (AWS Signature 4).
 *
 * The AWS package brings megabytes for these three requests. (Decision 135.)
 */
export class S3 {
  constructor(private readonly options: S3Options) {}

  async put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await this.#send("PUT", name, { body: bytes });
    await answer.body?.cancel();
  }

  /** The bytes of an object as they arrive; none when there is no such object. */
  async *get(name: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const patience = new Patience(this.options.timeoutMs ?? TIMEOUT_MS);
    const answer = await this.#send("GET", name, { patience });
    if (answer.status === 404 || answer.body === null) return await answer.body?.cancel();
    const reader = answer.body.getReader();
    try {
      for (;;) {
        const { done, value } = await patience.with(reader.read());
        if (done) return;
        yield value;
      }
    } finally {
      await reader.cancel();
    }
  }

  /** Deletes an object; one that is not there is not missed. */
  async delete(name: string): Promise<void> {
    const answer = await this.#send("DELETE", name);
    await answer.body?.cancel();
  }

  #patienceFor(body: Uint8Array | null): Patience {
    const { timeoutMs = TIMEOUT_MS } = this.options;
    return new Patience(timeoutMs + (body?.length ?? 0) / PUT_BYTES_PER_MS);
  }

  async #send(
    method: "PUT" | "GET" | "DELETE",
    name: string,
    { body = null, patience = this.#patienceFor(body) }: Sending = {},
  ): Promise<Response> {
    const url = new URL(`${this.options.url}/${encodeURIComponent(name)}`);
    const content = await sha256Of(body ?? new Uint8Array());
    const headers = signedHeaders({ method, url, content }, this.options);
    const { signal } = patience;
    const answer = await patience.with(
      fetch(url, { method, headers, body, signal, redirect: "error" }),
    ).catch((fault: unknown) => {
      throw new S3Failure(`${method} of an object was not answered`, { cause: fault });
    });
    if (answer.ok || (answer.status === 404 && method !== "PUT")) return answer;
    await answer.body?.cancel();
    throw new S3Failure(`${method} of an object was answered ${answer.status}`);
  }
}

interface Sending {
  readonly body?: Uint8Array<ArrayBuffer> | null;
  readonly patience?: Patience;
}

/** How long an answer, or the next part of it, is waited for; not how long its reader takes between two parts. */
class Patience {
  readonly #controller = new AbortController();

  constructor(private readonly ms: number) {}

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  async with<Result>(work: Promise<Result>): Promise<Result> {
    const ended = new S3Failure(`Nothing came within ${this.ms} ms`);
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
  /** SHA-256 of its body. */
  readonly content: string;
}

/** The headers that sign a request: its method, its address, its host, its date and its content. */
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

/** Beside the event loop: a document of 20 MiB takes 60 ms. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

function hmac(key: string | Uint8Array, text: string) {
  return createHmac("sha256", key).update(text).digest();
}
