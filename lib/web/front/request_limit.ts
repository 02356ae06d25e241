import type { Context } from "fresh";
import type { Platform } from "@/lib/backend/choose.ts";
import { waitHeaders } from "@/lib/backend/wait_headers.ts";
import { REFRESH_S } from "@/lib/domain/display/refresh.ts";
import { refusedAs } from "@/lib/web/answered.ts";
import { epochMs } from "@/lib/web/clock.ts";
import type { State } from "@/lib/web/state.ts";
import type { Wait } from "./request_facts.ts";
import { isOfPrograms, STORE_RETRY_S } from "./store_refusals.ts";

/** Information screens are unattended: their page must reload itself. */
const SCREEN = /^[^/]*\/\/[^/]+\/display\//;

/** Reload interval of the page of a short wait, s. */
const RELOAD_S = 3;
/** Default wait, ms. */
const UNNAMED_WAIT_MS = 1_000;

/**
 * Rate-limits the page requests of a user.
 *
 * @throws HttpError 429
 */
export function limitRequests(platform: Platform): (ctx: Context<State>) => Promise<Response> {
  return async ({ state, url, next }) => {
    // Calls and collectors' writes are counted with their token, monitoring is not limited.
    if (isOfPrograms(url)) return await next();
    const counted = await platform.countRequest(state.caller, state.clientAddress);
    if (counted.ok) return await next();
    state.facts.wait = { resetAt: counted.retryAt, now: platform.options.now() };
    throw refusedAs("too-many-requests");
  };
}

/** Adds `Retry-After` to every 429 and 503; a page that will be ready soon also reloads itself. */
export function tellWait(
  { status, headers }: Response,
  { method, url }: Request,
  wait: Wait | undefined,
): void {
  if (status === 429 || (status === 503 && wait !== undefined)) setWait(headers, wait);
  if (status >= 429 && SCREEN.test(url)) headers.set("refresh", String(REFRESH_S));
  if (status !== 503) return;
  if (!headers.has("retry-after")) headers.set("retry-after", String(STORE_RETRY_S));
  if (wait !== undefined && method === "GET") headers.set("refresh", String(RELOAD_S));
}

function setWait(headers: Headers, wait: Wait | undefined): void {
  const { resetAt, now } = wait ?? waitOf(headers, epochMs());
  for (const [name, value] of Object.entries(waitHeaders(resetAt, now))) {
    if (!headers.has(name)) headers.set(name, value);
  }
}

function waitOf(headers: Headers, now: number): Wait {
  const waitMs = Number(headers.get("retry-after")) * 1_000 || UNNAMED_WAIT_MS;
  return { resetAt: now + waitMs, now };
}
