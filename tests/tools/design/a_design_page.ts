import { App, csp, csrf, staticFiles } from "fresh";
import { DESIGN_ISLANDS } from "@/dev.ts";
import { readConfig } from "@/fresh.config.ts";
import { storeRefusals } from "@/lib/web/errors.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import {
  type BrowserPage,
  browserTest,
  type PageOptions,
  withPage,
} from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { sharedBuild } from "@/tests/tools/shared_build.ts";
import { withDesign } from "@/tools/design/design.tsx";
import { DESIGN_PATH } from "@/tools/design/states.ts";

type Handler = (request: Request) => Promise<Response>;

let site: Promise<Handler> | undefined;

/** The page of widgets as `dev.ts serve` shows it; built once for a test file. */
export function designSite(): Promise<Handler> {
  site ??= madeSite();
  return site;
}

async function madeSite(): Promise<Handler> {
  const config = readConfig({ ACCESS_LOG: "off" });
  const app: App<State> = new SecureApp<State>(config)
    .use(staticFiles())
    .use(arrival(config))
    .use(storeRefusals())
    .use(csp({ useNonce: true }))
    .use(csrf())
    .fsRoutes();
  const apply = await sharedBuild({
    name: "design",
    mode: "development",
    registered: DESIGN_ISLANDS,
    folders: ["tools/design"],
  });
  apply(app);
  return withDesign(app).handler();
}

/** A window on the page. */
export interface DesignWindow extends BrowserPage {
  /**
   * Goes to the page with a query, and waits until its islands are active; returns the status of
   * the answer.
   */
  go(query?: string): Promise<number>;
}

/** A test in a browser on the page of widgets. */
export function designTest(name: string, ...[test, options]: Parameters<typeof onDesignPage>) {
  browserTest(name, () => onDesignPage(test, options));
}

async function onDesignPage(
  test: (window: DesignWindow) => Promise<void>,
  options: PageOptions = {},
): Promise<void> {
  await withServer(await designSite(), (server) =>
    withPage(async (page, errors) => {
      const go = async (query = "") => {
        const response = await page.goto(`${server.url}${DESIGN_PATH}${query}`);
        // The last island of the page: once it has its buttons, all the others are active too.
        if (options.javaScriptEnabled !== false) {
          await page.waitForSelector("[aria-label='Augmenter\u00A0: Durée']", {
            state: "attached",
          });
        }
        return response?.status() ?? 0;
      };
      await test({ page, errors, go });
    }, options));
}
