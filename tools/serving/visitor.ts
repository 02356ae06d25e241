/**
 * A client of the running server that measures bytes on the wire, for tests of weight and trials.
 *
 * @module
 */

import { request as httpRequest } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { joinedBytes } from "@/lib/base/bytes.ts";

/** An answer, with its bytes on the wire. */
export interface Visited {
  readonly status: number;
  readonly headers: Headers;
  /** Bytes on the wire, and decoded. */
  readonly wire: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Options of a request besides its path. */
interface RequestParts {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A browser session without a cache. */
export class Visitor {
  /** By name. */
  #cookies: ReadonlyMap<string, string> = new Map();

  constructor(private readonly origin: string) {}

  /** The cookies of this session. */
  get cookies(): { readonly name: string; readonly value: string }[] {
    return [...this.#cookies].map(([name, value]) => ({ name, value }));
  }

  /** The `cookie` header to send for this session. */
  get cookie(): string {
    return this.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  /** The same session at another origin of the same store. */
  at(origin: string): Visitor {
    const visitor = new Visitor(origin);
    visitor.#cookies = this.#cookies;
    return visitor;
  }

  /** Signs in with the form of the page. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    await this.#enter("/login", { email, password });
  }

  /** Opens the link of a provider. */
  async open(token: string): Promise<void> {
    await this.#enter("/providers/login", { token });
  }

  async #enter(path: string, fields: Record<string, string>): Promise<void> {
    const body = new URLSearchParams(fields).toString();
    const type = "application/x-www-form-urlencoded";
    const answer = await this.ask(path, {
      method: "POST",
      body,
      headers: { "content-type": type },
    });
    if (answer.status !== 303) {
      throw new Error(`Signing in at ${path} answered ${answer.status}.`);
    }
  }

  /** Requests a path; accepts brotli, does not follow redirects, and stores cookies. */
  async ask(path: string, request: RequestParts = {}): Promise<Visited> {
    const answer = await this.#answer(path, request);
    this.#remember(answer.headers.getSetCookie());
    return answer;
  }

  #remember(setCookies: readonly string[]): void {
    if (setCookies.length === 0) return;
    const cookies = new Map(this.#cookies);
    for (const cookie of setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    this.#cookies = cookies;
  }

  async #answer(
    path: string,
    { method = "GET", body, headers = {} }: RequestParts,
  ): Promise<Visited> {
    const sent = {
      accept: "text/html",
      "accept-encoding": "br, gzip",
      origin: this.origin,
      "sec-fetch-site": "same-origin",
      ...this.#cookies.size === 0 ? {} : { cookie: this.cookie },
      ...headers,
    };
    return await new Promise((resolve, reject) => {
      const request = httpRequest(
        this.origin + path,
        { method, headers: sent, agent: false },
        (answer) => {
          const parts: Uint8Array[] = [];
          answer.on("data", (part: Uint8Array) => parts.push(part));
          answer.on("error", reject);
          answer.on(
            "end",
            () => resolve(visited(answer.statusCode ?? 0, answer.rawHeaders, joinedBytes(parts))),
          );
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }
}

export function textOf({ bytes }: Visited): string {
  return new TextDecoder().decode(bytes);
}

function visited(status: number, rawHeaders: readonly string[], wire: Uint8Array): Visited {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  return { status, headers, wire, bytes: decoded(wire, headers.get("content-encoding")) };
}

function decoded(wire: Uint8Array, encoding: string | null): Uint8Array {
  if (wire.length === 0) return wire;
  if (encoding === "br") return brotliDecompressSync(wire);
  return encoding === "gzip" ? gunzipSync(wire) : wire;
}
