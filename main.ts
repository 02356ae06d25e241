/**
 * The app: an ordered list of middlewares, then the pages of `routes/`.
 *
 * @module
 */
import { csp, csrf, staticFiles, trailingSlashes } from "fresh";
import { appConfig } from "./fresh.config.ts";
import { goneThings } from "./lib/web/forms/gone_things.ts";
import { RefusedForms } from "./lib/web/forms/refused_forms.ts";
import { saidOnce } from "./lib/web/forms/said_once.ts";
import { SecureApp } from "./lib/web/front/app.ts";
import { PageCache } from "./lib/web/front/page_cache.ts";
import { limitRequests } from "./lib/web/front/request_limit.ts";
import { storeRefusals } from "./lib/web/front/store_refusals.ts";
import { writtenPaths } from "./lib/web/front/written_paths.ts";
import { announceFirstRun, openPlatform, startJobs } from "./lib/web/platform.ts";
import { session } from "./lib/web/session/session.ts";
import { arrival, type State } from "./lib/web/state.ts";

const config = appConfig();
const platform = await openPlatform(config);
await announceFirstRun(platform);
startJobs(platform, config);

/** What `deno serve` and the tests ask. */
export const app: SecureApp<State> = new SecureApp<State>(config, {
  pages: new PageCache(platform),
  forms: new RefusedForms(platform),
})
  .use(staticFiles())
  .use(arrival(config))
  .use(storeRefusals())
  .use(writtenPaths())
  .use(trailingSlashes("never"))
  .use(csp({ useNonce: true }))
  .use(csrf())
  .use(saidOnce())
  .use(session(platform))
  .use(limitRequests(platform))
  .use(goneThings())
  .fsRoutes();
