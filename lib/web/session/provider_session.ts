import type { Context } from "fresh";
import { credentialsOf } from "@/lib/backend/accounts/credentials.ts";
import { ANONYMOUS } from "@/lib/contract/caller.ts";
import { links } from "@/lib/links/links.ts";
import { pageMark } from "@/lib/web/front/page_mark.ts";
import { inProcess } from "@/lib/web/in_process.ts";
import type { State } from "@/lib/web/state.ts";
import { cookieOf, setCookie } from "./cookies.ts";

/** An account and a provider may be signed in side by side in one browser. */
function providerCookieName(https: boolean): string {
  return https ? "__Host-provider" : "provider";
}

/** The portal of providers: its pages know no account, and ask as the person of the provider's session. */
export async function providerPortal(ctx: Context<State>): Promise<Response> {
  const { state } = ctx;
  state.portal = true;
  const id = cookieOf(ctx.req, providerCookieName(state.https));
  state.caller = id ? await state.platform.identities.byProviderSession(id) : ANONYMOUS;
  const { caller } = state;
  if (caller.kind === "provider") state.facts.mark = pageMark(`provider ${caller.email}`, null);
  else delete state.facts.mark;
  state.api = inProcess(state);
  if (caller.kind === "provider" || ctx.url.pathname === links.providerLogin()) {
    return await ctx.next();
  }
  const isSent = ctx.req.method === "POST" && ctx.url.pathname !== links.providerLogout();
  return ctx.redirect(links.providerLogin({ new: "1", ...isSent && { ended: "1" } }), 303);
}

/** Opens the session of a link; null when the link opens nothing. */
export async function openProviderSession(
  state: Pick<State, "platform" | "caller" | "https">,
  token: string,
): Promise<string | null> {
  const { providerLinks, identities } = state.platform;
  if ((await identities.byToken(token, "header")).kind !== "provider") return null;
  const opened = await providerLinks.open(token);
  if (opened === null) return null;
  await endProviderSession(state);
  return cookie(state.https, opened.id, opened.maxAgeS);
}

/** Ends the session a provider came with; gives the cookie that forgets it. */
export async function endProviderSession(
  { platform, caller, https }: Pick<State, "platform" | "caller" | "https">,
): Promise<string> {
  const shown = caller.kind === "provider" ? credentialsOf(caller) : null;
  if (shown !== null) await platform.providerLinks.end(shown.secret);
  return cookie(https, "", 0);
}

/** The cookie that forgets a provider's session. */
export function forgetProvider({ https }: Pick<State, "https">): string {
  return cookie(https, "", 0);
}

function cookie(https: boolean, value: string, maxAgeS: number): string {
  const name = providerCookieName(https);
  return setCookie({ name, value, httpOnly: true, secure: https, maxAgeS });
}
