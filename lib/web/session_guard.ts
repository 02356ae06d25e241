/** Requires a signed-in user, and leads back after signing in. @module */

import type { Context } from "fresh";
import { links } from "@/lib/ui/links.ts";
import { isRead } from "./request_info.ts";
import type { State } from "./state.ts";

/** Maximum length of a return path: no page has a longer one. */
const BACK_MAX_LENGTH = 1_000;

/**
 * Requires a signed-in user; redirects others to the sign-in page with a return path. That page says that a form they sent
 * is not saved.
 *
 * @spec accounts.sign-in-page
 */
export async function signedIn(ctx: Context<State>): Promise<Response> {
  if (ctx.state.caller.kind === "account") return await ctx.next();
  const back = `${ctx.url.pathname}${ctx.url.search}`;
  const refused = isRead(ctx.req) ? {} : { refused: "session" as const };
  return ctx.redirect(links.login(ctx.state.config.loginPath, { back, ...refused }), 303);
}

/**
 * The return path after signing in, within this site.
 *
 * @param text the `back` parameter
 * @param fallback used when it is missing or leads to another site
 */
export function backPath(text: string | null, fallback: string): string {
  if (text === null || text.length > BACK_MAX_LENGTH) return fallback;
  // A browser reads "//host", "/\host" and "/<tab>/host" as another site.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(text) || text.includes("\\")) return fallback;
  const url = URL.parse(text, SITE);
  // "/..//host" is parsed as "//host".
  if (url === null || url.origin !== SITE || url.pathname.startsWith("//")) return fallback;
  return `${url.pathname}${url.search}`;
}

const SITE = "http://this.site";
