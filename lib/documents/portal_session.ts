/** The session of a provider on the portal. @module */

import type { Context } from "fresh";
import { ANONYMOUS, credentialsOf } from "@/lib/identity/caller.ts";
import { links } from "@/lib/ui/links.ts";
import { noteSender } from "@/lib/web/body_slots.ts";
import { PROVIDER_COOKIE } from "@/lib/web/cookies.ts";
import { markOf } from "@/lib/web/form_token.ts";
import { inProcess } from "@/lib/web/page_api.ts";
import { isFromThisSite } from "@/lib/web/request_info.ts";
import type { State } from "@/lib/web/state.ts";

/** Middleware of the provider portal: its pages call as the provider's session, not as an account. */
export async function providerPortal(ctx: Context<State>): Promise<Response> {
  const { state } = ctx;
  state.portal = true;
  const id = PROVIDER_COOKIE.in(ctx.req, state.https);
  state.caller = id ? await state.platform.identities.byProviderSession(id) : ANONYMOUS;
  noteSender(state);
  const { caller } = state;
  const mark = caller.kind === "provider" ? markOf(caller) : undefined;
  if (mark === undefined) delete state.requestInfo.mark;
  else state.requestInfo.mark = mark;
  state.api = inProcess(state);
  if (mark !== undefined || ctx.url.pathname === links.providerLogin()) return await ctx.next();
  const isSent = ctx.req.method === "POST" && ctx.url.pathname !== links.providerLogout() &&
    isFromThisSite(ctx.req, ctx.url);
  const ended = isSent ? { ended: "1" as const } : {};
  return ctx.redirect(links.providerLogin({ new: "1", ...ended }), 303);
}

/** Opens the session of a link. @returns its cookie; null for an invalid link */
export async function openProviderSession(state: State, token: string): Promise<string | null> {
  const { providerLinks, identities } = state.platform;
  const caller = await identities.byToken(token, "header");
  if (caller.kind !== "provider") return null;
  const opened = await providerLinks.open(token);
  if (opened === null) return null;
  await endProviderSession(state);
  return PROVIDER_COOKIE.set(state.https, opened.id, opened.maxAgeS);
}

/** Ends a provider's session. @returns the cookie that deletes it */
export async function endProviderSession(
  { platform, caller, https }: Pick<State, "platform" | "caller" | "https">,
): Promise<string> {
  const shown = caller.kind === "provider" ? credentialsOf(caller) : null;
  if (shown !== null) await platform.providerLinks.end(shown.secret);
  return PROVIDER_COOKIE.deletion(https);
}
