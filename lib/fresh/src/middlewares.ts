/** Middlewares for apps: content security policy, forged forms, static files, trailing slashes. @module */

import { KEY_PARAMETER } from "./asset_key.ts";
import { type Context, internals, notedNonce } from "./context.ts";
import { HttpError } from "./http_error.ts";
import type { Middleware } from "./route_modules.ts";
import { type Encoding, ENCODINGS, snapshotOf, type StaticFile, urlPath } from "./snapshot.ts";

export interface CSPOptions {
  /** Only reports violations of the policy. */
  reportOnly?: boolean;
  /** Where browsers report to. */
  reportTo?: string;
  /** Directives that take the place of the default ones of the same name. */
  csp?: string[];
  /** Inline scripts and styles need the page's nonce instead of 'unsafe-inline'. */
  useNonce?: boolean;
}

const DEFAULTS = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "media-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "upgrade-insecure-requests",
];

/** Adds a content security policy to the responses of the following middlewares. */
export function csp<State>(options: CSPOptions = {}): Middleware<State> {
  const directives = directivesOf(options);
  const { reportOnly = false, reportTo, useNonce = false } = options;
  const name = reportOnly ? "content-security-policy-report-only" : "content-security-policy";
  const plain = useNonce ? withNonce(directives, "") : directives.join("; ");
  const aroundNonce = withNonce(directives, ` 'nonce-${HOLE}'`).split(HOLE);
  return async (ctx) => {
    if (useNonce) internals.allowNonce(ctx);
    const response = await ctx.next();
    const nonce = notedNonce(response);
    response.headers.set(name, nonce === null ? plain : aroundNonce.join(nonce));
    if (reportTo !== undefined) {
      response.headers.set("reporting-endpoints", `csp-endpoint="${reportTo}"`);
    }
    return response;
  };
}

/** Placeholder of the nonce: no directive contains it. */
const HOLE = "\0";

function directivesOf({ csp = [], reportTo }: CSPOptions): string[] {
  const byName = new Map(
    DEFAULTS.concat(csp).map((directive) => {
      const text = directive.trim();
      return [text.split(/\s/, 1)[0], text];
    }),
  );
  const reporting = reportTo === undefined
    ? []
    : [`report-to csp-endpoint`, `report-uri ${reportTo}`];
  return [...byName.values(), ...reporting];
}

/** The directives with a source in the place of 'unsafe-inline'. */
function withNonce(directives: string[], source: string): string {
  return directives.map((directive) => {
    if (!/^(script|style)-src\b/.test(directive)) return directive;
    return directive.replaceAll(/ 'unsafe-inline'/g, "") + source;
  }).join("; ");
}

export interface CsrfOptions<State> {
  /** Other origins that may send; this one always may. */
  origin?: string | string[] | ((origin: string, ctx: Context<State>) => boolean);
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what changes something when another site's page sent it: 403.
 *
 * Browsers declare the origin of a request, by Sec-Fetch-Site or else Origin; a request without both
 * is not from a browser, so carries no user's cookies.
 */
export function csrf<State>(options: CsrfOptions<State> = {}): Middleware<State> {
  return (ctx) => {
    if (!SAFE_METHODS.has(ctx.req.method) && !isTrusted(ctx, options)) throw new HttpError(403);
    return ctx.next();
  };
}

function isTrusted<State>(ctx: Context<State>, options: CsrfOptions<State>): boolean {
  const site = ctx.req.headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return true;
  const origin = ctx.req.headers.get("origin");
  if (origin === null) return site === null;
  return isListed(origin, ctx, options) || (site === null && origin === ctx.url.origin);
}

function isListed<State>(
  origin: string,
  ctx: Context<State>,
  { origin: listed = [] }: CsrfOptions<State>,
): boolean {
  if (typeof listed === "function") return listed(origin, ctx);
  return [listed].flat().includes(origin);
}

const FOREVER = "public, max-age=31536000, immutable";

/** Serves the static folder and the islands' chunks, compressed beforehand when the browser can. */
export function staticFiles<State>(): Middleware<State> {
  return (ctx) => {
    const { method } = ctx.req;
    const snapshot = snapshotOf(ctx.config);
    const file = snapshot?.files.get(filePath(ctx));
    if (!snapshot || !file) return ctx.next();
    if (method !== "GET" && method !== "HEAD") {
      return new Response("Method Not Allowed", { status: 405 });
    }
    const keyed = ctx.url.searchParams.get(KEY_PARAMETER) === snapshot.assetKey;
    return fileResponse(ctx.req, file, file.immutable || keyed ? FOREVER : "no-cache");
  };
}

/** The path under the app's, in the spelling that files have here. */
function filePath<State>({ url, config: { basePath } }: Context<State>): string {
  const { pathname } = url;
  const path = pathname.includes("%") ? urlPath(decodeURIComponent(pathname)) : pathname;
  if (basePath === "") return path;
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : "";
}

async function fileResponse(req: Request, file: StaticFile, caching: string): Promise<Response> {
  const etag = `W/"${file.hash}"`;
  const headers = new Headers({ "content-type": file.type, "cache-control": caching, etag });
  if (file.encodings.length > 0) headers.set("vary", "Accept-Encoding");
  if (isKnown(req.headers.get("if-none-match"), etag)) {
    headers.delete("content-type");
    return new Response(null, { status: 304, headers });
  }
  const encoding = acceptedEncoding(req.headers.get("accept-encoding"), file.encodings);
  if (encoding !== null) headers.set("content-encoding", encoding);
  if (req.method === "HEAD") return new Response(null, { headers });
  return new Response(await file.read(encoding), { headers });
}

function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const weak = etag.slice("W/".length);
  return ifNoneMatch.split(",").some((known) => {
    const tag = known.trim();
    return tag === "*" || tag === etag || tag === weak;
  });
}

function acceptedEncoding(accepted: string | null, offered: Encoding[]): Encoding | null {
  if (accepted === null) return null;
  const wanted = new Map(
    accepted.toLowerCase().split(",").map((part) => {
      const [name = "", quality = "q=1"] = part.split(";").map((piece) => piece.trim());
      return [name, Number(quality.replace("q=", ""))];
    }),
  );
  const best = ENCODINGS.find((encoding) =>
    offered.includes(encoding) && (wanted.get(encoding) ?? wanted.get("*") ?? 0) > 0
  );
  return best ?? null;
}

/** Redirects each path to its one spelling, with or without a slash at the end. */
export function trailingSlashes<State>(mode: "always" | "never"): Middleware<State> {
  return (ctx) => {
    const { pathname, search } = ctx.url;
    const wanted = mode === "always" ? withSlash(pathname) : withoutSlash(pathname);
    return wanted === pathname ? ctx.next() : ctx.redirect(wanted + search);
  };
}

function withSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

function withoutSlash(path: string): string {
  return path !== "/" && path.endsWith("/") ? path.slice(0, -1) : path;
}
