/** Forwards calls to another host, through a cache. @module */

import { newId, secretHash } from "@/lib/base/secrets.ts";
import {
  type CachedValue,
  type Freshness,
  type Scope,
  VersionedCache,
  type Versions,
} from "@/lib/store/cache.ts";
import type { Store } from "@/lib/store/store.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { CONFIRMATION_HEADER } from "@/lib/ui/confirmation.ts";
import { isAnswer } from "./answer_cache.ts";
import { answersFile, type Call, type InputOf, type NamedCall, type ResultOf } from "./call.ts";
import { frozenAndMeasured, frozenBytes } from "./deep_freeze.ts";
import type { OtherHost } from "./dispatch.ts";
import { type HostAnswer, readAnswer, StoredAnswers, unreachable } from "./upstream_answers.ts";
import { requestPath } from "./routing.ts";

/** A call's input, before its type is known. */
type AnyInput = Readonly<Record<string, unknown>>;

/** What a call shows the other host. */
interface Shown {
  /** The caller's token there; null for none. */
  readonly token: string | null;
  /** The value that confirms the call. */
  readonly confirmation?: string | undefined;
}

/**
 * The request of a call to another host.
 *
 * @param origin of the host, `https://api.example.fr`
 * @param token sent as X-AuthToken, or as bearer in OAuth mode (F §7); null for a public call
 * @throws RangeError when a parameter cannot be in a path
 */
export function writtenRequest(
  call: Call,
  input: AnyInput,
  { origin, token, confirmation, bearer = false }: Shown & {
    readonly origin: string;
    readonly bearer?: boolean;
  },
): Request {
  const { body, ...parameters } = input;
  const url = new URL(requestPath(call.path, parameters), origin);
  const headers = new Headers({ accept: "application/json" });
  if (token !== null && bearer) headers.set("authorization", `Bearer ${token}`);
  else if (token !== null) headers.set("x-authtoken", token);
  if (confirmation !== undefined) headers.set(CONFIRMATION_HEADER, confirmation);
  return new Request(url, { method: call.method, headers, ...writtenBody(call, body, headers) });
}

function writtenBody(call: Call, body: unknown, headers: Headers): { body?: BodyInit } {
  if (call.body === undefined) return {};
  switch (call.bodyKind ?? "json") {
    case "json":
      headers.set("content-type", "application/json");
      return { body: JSON.stringify(body) };
    case "form":
      return {
        body: new URLSearchParams(fieldsOf(body).map(([name, value]) => [name, String(value)])),
      };
    case "multipart":
      return { body: formData(body) };
    case "text":
      headers.set("content-type", "text/plain; charset=utf-8");
      return { body: String(body) };
    case "bytes":
      headers.set("content-type", "application/octet-stream");
      return { body: bytesOf(body) };
  }
}

function fieldsOf(body: unknown): [string, unknown][] {
  return Object.entries(body ?? {}).filter(([, value]) => value !== undefined && value !== null);
}

function formData(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(body)) {
    if (value instanceof Uint8Array) form.set(name, new Blob([bytesOf(value)]), name);
    else form.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return form;
}

function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (!(body instanceof Uint8Array)) throw new TypeError("Cannot write body: bytes are expected");
  return new Uint8Array(body);
}

/** Time limit of a host, ms. */
const TIMEOUT_MS = 10_000;

/** How long a stale answer is returned while a newer one is fetched, or while the host is down, ms. */
const STALE_FOR_MS = 24 * 3_600_000;

/** How long callers with a stale answer do not wait for a host that did not answer, ms. */
const DOWN_FOR_MS = 15_000;

/** Bytes of the answers used last that are kept; those without freshness likewise. */
const MOST_BYTES = 24 * 1_024 * 1_024;

/** Dependencies of calls to another host. */
interface UpstreamOptions {
  /** Origin of the host, `https://api.example.fr`. */
  origin: string;
  store: Store;
  versions: Versions;
  /** Epoch ms. */
  now(): number;
  timeoutMs?: number;
  /** True when tokens are sent as bearer. */
  oauth?: boolean;
}

/**
 * Another host's `/api`, through a cache: it checks access, and its refusals are passed on.
 *
 * Concurrent reads share one fetch, cached for the time its call declares (B §9), and returned stale while it is
 * fetched again; an answer without freshness is fetched each time, and the last one is returned while the host is
 * down. A write invalidates the cached answers of its project, organisation and account.
 * @spec upstream.cache
 */
export class Upstream implements OtherHost {
  readonly kind = "other-host";
  readonly origin: string;
  #cache: VersionedCache;
  /** Answers without freshness are cached only in this process: they are many, and some are personal. */
  #last: VersionedCache;
  #downUntilMs = 0;
  /** Names the last write that the store could not count: this process returns no answer cached before it. */
  #since = "";

