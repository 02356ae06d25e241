/** The app: a platform on its store, its jobs, and the site in front of it. @module */

import { appConfig } from "./fresh.config.ts";
import { siteOn } from "./lib/app/site.ts";
import { announceFirstRun, announceSender, openPlatform, startJobs } from "./lib/app/start.ts";
import type { SecureApp } from "./lib/web/secure_app.ts";
import type { State } from "./lib/web/state.ts";

const config = appConfig();
const platform = await openPlatform(config);
await announceFirstRun(platform);
announceSender(config);
startJobs(platform, config);

/** What `deno serve` and the tests ask. */
export const app: SecureApp<State> = siteOn(platform, config);
