import type { Context } from "fresh";
import type { ProjectTokenRecord } from "@/lib/backend/accounts/records.ts";
import type { Platform } from "@/lib/backend/choose.ts";
import { storeFaultCode } from "@/lib/backend/kv/store_fault.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import { links } from "@/lib/links/links.ts";
import type { State } from "@/lib/web/state.ts";
import { cookieOf, setCookie, withCookie } from "./cookies.ts";

/** The longest that a browser keeps a cookie, s: each answer begins it anew. */
const KEPT_S = 400 * 24 * 3600;

function cookieName(https: boolean): string {
  return https ? "__Host-screen" : "screen";
}

export interface Screen {
  readonly token: string;
  readonly caller: Caller;
}

/**
 * The screen that comes by its cookie. The cookie is the token: revoking it ends the session at once, and nothing of it
 * is stored that would have to last for months.
 *
 * @spec display.session, decision 140
 * @returns null when the token is missing or revoked
 */
export async function screenOf({ req, state }: Context<State>): Promise<Screen | null> {
  const token = cookieOf(req, cookieName(state.https)) ?? "";
  const caller = token === "" ? null : await callerOf(state.platform, token);
  return caller === null ? null : { token, caller };
}

async function callerOf(platform: Platform, token: string): Promise<Caller | null> {
  const record = await platform.tokens.read(token);
  if (record?.kind === "display") await noteUse(platform, record);
  // Another host may know what this one does not.
  else if (record !== null || platform.options.upstream === null) return null;
  const caller = await platform.identities.byToken(token, "header");
  return caller.kind === "anonymous" ? null : caller;
}

/** A screen stays readable while nothing can be written. */
async function noteUse({ tokens }: Platform, record: ProjectTokenRecord): Promise<void> {
  try {
    await tokens.noteUse(record);
  } catch (fault) {
    if (storeFaultCode(fault) === null) throw fault;
  }
}

/** Takes the token out of the address and into the cookie of the session. */
export function openScreen(ctx: Context<State>, token: string): Response {
  const { params: { projectId = "" }, state: { https } } = ctx;
  const opened = ctx.redirect(links.informationScreen(projectId), 303);
  opened.headers.set("referrer-policy", "no-referrer");
  return withCookie(opened, screenCookie(https, token));
}

export function screenCookie(https: boolean, value: string): string {
  const name = cookieName(https);
  return setCookie({ name, value, httpOnly: true, secure: https, maxAgeS: KEPT_S });
}
