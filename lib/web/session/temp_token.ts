import type { Context } from "fresh";
import { isRead } from "@/lib/backend/core/read_method.ts";
import { links, LOGIN_PATH } from "@/lib/links/links.ts";
import { seeOther, withPrivateUrl } from "@/lib/web/forms/submit.ts";
import { isOfPrograms } from "@/lib/web/front/store_refusals.ts";
import type { State } from "@/lib/web/state.ts";
import { backPath } from "./guards.ts";
import { signInByTempToken } from "./session.ts";

const PARAMETER = "temptoken";

/**
 * In OAuth mode, exchanges the token in the address of any page for a new session. The token is removed from the address,
 * valid or not, and sent to no other page.
 *
 * @spec accounts.temptoken
 */
export function tempTokens(): (ctx: Context<State>) => Promise<Response> {
  return async (ctx) => {
    const { state, req, url } = ctx;
    const token = url.searchParams.get(PARAMETER);
    const isExchanged = token !== null && state.platform.options.oauth === true && isRead(req) &&
      !isOfPrograms(url);
    if (!isExchanged) return await ctx.next();
    const { loginPath } = state.config;
    // The configured path of the sign-in page leads to this one.
    const path = url.pathname === LOGIN_PATH ? loginPath : url.pathname;
    const address = `${path}${withoutToken(url.search)}`;
    const cookie = await signInByTempToken(state, token);
    const isSignedIn = cookie !== null || state.caller.kind === "account";
    const to = isSignedIn ? backPath(address, links.start()) : refusedAt(ctx, address);
    return withPrivateUrl(seeOther(ctx, to, cookie ?? undefined));
  };
}

/** The sign-in page, which says that the token is not valid any more. */
function refusedAt({ url, state: { config: { loginPath } } }: Context<State>, address: string) {
  const back = url.pathname === LOGIN_PATH ? url.searchParams.get("back") : address;
  return links.login(loginPath, { ...back !== null && { back }, refused: PARAMETER });
}

function withoutToken(search: string): string {
  const others = search.slice(1).split("&").filter((one) => one.split("=")[0] !== PARAMETER);
  return others.length === 0 ? "" : `?${others.join("&")}`;
}
