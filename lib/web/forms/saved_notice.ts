import { isRead } from "@/lib/backend/core/read_method.ts";
import { PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { SAVED_PARAMETER } from "@/lib/links/links.ts";
import { withQuery } from "@/lib/links/query.ts";
import { isPage } from "@/lib/web/answered.ts";
import { cookieOf, hostCookieName, setCookie, withCookie } from "@/lib/web/session/cookies.ts";
import type { PageContext } from "@/lib/web/state.ts";

/** How long the message waits for its page to be requested, s. */
const SAID_S = 60;

/**
 * Shows once that a form was saved: the URL names the form, and the answer sets a cookie that the page deletes. Without
 * the cookie (reload, Back, bookmark) the URL redirects to the plain page.
 *
 * @spec forms.saved-once
 */
export function savedNotice(): (ctx: PageContext) => Promise<Response> {
  return async (ctx) => {
    const { req, url, state: { https } } = ctx;
    const says = req.method === "GET" && url.searchParams.has(SAVED_PARAMETER);
    if (says && !cookieOf(req, cookieName(https))) return ctx.redirect(withoutSaved(url), 303);
    const answer = await ctx.next();
    if (isSaved(req, answer)) return withCookie(answer, cookie(https, "1", SAID_S));
    // A script that sent the form follows the redirect first; the browser then opens the page.
    const isShown = says && isPage(answer) && req.headers.get("accept")?.includes("text/html");
    return isShown ? withCookie(answer, cookie(https, "", 0)) : answer;
  };
}

/** Whether an answer redirects to the page of a saved form, directly or through a script. */
function isSaved(request: Request, answer: Response): boolean {
  if (isRead(request)) return false;
  if (request.headers.has(PAGE_HEADER)) return answer.ok;
  const query = answer.headers.get("location")?.split("#")[0]?.split("?")[1];
  return answer.status === 303 && new URLSearchParams(query).has(SAVED_PARAMETER);
}

function withoutSaved({ pathname, search }: URL): string {
  const query = new URLSearchParams(search);
  query.delete(SAVED_PARAMETER);
  return withQuery(pathname, query.toString());
}

function cookieName(https: boolean): string {
  return hostCookieName("said", https);
}

function cookie(https: boolean, value: string, maxAgeS: number): string {
  return setCookie({ name: cookieName(https), value, secure: https, maxAgeS });
}
