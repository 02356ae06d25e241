/** The site on a platform: its middlewares in order, then its pages. @module */

import { type Context, csp, csrf, staticFiles, trailingSlashes } from "fresh";
import { type Options, options } from "preact";
import type { AppConfig } from "@/lib/web/config.ts";
import { isOfPrograms, refusedAs, storeRefusals, unreadValues } from "@/lib/web/errors.ts";
import { IdempotencyStore } from "@/lib/web/form_store.ts";
import { savedNotice } from "@/lib/web/form_submission.ts";
import { isRead } from "@/lib/web/request_info.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import type { Platform } from "./platform.ts";
import { sentForms } from "./sent_forms.ts";
import { session, tempTokens } from "./session.ts";

const CURRENT = "aria-current";

/**
 * Keeps the `aria-current` that a component gave to a link. A hook that Fresh adds to preact marks the links to the
 * current page and to those above it. Some versions overwrite the given value: each link between the pages of a list
 * would then be marked as the current page.
 *
 * @param options of preact, with Fresh's hook in them
 */
export function keepOwnCurrent(options: Options): void {
  const { vnode: complete } = options;
  if (complete === undefined) return;
  options.vnode = (vnode) => {
    const own = vnode.type === "a" ? currentOf(vnode.props) : undefined;
    complete(vnode);
    // The React layer of preact may have replaced the object of the attributes.
    if (own !== undefined) Object.assign(vnode.props, { [CURRENT]: own });
  };
}

function currentOf(attributes: Readonly<Record<string, unknown>>): unknown {
  return attributes[CURRENT];
}

/**
 * Rate-limits the page requests of a user.
 *
 * @throws HttpError 429
 */
function limitRequests(platform: Platform): (ctx: Context<State>) => Promise<Response> {
  return async ({ state, url, next }) => {
    // Calls and collectors' writes are counted with their token, monitoring is not limited.
    if (isOfPrograms(url)) return await next();
    const counted = await platform.countRequest(state.caller, state.clientAddress);
    if (counted.ok) return await next();
    state.requestInfo.wait = { resetAt: counted.retryAt, now: platform.options.now() };
    throw refusedAs("too-many-requests");
  };
}

/** Ends the bodies of answers to HEAD: Fresh drops them unread, with the files and connections that they come from. */
export function unreadBodies(): (ctx: Pick<Context<unknown>, "req" | "next">) => Promise<Response> {
  return async ({ req, next }) => {
    const answer = await next();
    // A stream that has failed refuses to be cancelled.
    if (req.method === "HEAD") await answer.body?.cancel().catch(() => {});
    return answer;
  };
}

// The import of Fresh above has added its hook.
keepOwnCurrent(options);

/**
 * The site on a platform: an ordered list of middlewares, then the pages of `routes/`.
 *
 * @param clock returns the ISO instant of the pages; the present by default
 */
export function siteOn(
  platform: Platform,
  config: AppConfig,
  clock?: () => string,
): SecureApp<State> {
  return new SecureApp<State>(config, {
    forgetVersions: () => platform.versions.forgetAll(),
  })
    .use(unreadBodies())
    .use(arrival(config, clock))
    .use(staticFiles())
    .use(storeRefusals())
    .use(writtenPaths())
    .use(trailingSlashes("never"))
    .use(csp({ useNonce: true }))
    .use(csrf())
    .use(sentForms(new IdempotencyStore(platform.options.store, platform.options.now)))
    .use(savedNotice())
    .use(session(platform))
    .use(limitRequests(platform))
    .use(tempTokens())
    .use(unreadValues())
    .fsRoutes();
}

/**
 * Routes writes to a path with trailing slashes as if they had none. Fresh would redirect with 302, which turns the
 * sender's POST into a GET and loses its readings.
 */
function writtenPaths(): (ctx: Context<State>) => Response | Promise<Response> {
  return (ctx) => {
    const { req, url } = ctx;
    const path = url.pathname.replace(/\/+$/, "");
    if (isRead(req) || path === url.pathname || path === "") return ctx.next();
    return ctx.redirect(path + url.search, 308);
  };
}
