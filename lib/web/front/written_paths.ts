import type { Context } from "fresh";
import type { State } from "@/lib/web/state.ts";

const READS: readonly string[] = ["GET", "HEAD"];

/**
 * Routes writes to a path with trailing slashes as if they had none. Fresh would redirect with 302, which turns the
 * sender's POST into a GET and loses its readings.
 */
export function writtenPaths(): (ctx: Context<State>) => Response | Promise<Response> {
  return (ctx) => {
    const { req, url } = ctx;
    const path = url.pathname.replace(/\/+$/, "");
    if (READS.includes(req.method) || path === url.pathname || path === "") return ctx.next();
    return ctx.redirect(path + url.search, 308);
  };
}
