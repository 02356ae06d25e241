import { type Context, csp, csrf, trailingSlashes } from "fresh";
import { options } from "preact";
import type { AppConfig } from "@/fresh.config.ts";
import type { Platform } from "@/lib/backend/choose.ts";
import { isRead } from "@/lib/backend/core/read_method.ts";
import { goneThings } from "@/lib/web/forms/gone_things.ts";
import { RefusedForms } from "@/lib/web/forms/refused_forms.ts";
import { savedNotice } from "@/lib/web/forms/saved_notice.ts";
import { session } from "@/lib/web/session/session.ts";
import { tempTokens } from "@/lib/web/session/temp_token.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { SecureApp } from "./app.ts";
import { keepOwnCurrent } from "./own_current.ts";
import { PageCache } from "./page_cache.ts";
import { limitRequests } from "./request_limit.ts";
import { siteFiles } from "./site_files.ts";
import { storeRefusals } from "./store_refusals.ts";
import { unreadBodies } from "./unread_body.ts";
import { unreadValues } from "./unread_values.ts";

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
    pages: new PageCache(platform),
    forms: new RefusedForms(platform),
  })
    .use(unreadBodies())
    .use(arrival(config, clock))
    .use(siteFiles())
    .use(storeRefusals())
    .use(writtenPaths())
    .use(trailingSlashes("never"))
    .use(csp({ useNonce: true }))
    .use(csrf())
    .use(savedNotice())
    .use(session(platform))
    .use(limitRequests(platform))
    .use(tempTokens())
    .use(goneThings())
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
