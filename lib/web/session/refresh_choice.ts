import { A_YEAR_S, cookieOf, setCookie } from "./cookies.ts";

/** Whether pages bring themselves up to date, as their reader chose on this browser. */
export interface RefreshChoice {
  readonly isPaused: boolean;
  /** The page asked for: the choice leads back to it. */
  readonly path: string;
}

const REFRESH_COOKIE = "refresh";

const PAUSED = "off";

export function isRefreshPaused(request: Request): boolean {
  return cookieOf(request, REFRESH_COOKIE) === PAUSED;
}

export function refreshChoiceOf(request: Request, { pathname, search }: URL): RefreshChoice {
  return { isPaused: isRefreshPaused(request), path: pathname + search };
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
