import { isRead } from "@/lib/backend/core/read_method.ts";
import { PAGE_HEADER } from "@/lib/domain/forms/page_mark.ts";
import { SAVED_PARAMETER } from "@/lib/links/links.ts";
import { isPage } from "@/lib/web/answered.ts";
import { HostCookie, withCookie } from "@/lib/web/session/cookies.ts";
import type { PageContext } from "@/lib/web/state.ts";

/** How long the message waits for its page to be requested, s. */
const SAID_S = 60;

const SAID_COOKIE = new HostCookie("said");

/**
 * Shows once that a form was saved: the URL names the form, and the answer sets a cookie that the page deletes. Without
 * the cookie (reload, Back, bookmark) the page is shown as if its URL named no form. It does not redirect: a browser
 * restores what was typed on the way back only into the page of the very address.
 *
 * @spec forms.saved-once
 */
export function savedNotice(): (ctx: PageContext) => Promise<Response> {
  return async (ctx) => {
    const { req, url, state: { https } } = ctx;
    const isNamed = req.method === "GET" && url.searchParams.has(SAVED_PARAMETER);
    const says = isNamed && SAID_COOKIE.in(req, https) !== null;
    // Pages read the URL of the context, and no other.
    if (isNamed && !says) url.searchParams.delete(SAVED_PARAMETER);
    const answer = await ctx.next();
    if (isSaved(req, answer)) return withCookie(answer, SAID_COOKIE.set(https, "1", SAID_S));
    // A script that sent the form follows the redirect first; the browser then opens the page.
    const isShown = says && isPage(answer) && req.headers.get("accept")?.includes("text/html");
    return isShown ? withCookie(answer, SAID_COOKIE.deletion(https)) : answer;
  };
}

/** Whether an answer redirects to the page of a saved form, directly or through a script. */
function isSaved(request: Request, answer: Response): boolean {
  if (isRead(request)) return false;
  if (request.headers.has(PAGE_HEADER)) return answer.ok;
  const query = answer.headers.get("location")?.split("#")[0]?.split("?")[1];
  return answer.status === 303 && new URLSearchParams(query).has(SAVED_PARAMETER);
}
