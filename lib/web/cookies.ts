/** The cookies of the site: sessions, browser, organisation and refresh choice. @module */

import { SESSION_MAX_MS } from "@/lib/identity/sessions.ts";
import type { RequestInfo } from "./request_info.ts";

interface Cookie {
  name: string;
  value: string;
  /** Sent over https only. */
  secure: boolean;
  /** Lifetime in seconds; a session cookie when omitted, deleted when 0. */
  maxAgeS?: number | undefined;
}

/** Lifetime of a cookie that outlives the session, s. */
const A_YEAR_S = 365 * 24 * 3600;

/** A cookie of this host: over https, the prefix of its name binds it to the host. */
export class HostCookie {
  constructor(private readonly name: string) {}

  nameOver(https: boolean): string {
    return https ? `__Host-${this.name}` : this.name;
  }

  /** Its value in a request; null without it. */
  in(request: Request, https: boolean): string | null {
    return cookieOf(request, this.nameOver(https));
  }

  /** Its `Set-Cookie` header. @param maxAgeS as in {@link Cookie} */
  set(https: boolean, value: string, maxAgeS?: number): string {
    return setCookie({ name: this.nameOver(https), value, secure: https, maxAgeS });
  }

  /** The `Set-Cookie` header that deletes it. */
  deletion(https: boolean): string {
    return this.set(https, "", 0);
  }
}

export const SESSION_COOKIE = new HostCookie("session");

/** The `Set-Cookie` header of a session, which lasts as long as any may. */
export function sessionCookie(id: string, https: boolean): string {
  return SESSION_COOKIE.set(https, id, SESSION_MAX_MS / 1_000);
}

/** The session of a provider, beside that of an account in the same browser. */
export const PROVIDER_COOKIE = new HostCookie("provider");

/** The value of a request's cookie; null without it. */
export function cookieOf({ headers }: Request, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

/**
 * Adds the cookie of a renewed session to an answer, after a change of rights. An answer that signs in or out sets its
 * own cookie.
 *
 * @spec accounts.renewed-session
 */
export function withRenewedSession(
  answer: Response,
  { renewedSession, https }: Pick<RequestInfo, "renewedSession" | "https">,
): Response {
  if (renewedSession === undefined || hasSessionCookie(answer, https)) return answer;
  return withCookie(answer, sessionCookie(renewedSession, https));
}

function hasSessionCookie({ headers }: Response, https: boolean): boolean {
  const start = `${SESSION_COOKIE.nameOver(https)}=`;
  return headers.getSetCookie().some((cookie) => cookie.startsWith(start));
}

/** A `Set-Cookie` header; scripts cannot read the cookie. */
export function setCookie({ name, value, secure, maxAgeS }: Cookie): string {
  if (!/^[\w.~-]*$/.test(value)) throw new RangeError(`Cannot write cookie ${name}: bad value`);
  return [
    `${name}=${value}`,
    "Path=/",
    "SameSite=Lax",
    "HttpOnly",
    ...(secure ? ["Secure"] : []),
    ...(maxAgeS === undefined ? [] : [`Max-Age=${maxAgeS}`]),
  ].join("; ");
}

/**
 * Adds a cookie to a response. Not to a copy where it can be avoided: Fresh finds the nonce of a page by its response.
 */
export function withCookie(response: Response, cookie: string): Response {
  try {
    response.headers.append("set-cookie", cookie);
    return response;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const headers = new Headers(response.headers);
    headers.append("set-cookie", cookie);
    const { status, statusText } = response;
    return new Response(response.body, { status, statusText, headers });
  }
}

/** Name of the cookie with the organisation chosen last. @spec organisations.several */
export const ORGANISATION_COOKIE = "organisation";

export function organisationCookie(orgId: string, secure: boolean): string {
  return setCookie({ name: ORGANISATION_COOKIE, value: orgId, secure, maxAgeS: A_YEAR_S });
}

/** Whether pages bring themselves up to date, as their reader chose on this browser. */
export interface RefreshChoice {
  readonly isPaused: boolean;
  /** The page asked for: the choice leads back to it. */
  readonly path: string;
}

const REFRESH_COOKIE = "refresh";

const PAUSED = "off";

export function refreshChoiceOf(request: Request, { pathname, search }: URL): RefreshChoice {
  return { isPaused: cookieOf(request, REFRESH_COOKIE) === PAUSED, path: pathname + search };
}

/** The `Set-Cookie` header that remembers the choice, or forgets it: pages refresh unless asked otherwise. */
export function refreshCookie(
  { isPaused, secure }: { readonly isPaused: boolean; readonly secure: boolean },
): string {
  return setCookie({
    name: REFRESH_COOKIE,
    value: isPaused ? PAUSED : "",
    secure,
    maxAgeS: isPaused ? A_YEAR_S : 0,
  });
}