  constructor(private readonly options: UpstreamOptions) {
    this.origin = options.origin;
    const shared = new StoredAnswers(options.store, options.now);
    const kept = { now: options.now, limit: MOST_BYTES, sizeOf: frozenBytes };
    this.#cache = new VersionedCache({ ...kept, shared });
    this.#last = new VersionedCache(kept);
  }

  /**
   * @param token the caller's token at the other host; null for none
   * @param confirmation what the host answered to a call to confirm
   */
  async ask<C extends NamedCall>(
    call: C,
    input: InputOf<C> & AnyInput,
    token: string | null,
    confirmation?: string,
  ): Promise<ResultOf<C>> {
    const response = call.method === "GET"
      ? await this.#read(call, input, token)
      : await this.#write(call, input, { token, confirmation });
    // The host's answer has been parsed by the call's own schema.
    return response as ResultOf<C>;
  }

  async #read(call: NamedCall, input: AnyInput, token: string | null) {
    if (answersFile(call)) return await this.#fetch(call, input, { token });
    const fetched = async () => {
      const response = await this.#fetch(call, input, { token });
      // Thrown past the cache, which keeps its answer.
      if (!response.ok && response.status >= 500) throw new HostDown(response);
      return frozenAndMeasured(response);
    };
    const { now, origin, versions } = this.options;
    const version = await versions.of(scopesOf(input, token));
    const parts = [origin, call.name, sortedEntries(input), token, version, this.#since];
    const key = secretHash(JSON.stringify(parts));
    const freshness = freshnessOf(call.freshForSeconds ?? 0);
    const oldUpToMs = now() - freshness.freshForMs;
    try {
      const cached = call.freshForSeconds === undefined
        ? await this.#newest(key, freshness, fetched)
        : await this.#cache.get(key, freshness, fetched);
      return cached.keptAt < oldUpToMs ? dated(cached) : cached.value;
    } catch (error) {
      if (error instanceof HostDown) return error.answer;
      throw error;
    }
  }

  /** While the host is down, callers with a stale answer do not wait for it. */
  async #newest(key: string, freshness: Freshness, fetched: () => Promise<HostAnswer>) {
    const waitMs = this.#downUntilMs - this.options.now();
    // A longer wait than it was given is of a clock that was set back since.
    if (waitMs <= 0 || waitMs > DOWN_FOR_MS) {
      return await this.#last.newest(key, freshness, fetched);
    }
    return await this.#last.find<HostAnswer>(key, freshness) ??
      await this.#last.newest(key, freshness, fetched);
  }

  async #write(call: Call, input: AnyInput, shown: Shown): Promise<HostAnswer> {
    const response = await this.#fetch(call, input, shown);
    const bumped = this.options.versions.bump(scopesOf(input, shown.token)).then(() => true);
    if (await ignoreStoreFailure(bumped) === null) this.#since = newId();
    return response;
  }

  async #fetch(call: Call, input: AnyInput, shown: Shown): Promise<HostAnswer> {
    const { origin, now, oauth = false, timeoutMs = TIMEOUT_MS } = this.options;
    const request = writtenRequest(call, input, { ...shown, origin, bearer: oauth });
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await readAnswer(
        call,
        await fetch(request, { signal, redirect: "error" }),
        now(),
      );
      if (response.ok) this.#downUntilMs = 0;
      return response;
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      this.#downUntilMs = now() + DOWN_FOR_MS;
      return unreachable();
    }
  }
}

/** Error that the host is down. */
class HostDown extends Error {
  override name = "HostDown";

  constructor(readonly answer: HostAnswer) {
    super("The API host cannot be reached");
  }
}

/** A stale answer contains its time. */
function dated({ value, keptAt }: CachedValue<HostAnswer>): HostAnswer {
  return value.ok ? { ...value, keptAt: new Date(keptAt).toISOString() } : value;
}

function freshnessOf(seconds: number): Freshness {
  return {
    freshForMs: seconds * 1000,
    staleForMs: STALE_FOR_MS,
    keep: isAnswer,
  };
}

function scopesOf(input: AnyInput, token: string | null): Scope[] {
  const scopes: Scope[] = [{ kind: "account", id: token === null ? "-" : secretHash(token) }];
  if (typeof input.projectId === "string") scopes.push({ kind: "project", id: input.projectId });
  if (typeof input.orgId === "string") scopes.push({ kind: "org", id: input.orgId });
  return scopes;
}

function sortedEntries(input: AnyInput): [string, unknown][] {
  return Object.entries(input).sort(([a], [b]) => a < b ? -1 : 1);
}
