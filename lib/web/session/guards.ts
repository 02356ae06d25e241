import type { Context } from "fresh";
import { isRead } from "@/lib/backend/core/read_method.ts";
import { links } from "@/lib/links/links.ts";
import type { State } from "@/lib/web/state.ts";
import { keepForm, withTyped } from "./ended_session.ts";

/** Maximum length of a return path: no page has a longer one. */
const BACK_MAX_LENGTH = 1_000;

/**
 * Requires a signed-in user; redirects others to the sign-in page with a return path. That page says whether a form they
 * sent was stored.
 *
 * @spec accounts.sign-in-page
 */
export async function signedIn(ctx: Context<State>): Promise<Response> {
  if (ctx.state.caller.kind === "account") return await ctx.next();
  const { loginPath } = ctx.state.config;
  const back = `${ctx.url.pathname}${ctx.url.search}`;
  // No form data is lost.
  if (isRead(ctx.req)) return ctx.redirect(links.login(loginPath, { back }), 303);
  const kept = await keepForm(ctx);
  const refused = kept === null ? "session" : "session-kept";
  const login = links.login(loginPath, { back: withTyped(back, kept?.id ?? "none"), refused });
  const response = ctx.redirect(login, 303);
  if (kept !== null) response.headers.append("set-cookie", kept.cookie);
  return response;
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
