import type { Context } from "../context.ts";
import { HttpError } from "../http_error.ts";
import type { Middleware } from "../types.ts";

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Refuses what changes something when another site's page sent it: 403.
 *
 * Browsers declare the origin of a request, by Sec-Fetch-Site or else Origin; a request without both
 * is not from a browser, so carries no user's cookies.
 */
export function csrf<State>(): Middleware<State> {
  return (ctx) => {
    if (!SAFE_METHODS.has(ctx.req.method) && !isTrusted(ctx)) throw new HttpError(403);
    return ctx.next();
  };
}

function isTrusted<State>({ req: { headers }, url }: Context<State>): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin" || site === "none";
  const origin = headers.get("origin");
  return origin === null || origin === url.origin;
}
