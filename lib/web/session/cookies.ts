import type { RequestFacts } from "@/lib/web/front/request_facts.ts";

export interface Cookie {
  name: string;
  value: string;
  /** Only pages and requests of the server read it, never a script. */
  httpOnly: boolean;
  /** Sent over https only. */
  secure: boolean;
  /** Lifetime in seconds; until the browser closes when omitted, deleted at once when 0. */
  maxAgeS?: number;
}

/** Name of the session's cookie: over https the prefix binds it to this very host. */
export function sessionCookieName(https: boolean): string {
  return https ? "__Host-session" : "session";
}

/** Name of the cookie of a provider's session: an account and a provider may be signed in side by side in one browser. */
export function providerCookieName(https: boolean): string {
  return https ? "__Host-provider" : "provider";
}

/** Name of the cookie of a browser, for any user; a session cookie. */
function visitCookieName(https: boolean): string {
  return https ? "__Host-visit" : "visit";
}

/** The secret of the browser that a request comes from; null when it was given none. */
export function visitOf(request: Request, https: boolean): string | null {
  return cookieOf(request, visitCookieName(https)) || null;
}

/** The `Set-Cookie` header that gives a browser its secret. */
export function visitCookie(value: string, https: boolean): string {
  return setCookie({ name: visitCookieName(https), value, httpOnly: true, secure: https });
}

/** The value of a cookie that came with a request; null when there is none. */
export function cookieOf({ headers }: Request, name: string): string | null {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const equals = part.indexOf("=");
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

/** The session by which a browser will come next: the one that the answer gives it, else its own; null for none. */
export function sessionToCome(
  request: Request,
  { renewedSession, https }: Pick<RequestFacts, "renewedSession" | "https">,
): string | null {
  return renewedSession?.id ?? (cookieOf(request, sessionCookieName(https)) || null);
}

/** The `Set-Cookie` header of a session of an account. */
export function sessionCookie(https: boolean, value: string, maxAgeS: number): string {
  const name = sessionCookieName(https);
  return setCookie({ name, value, httpOnly: true, secure: https, maxAgeS });
}

/**
 * An answer with the session that replaces that of its reader, whose rights have changed. An answer that signs in or out
 * has its own.
 *
 * @spec accounts.renewed-session
 */
export function withRenewedSession(
  answer: Response,
  { renewedSession, https }: Pick<RequestFacts, "renewedSession" | "https">,
): Response {
  if (renewedSession === undefined || hasSessionCookie(answer, https)) return answer;
  return withCookie(answer, sessionCookie(https, renewedSession.id, renewedSession.maxAgeS));
}

function hasSessionCookie({ headers }: Response, https: boolean): boolean {
  const start = `${sessionCookieName(https)}=`;
  return headers.getSetCookie().some((cookie) => cookie.startsWith(start));
}

export function setCookie({ name, value, httpOnly, secure, maxAgeS }: Cookie): string {
  if (!/^[\w.~-]*$/.test(value)) throw new RangeError(`Cannot write cookie ${name}: bad value`);
  return [
    `${name}=${value}`,
    "Path=/",
    "SameSite=Lax",
    ...(httpOnly ? ["HttpOnly"] : []),
    ...(secure ? ["Secure"] : []),
    ...(maxAgeS === undefined ? [] : [`Max-Age=${maxAgeS}`]),
  ].join("; ");
}

/**
 * The response with one more cookie: itself, since Fresh knows the nonce of a page by its response; a copy of one that
 * cannot be changed.
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
