import { type Context, HttpError } from "fresh";
import type { Platform } from "../backend/choose.ts";
import { waitHeaders } from "../backend/wait_headers.ts";
import { ERRORS } from "../contract/errors.ts";
import { epochMs } from "./clock.ts";
import type { Wait } from "./request_facts.ts";
import type { State } from "./state.ts";

/** Calls and collectors' writes are counted where their token is read; whoever watches over us asks as often as they like. */
const COUNTED_ELSEWHERE = /^\/(?:api|health|write|ping|query|input|chirpstack)(?:\/|$)/;

/** Told to wait when nobody said how long, ms. */
const UNNAMED_WAIT_MS = 1_000;

/**
 * Counts each page somebody asks for; beyond the limit they get the page that says when to come back.
 *
 * @throws HttpError 429
 */
export function limitRequests(platform: Platform): (ctx: Context<State>) => Promise<Response> {
  return async ({ state, url, next }) => {
    if (COUNTED_ELSEWHERE.test(url.pathname)) return await next();
    const counted = await platform.countRequest(state.caller, state.clientAddress);
    if (counted.ok) return await next();
    state.facts.wait = { resetAt: counted.retryAt, now: platform.options.now() };
    throw new HttpError(ERRORS["too-many-requests"].status, "too-many-requests");
  };
}

/** Sees to it that a 429 answer says when to ask again, whoever wrote it. */
export function tellWait(headers: Headers, wait: Wait | undefined): void {
  const { resetAt, now } = wait ?? waitOf(headers, epochMs());
  for (const [name, value] of Object.entries(waitHeaders(resetAt, now))) {
    if (!headers.has(name)) headers.set(name, value);
  }
}

function waitOf(headers: Headers, now: number): Wait {
  const told = Number(headers.get("retry-after")) * 1_000 || UNNAMED_WAIT_MS;
  return { resetAt: now + told, now };
}
