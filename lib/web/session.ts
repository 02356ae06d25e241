import type { Context } from "fresh";
import { ANONYMOUS, type Caller } from "../contract/caller.ts";
import type { Input, Result } from "../contract/catalogue.ts";
import type { Platform } from "../backend/choose.ts";
import { cookieOf, sessionCookieName, setCookie } from "./cookies.ts";
import { inProcess } from "./in_process.ts";
import type { State } from "./state.ts";

/** A sign-in that succeeded, and the cookie that carries it; or why not. */
export type SignedIn =
  | { readonly ok: true; readonly cookie: string }
  | Extract<Result<"login" | "createFirstAccount">, { ok: false }>;

type SessionState = Pick<
  State,
  "platform" | "caller" | "clientAddress" | "requestId" | "https" | "facts"
>;

/** Recognises who comes by the cookie of their session, and gives pages their way to ask. */
export function session(platform: Platform): (ctx: Context<State>) => Promise<Response> {
  return async (ctx) => {
    const { state } = ctx;
    state.platform = platform;
    platform.options.mail?.sees?.(ctx.url);
    state.caller = await callerOf(platform, ctx.req, state.https);
    state.api = inProcess(state);
    const renewed = await platform.renewedSession(state.caller);
    const response = await ctx.next();
    if (renewed === null || hasSessionCookie(response, state.https)) return response;
    return withCookie(response, sessionCookie(state.https, renewed.id, renewed.maxAgeS));
  };
}

/** Signs a person in: a new session each time, the one the browser came with ends. */
export async function signIn(
  state: SessionState,
  credentials: Input<"login">["body"],
): Promise<SignedIn> {
  const result = await anonymously(state).call("login", { body: credentials });
  return result.ok ? await opened(state, result.answer.token) : result;
}

/** Creates the first account by the console's code, and signs its owner in. */
export async function signUpFirst(
  state: SessionState,
  person: Input<"createFirstAccount">["body"],
): Promise<SignedIn> {
  const result = await anonymously(state).call("createFirstAccount", { body: person });
  return result.ok ? await opened(state, result.answer.token) : result;
}

/** Signs a person out, here and where the calls are answered; gives the cookie that forgets. */
export async function signOut(state: SessionState): Promise<string> {
  if (state.caller.kind !== "anonymous") await inProcess(state).call("logout", {});
  await state.platform.endSession(state.caller);
  return sessionCookie(state.https, "", 0);
}

/** Opens a session for a token just given, in place of the one the browser came with; gives its cookie. */
export async function beginSession(state: SessionState, token: string): Promise<string> {
  await state.platform.endSession(state.caller);
  const { id, maxAgeS } = await state.platform.sessionFor(token);
  return sessionCookie(state.https, id, maxAgeS);
}

/** The cookie that forgets a session which has ended already. */
export function forgetSession({ https }: Pick<State, "https">): string {
  return sessionCookie(https, "", 0);
}

async function callerOf(platform: Platform, request: Request, https: boolean): Promise<Caller> {
  const id = cookieOf(request, sessionCookieName(https));
  return id ? await platform.identities.bySession(id) : ANONYMOUS;
}

/** A page that signs in or out has the last word. */
function hasSessionCookie(response: Response, https: boolean): boolean {
  const start = `${sessionCookieName(https)}=`;
  return response.headers.getSetCookie().some((cookie) => cookie.startsWith(start));
}

/** The response with one more cookie; a copy, since some cannot be changed. */
function withCookie(response: Response, cookie: string): Response {
  const headers = new Headers(response.headers);
  headers.append("set-cookie", cookie);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

function anonymously(state: SessionState) {
  return inProcess({ ...state, caller: ANONYMOUS });
}

async function opened(state: SessionState, token: string): Promise<SignedIn> {
  return { ok: true, cookie: await beginSession(state, token) };
}

function sessionCookie(https: boolean, value: string, maxAgeS: number): string {
  const name = sessionCookieName(https);
  return setCookie({ name, value, httpOnly: true, secure: https, maxAgeS });
}
