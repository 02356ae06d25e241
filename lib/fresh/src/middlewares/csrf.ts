import type { Context } from "../context.ts";
import { HttpError } from "../http_error.ts";
import type { Middleware } from "../types.ts";

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
