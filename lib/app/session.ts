/** Signs users in and out, and finds the session of a request. @module */

import type { Context } from "fresh";
import { ACCOUNTS_CALLS } from "@/lib/accounts/calls.ts";
import { failure } from "@/lib/api/dispatch.ts";
import { CallError } from "@/lib/base/errors.ts";
import { isDemoEmail } from "@/lib/demo/seed/accounts.ts";
import { ANONYMOUS, type Caller } from "@/lib/identity/caller.ts";
import type { OAuthTokens } from "@/lib/identity/schema.ts";
import { ignoreStoreFailure } from "@/lib/store/store_errors.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { noteSender } from "@/lib/web/body_slots.ts";
import { SESSION_COOKIE, sessionCookie } from "@/lib/web/cookies.ts";
import { isOfPrograms } from "@/lib/web/errors.ts";
import { seeOther, withPrivateUrl } from "@/lib/web/form_submission.ts";
import { markOf } from "@/lib/web/form_token.ts";
import { inProcess } from "@/lib/web/page_api.ts";
import { isRead } from "@/lib/web/request_info.ts";
import { backPath } from "@/lib/web/session_guard.ts";
import type { Api, State } from "@/lib/web/state.ts";
import type { Input, Result } from "./catalogue.ts";
import { PAGES_CLIENT, type Platform } from "./platform.ts";

/** Result of a sign-in: the session's cookie, or the reason of the refusal. */
type SignedIn =
  | { readonly ok: true; readonly answer: string }
  | Extract<Result<"login" | "createFirstAccount" | "getOAuthToken">, { ok: false }>;

type SessionState = Pick<
  State,
  "platform" | "caller" | "clientAddress" | "requestId" | "https" | "requestInfo"
>;

/**
 * Middleware that authenticates the request by its session cookie and sets the API for pages. `SecureApp` sends the
 * cookie of a renewed session.
 */
export function session(platform: Platform): (ctx: Context<State>) => Promise<Response> {
  return async (ctx) => {
    const { state } = ctx;
    state.platform = platform;
    platform.options.mail?.sees?.(ctx.url);
    state.caller = await callerOf(platform, ctx.req, state.https);
    noteSender(state);
    const mark = markOf(state.caller);
    if (mark !== undefined) state.requestInfo.mark = mark;
    state.api = inProcess(state);
    const renewed = await platform.renewedSession(state.caller);
    if (renewed === null) return await ctx.next();
    state.requestInfo.renewedSession = renewed;
    return await ctx.next().finally(async () => {
      if (await isOver(platform, renewed)) delete state.requestInfo.renewedSession;
    });
  };
}

/** Whether a session has ended meanwhile, such as by signing out in another window: it is then not renewed. */
function isOver({ sessions }: Platform, id: string): Promise<boolean> {
  return sessions.read(id).then((found) => found === null, () => false);
}

/** Signs a user in: opens a new session and ends the browser's current one. */
export async function signIn(
  state: SessionState,
  credentials: Input<"login">["body"],
): Promise<SignedIn> {
  const { oauth, upstream } = state.platform.options;
  if (oauth && upstream !== null && !isDemoEmail(credentials.email)) {
    return await signInByOAuth(state, credentials);
  }
  const result = await anonymously(state).call(ACCOUNTS_CALLS.login, { body: credentials });
  return result.ok ? await opened(state, result.answer.token) : result;
}

/** Signs in with OAuth: the session stores both tokens and refreshes them in time. */
async function signInByOAuth(
  state: SessionState,
  { email, password }: Input<"login">["body"],
): Promise<SignedIn> {
  const client = { client_id: PAGES_CLIENT, scope: "" };
  const body = { grant_type: "password", ...client, username: email, password } as const;
  const result = await anonymously(state).call(ACCOUNTS_CALLS.getOAuthToken, { body });
  return result.ok ? await openedByOAuth(state, result.answer) : result;
}

/**
 * Exchanges a single-use token, put into the URL by another application, for a session.
 *
 * @spec accounts.temptoken
 * @returns the cookie of the session; null for an invalid token
 */
async function signInByTempToken(
  state: SessionState,
  token: string,
): Promise<string | null> {
  const caller = await state.platform.identities.byToken(token, "header");
  if (caller.kind !== "account") return null;
  const body = { client_id: PAGES_CLIENT, scope: "" };
  const result = await inProcess({ ...state, caller }).call(ACCOUNTS_CALLS.migrateToOAuth, {
    body,
  });
  if (!result.ok) return null;
  const opened = await openedByOAuth(state, result.answer);
  return opened.ok ? opened.answer : null;
}

