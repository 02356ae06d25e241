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

const TIMEOUT_MS = 60_000;

/**
 * Objects of a bucket, by their name: written, read and deleted, each by one signed request (AWS Signature 4).
 *
 * The AWS package brings megabytes for these three requests. (Decision 135.)
 */
export class S3 {
  constructor(private readonly options: S3Options) {}

  async put(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const answer = await this.#send("PUT", name, bytes);
    await answer.body?.cancel();
  }

  /** @returns null when there is no such object */
  async get(name: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await this.#send("GET", name);
    if (answer.status !== 404) return await answer.bytes();
    await answer.body?.cancel();
    return null;
  }

  /** Deletes an object; one that is not there is not missed. */
  async delete(name: string): Promise<void> {
    const answer = await this.#send("DELETE", name);
    await answer.body?.cancel();
  }

  async #send(
    method: "PUT" | "GET" | "DELETE",
    name: string,
    body: Uint8Array<ArrayBuffer> | null = null,
  ): Promise<Response> {
    const url = new URL(`${this.options.url}/${encodeURIComponent(name)}`);
    const headers = signedHeaders({ method, url, body: body ?? new Uint8Array() }, this.options);
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    const answer = await fetch(url, { method, headers, body, signal, redirect: "error" });
    if (answer.ok || (answer.status === 404 && method !== "PUT")) return answer;
    await answer.body?.cancel();
    throw new S3Failure(`${method} of an object was answered ${answer.status}`);
  }
}

interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: Uint8Array;
}

/** The headers that sign a request: its method, its address, its host, its date and its content. */
export function signedHeaders(
  { method, url, body }: SignedRequest,
  { region, accessKey, secretKey, now }: S3Options,
): Record<string, string> {
  const date = new Date(now()).toISOString().replace(/[-:]|\.\d+/g, "");
  const content = sha256(body);
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

function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: string | Uint8Array, text: string) {
  return createHmac("sha256", key).update(text).digest();
}
