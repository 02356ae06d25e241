/** The session of an information screen, in its cookie. @module */

import type { Context } from "fresh";
import type { Caller } from "@/lib/identity/caller.ts";
import { links } from "@/lib/ui/links.ts";
import { HostCookie, withCookie } from "@/lib/web/cookies.ts";
import { withPrivateUrl } from "@/lib/web/form_submission.ts";
import type { App, State } from "@/lib/web/state.ts";

/** Longest lifetime of a cookie in browsers, s; each answer renews it. */
const KEPT_S = 400 * 24 * 3600;

const SCREEN_COOKIE = new HostCookie("screen");

/** An information screen, and the token that opens it. */
export interface TokenScreen {
  readonly token: string;
  readonly caller: Caller;
}

/**
 * The information screen of a request's cookie. The cookie is the token: revoking it ends the session immediately, and
 * no session has to be stored for months.
 *
 * @spec display.session
 * @returns null when the token is missing or revoked
 */
export async function screenOf(ctx: Context<State>): Promise<TokenScreen | null> {
  const token = SCREEN_COOKIE.in(ctx.req, ctx.state.https) ?? "";
  return token === "" ? null : await screenOfToken(ctx, token);
}

/** The information screen of a token; null when it is wrong or revoked. */
export async function screenOfToken(
  { state }: Context<State>,
  token: string,
): Promise<TokenScreen | null> {
  const caller = await callerOf(state.platform, token);
  return caller === null ? null : { token, caller };
}

async function callerOf(platform: App, token: string): Promise<Caller | null> {
  const record = await platform.tokens.read(token);
  if (record?.kind === "display") await platform.tokens.noteUse(record);
  // The upstream host may know the token.
  else if (record !== null || platform.options.upstream === null) return null;
  const caller = await platform.identities.byToken(token, "header");
  return caller.kind === "anonymous" ? null : caller;
}

/** Moves the token from the URL into the session's cookie. @param token null leaves the cookie as it is */
export function openScreen(ctx: Context<State>, token: string | null): Response {
  const { params: { projectId = "" }, state: { https } } = ctx;
  const opened = withPrivateUrl(ctx.redirect(links.informationScreen(projectId), 303));
  return token === null ? opened : withCookie(opened, screenCookie(https, token));
}

export function screenCookie(https: boolean, value: string): string {
  return SCREEN_COOKIE.set(https, value, KEPT_S);
}
