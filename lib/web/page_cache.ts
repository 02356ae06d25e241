/** Caches rendered pages by account and versions, and shows stale ones when the store fails. @module */

import type { Context } from "fresh";
import type { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { LRUCache } from "@/lib/base/lru_cache.ts";
import { civilDayOf } from "@/lib/base/time_zones.ts";
import { credentialsOf } from "@/lib/identity/caller.ts";
import type { Scope } from "@/lib/store/cache.ts";
import { storeFaultCode } from "@/lib/store/store_errors.ts";
import { SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { compressedBytes, type Encoding } from "./compression.ts";
import { cookieOf, isRefreshPaused, ORGANISATION_COOKIE, SESSION_COOKIE } from "./cookies.ts";
import { FIXED_HEADERS, HSTS, NEVER_KEPT } from "./headers.ts";
import type { RequestInfo } from "./request_info.ts";
import { type App, type AsOf, type State, timeZoneOf } from "./state.ts";
import { keptText, STORE_NOTE } from "./text.ts";

/** A rendered page as bytes, to send to the same user again. */
export interface CachedPage {
  /** Headers of the 200 answer, including policy, type, ETag and cache rule. */
  readonly headers: [string, string][];
  readonly etag: string;
  /** The page in each encoding requested so far. */
  readonly bytes: Map<Encoding | "plain", Uint8Array<ArrayBuffer>>;
}

/**
 * Makes a rendered page reusable: allows its inline scripts by hash, since a nonce must not be used twice.
 *
 * @param nonce of the rendered page; null without inline script
 * @param policy writes the content security policy with these additional sources
 */
export function cachedPage(
  html: string,
  nonce: string | null,
  policy: (sources: readonly string[]) => string,
): CachedPage {
  const pieces = nonce === null ? [html] : html.split(` nonce="${nonce}"`);
  const page = new TextEncoder().encode(pieces.join(""));
  const hashes = inlineTexts(pieces).map((text) => `'sha256-${sha256(text).toString("base64")}'`);
  const etag = `W/"${sha256(page).toString("base64url").slice(0, 22)}"`;
  return {
    etag,
    headers: [
      ...FIXED_HEADERS.map(([name, value]): [string, string] => [name, value]),
      ["cache-control", NEVER_KEPT],
      ["content-type", "text/html; charset=utf-8"],
      ["content-security-policy", policy(hashes)],
      ["etag", etag],
      ["vary", "accept-encoding"],
    ],
    bytes: new Map([["plain", page]]),
  };
}

/** Content of each element that had the nonce. @param pieces the page, split at the nonce */
function inlineTexts(pieces: readonly string[]): string[] {
  return pieces.slice(1).map((after, index) => {
    const before = pieces[index] ?? "";
    const [name] = before.slice(before.lastIndexOf("<") + 1).split(" ", 1);
    return after.slice(after.indexOf(">") + 1, after.indexOf(`</${name}>`));
  });
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash("sha256").update(data).digest();
}

/** The page in one encoding, compressed on first use. */
export function bytesOf(page: CachedPage, encoding: Encoding | null): Uint8Array<ArrayBuffer> {
  const plain = page.bytes.get("plain") ?? new Uint8Array();
  if (encoding === null) return plain;
  return page.bytes.getOrInsertComputed(encoding, () => compressedBytes(plain));
}

/** Capacity of the page cache and of the set of recent requests; each holds up to twice as many. */
const LIMIT = 150;
const ASKED_LIMIT = 1_000;

/** What a cached page depends on: its reader and the versions, until an instant, epoch ms. */
interface PageDependencies extends AsOf {
  readonly accountId: string;
  readonly untilMs: number;
}

interface CachedEntry extends PageDependencies {
  readonly page: CachedPage;
  readonly keptAtMs: number;
}

export interface FoundPage {
  readonly page: CachedPage;
  /** When it was made, epoch ms, if the store does not answer and it may be out of date; null otherwise. */
  readonly staleSinceMs: number | null;
}

/** The pages being rendered that may be cached, by request. */
const dependencies = new WeakMap<Request, PageDependencies>();

/**
 * The versions that pages of a residence depend on: of the account, the residence and its organisation. Read before
 * anything else, so that a concurrent write invalidates the page.
 *
 * @returns null for users whose pages are not cached: those of another host, and visitors of the demo
 */
export async function asOf(
  { platform, caller }: Pick<State, "platform" | "caller">,
  projectId: string,
): Promise<AsOf | null> {
  if (platform.options.upstream !== null || caller.kind !== "account") return null;
  if (credentialsOf(caller)?.visitorId !== null) return null;
  const orgId = await platform.organisationOf(projectId);
  if (orgId === null) return null;
  const scopes: Scope[] = [
    { kind: "account", id: caller.accountId },
    { kind: "project", id: projectId },
    { kind: "readings", id: projectId },
    // The menu shows the number of open alarms.
    { kind: "alarms", id: projectId },
    { kind: "org", id: orgId },
  ];
  return { scopes, versions: await platform.versions.of(scopes) };
}

/**
 * Marks the page being rendered as cacheable for its reader, until a write changes its content or the day ends.
 *
 * @param freshForSeconds of the page's calls (B §9)
 * @param changesAtMs when it changes without a write, epoch ms; null when it does not
 */
export function keepPage(
  { state, req }: Context<State>,
  freshForSeconds: number,
  changesAtMs: number | null = null,
): void {
  const { platform, caller, asOf } = state;
  if (!asOf || caller.kind !== "account") return;
  const [nowMs, timeZone] = [platform.options.now(), timeZoneOf(state)];
  const midnightMs = civilDayOf(nowMs, timeZone).to;
  const untilMs = Math.min(nowMs + freshForSeconds * 1000, midnightMs, changesAtMs ?? Infinity);
  dependencies.set(req, { ...asOf, accountId: caller.accountId, untilMs });
}

export class PageCache {
  #pages = new LRUCache<CachedEntry>(LIMIT);
  /** Until when each request is remembered. Most pages are read once and are not worth caching. */
  #askedUntilMs = new LRUCache<number>(ASKED_LIMIT);

  constructor(private readonly platform: App) {}

  /**
   * The valid cached page of the session's user, or null.
   *
   * While the store does not answer, a stale page for a session that this process has seen.
   */
  async find(request: Request, url: URL, https: boolean): Promise<FoundPage | null> {
    // The form may have been saved by another process.
    if (url.searchParams.has(SAVED_PARAMETER)) this.forgetVersions();
    if (request.method !== "GET" || this.#pages.isEmpty) return null;
    const sessionId = SESSION_COOKIE.in(request, https);
    if (sessionId === null) return null;
    try {
      return await this.#current(request, url, sessionId);
    } catch (fault) {
      if (storeFaultCode(fault) === null) throw fault;
      return this.#stalePage(request, url, sessionId);
    }
  }

  async #current(request: Request, url: URL, sessionId: string): Promise<FoundPage | null> {
    const { identities, versions, options } = this.platform;
    const caller = await identities.bySession(sessionId);
    if (caller.kind !== "account") return null;
    const cached = this.#pages.get(keyOf(caller.accountId, url, request));
    if (cached === undefined) return null;
    const nowMs = options.now();
    // A page from the future was cached before the clock was set back.
    if (nowMs < cached.keptAtMs || nowMs >= cached.untilMs) return null;
    const current = versions.known(cached.scopes) ?? await versions.of(cached.scopes);
    return current === cached.versions ? { page: cached.page, staleSinceMs: null } : null;
  }

  #stalePage(request: Request, url: URL, sessionId: string): FoundPage | null {
    const session = this.platform.sessions.lastSeen(sessionId);
    const cached = session && this.#pages.get(keyOf(session.accountId, url, request));
    return cached ? { page: cached.page, staleSinceMs: cached.keptAtMs } : null;
  }

  /** Makes the next page depend on what is stored now, not on what this process saw lately. */
  forgetVersions(): void {
    this.platform.versions.forgetAll();
  }

  /** Whether to cache the page of a request: its reader requested it recently. */
  isWanted(request: Request, url: URL): boolean {
    const cacheable = dependencies.get(request);
    // HEAD has no body to cache; a page of a saved form says so once.
    const isOnce = request.method !== "GET" || url.searchParams.has(SAVED_PARAMETER);
    if (cacheable === undefined || isOnce) return false;
    const key = keyOf(cacheable.accountId, url, request);
    const askedUntilMs = this.#askedUntilMs.get(key) ?? 0;
    this.#askedUntilMs.set(key, cacheable.untilMs);
    return this.platform.options.now() < askedUntilMs;
  }

  keep(request: Request, url: URL, page: CachedPage): void {
    const cacheable = dependencies.get(request);
    if (cacheable === undefined) return;
    const cached = { ...cacheable, page, keptAtMs: this.platform.options.now() };
    this.#pages.set(keyOf(cacheable.accountId, url, request), cached);
  }
}

/**
 * Cache key of a page. Includes the organisation chosen last, since a residence of another organisation switches to it,
 * which a cached page could not do; and whether the page refreshes.
 */
function keyOf(accountId: string, url: URL, request: Request): string {
  const chosen = cookieOf(request, ORGANISATION_COOKIE) ?? "";
  const refresh = isRefreshPaused(request) ? "paused" : "live";
  return `${accountId} ${chosen} ${refresh} ${url.pathname}${url.search}`;
}

/** Start of the content of every page of a residence. */
const CONTENT = '<div class="content">';

/** Instants of a page's rendering and of the current request. */
interface Times {
  readonly keptAt: string;
  readonly now: string;
}

/** A cached page with a notice of its age, for when the store does not answer; not cached by the browser. */
export function stalePage(
  page: CachedPage,
  times: Times,
  { requestId, https }: Pick<RequestInfo, "requestId" | "https">,
): Response {
  const headers = new Headers(page.headers);
  headers.delete("etag");
  headers.set("cache-control", NEVER_KEPT);
  headers.set("x-request-id", requestId);
  if (https) headers.set("strict-transport-security", HSTS);
  return new Response(withAge(page, times), { headers });
}

function withAge(page: CachedPage, { keptAt, now }: Times): string {
  const html = new TextDecoder().decode(bytesOf(page, null));
  const notice =
    `<div class="notice notice-bad"><div><strong>${keptText({ keptAt, now })}</strong>` +
    `<p>${STORE_NOTE}</p></div></div>`;
  // A function, since "$" is special in a replacement string.
  return html.replace(CONTENT, () => CONTENT + notice);
}
