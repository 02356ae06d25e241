import type { Context } from "fresh";
import { PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { SAVED_PARAMETER } from "@/lib/links/links.ts";
import { withQuery } from "@/lib/links/query.ts";
import { isPage } from "@/lib/web/answered.ts";
import { cookieOf, setCookie, withCookie } from "@/lib/web/session/cookies.ts";
import type { State } from "@/lib/web/state.ts";

/** How long the page after a saved form may take to be requested, s. */
const SAID_S = 60;

/**
 * Lets a page say once that its form was saved: its address names the form, and the answer to the form sets a cookie that
 * the page takes away. Without the cookie (reload, way back, bookmark) the address leads to the page itself.
 *
 * @spec forms.saved-once
 */
export function saidOnce(): (ctx: Context<State>) => Promise<Response> {
  return async (ctx) => {
    const { req, url, state: { https } } = ctx;
    const says = req.method === "GET" && url.searchParams.has(SAVED_PARAMETER);
    if (says && !cookieOf(req, cookieName(https))) {
      return ctx.redirect(withoutSaved(url), 303);
    }
    const answer = await ctx.next();
    if (isSaved(req, answer)) return withCookie(answer, cookie(https, "1", SAID_S));
    // A script that sent the form, and was led to the page, opens it next.
    const isShown = says && isPage(answer) && req.headers.get("accept")?.includes("text/html");
    return isShown ? withCookie(answer, cookie(https, "", 0)) : answer;
  };
}

/** Whether an answer leads to a page that says so, or lets a script lead there. */
function isSaved({ method, headers }: Request, answer: Response): boolean {
  if (method === "GET" || method === "HEAD") return false;
  if (headers.has(PAGE_HEADER)) return answer.ok;
  const query = answer.headers.get("location")?.split("#")[0]?.split("?")[1];
  return answer.status === 303 && new URLSearchParams(query).has(SAVED_PARAMETER);
}

function withoutSaved({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete(SAVED_PARAMETER);
  return withQuery(pathname, query.toString());
}

function cookieName(https: boolean): string {
  return https ? "__Host-said" : "said";
}

function cookie(https: boolean, value: string, maxAgeS: number): string {
  return setCookie({ name: cookieName(https), value, httpOnly: true, secure: https, maxAgeS });
}
