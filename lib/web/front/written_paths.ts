import type { Context } from "fresh";
import type { State } from "@/lib/web/state.ts";

const READS: readonly string[] = ["GET", "HEAD"];

/**
 * Sends what is written to a path with slashes at its end to the path without, as it is: the redirection of Fresh,
 * 302, would have a sender ask for the page instead, and lose its readings.
 */
export function writtenPaths(): (ctx: Context<State>) => Response | Promise<Response> {
  return (ctx) => {
    const { req, url } = ctx;
    const path = url.pathname.replace(/\/+$/, "");
    if (READS.includes(req.method) || path === url.pathname || path === "") return ctx.next();
    return ctx.redirect(path + url.search, 308);
  };
}