function openedByOAuth(state: SessionState, tokens: OAuthTokens): Promise<SignedIn> {
  return begun(state, () => state.platform.sessionForOAuth(tokens));
}

/** Creates the first account with the code of the console, and signs it in. */
export async function signUpFirst(
  state: SessionState,
  person: Input<"createFirstAccount">["body"],
): Promise<SignedIn> {
  const result = await anonymously(state).call(ACCOUNTS_CALLS.createFirstAccount, { body: person });
  return result.ok ? await opened(state, result.answer.token) : result;
}

/** Signs a user out, here and on the upstream host. @returns the cookie that deletes the session */
export async function signOut(state: SessionState): Promise<string> {
  if (state.caller.kind !== "anonymous") await inProcess(state).call(ACCOUNTS_CALLS.logout, {});
  await state.platform.endSession(state.caller);
  return SESSION_COOKIE.deletion(state.https);
}

/**
 * Opens the session of a token after a change that is already saved: the answer says so even when the store cannot be
 * written any more, and the browser, whose session has ended, then signs in again.
 *
 * @returns the cookie of the session; undefined when it could not be opened
 */
export async function continueSession(
  state: SessionState,
  token: string,
): Promise<string | undefined> {
  const result = await ignoreStoreFailure(opened(state, token));
  return result?.ok ? result.answer : undefined;
}

/** Opens a session in place of the browser's current one, which stays when the other host does not name its user. */
async function begun(
  state: SessionState,
  open: () => Promise<{ readonly id: string }>,
): Promise<SignedIn> {
  try {
    const { id } = await open();
    await state.platform.endSession(state.caller);
    return { ok: true, answer: sessionCookie(id, state.https) };
  } catch (fault) {
    if (fault instanceof CallError) return failure(fault.code);
    throw fault;
  }
}

async function callerOf(platform: Platform, request: Request, https: boolean): Promise<Caller> {
  const id = SESSION_COOKIE.in(request, https);
  return id ? await platform.identities.bySession(id) : ANONYMOUS;
}

/**
 * The API of an anonymous caller, for calls that name an account by its address or by a mailed secret: made as the
 * signed-in caller, who may be a visitor of the demo, they would be answered by the demo.
 */
export function anonymously(state: Omit<SessionState, "https">): Api {
  return inProcess({ ...state, caller: ANONYMOUS });
}

function opened(state: SessionState, token: string): Promise<SignedIn> {
  return begun(state, () => state.platform.sessionFor(token));
}

const PARAMETER = "temptoken";

/**
 * In OAuth mode, exchanges the token in the address of any page for a new session. The token is removed from the address,
 * valid or not, and sent to no other page.
 *
 * @spec accounts.temptoken
 */
export function tempTokens(): (ctx: Context<State>) => Promise<Response> {
  return async (ctx) => {
    const { state, req, url } = ctx;
    const token = url.searchParams.get(PARAMETER);
    const isExchanged = token !== null && state.platform.options.oauth === true && isRead(req) &&
      !isOfPrograms(url);
    if (!isExchanged) return await ctx.next();
    const { loginPath } = state.config;
    // The configured path of the sign-in page leads to this one.
    const path = url.pathname === LOGIN_PATH ? loginPath : url.pathname;
    const address = `${path}${withoutToken(url.search)}`;
    const cookie = await signInByTempToken(state, token);
    const isSignedIn = cookie !== null || state.caller.kind === "account";
    const to = isSignedIn ? backPath(address, links.start()) : refusedAt(ctx, address);
    return withPrivateUrl(seeOther(ctx, to, cookie ?? undefined));
  };
}

/** The sign-in page, which says that the token is not valid any more. */
function refusedAt({ url, state: { config: { loginPath } } }: Context<State>, address: string) {
  const back = url.pathname === LOGIN_PATH ? url.searchParams.get("back") : address;
  return links.login(loginPath, { ...back !== null && { back }, refused: PARAMETER });
}

function withoutToken(search: string): string {
  const others = search.slice(1).split("&").filter((one) => one.split("=")[0] !== PARAMETER);
  return others.length === 0 ? "" : `?${others.join("&")}`;
}
