import { strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import {
  type BrowserPage,
  browserTest,
  type PageOptions,
  withPage,
} from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";
import { withTiles } from "@/tests/tools/map_services.ts";
import { type SiteChoices, withSite } from "./a_site.ts";

/** A browser window of a test, signed in to the demo as the landlord. */
export interface Window extends BrowserPage {
  /** Goes to a path of the site and returns the status of its answer. */
  go(path: string): Promise<number>;
}

/** Signs in by a request, without opening the home page, which takes a second on a new store. */
async function signIn(page: Page, origin: string): Promise<void> {
  const { email, password } = DEMO_ACCOUNTS.landlord;
  const answer = await page.request.post(origin + LOGIN_PATH, {
    form: { email, password },
    headers: { origin },
    maxRedirects: 0,
  });
  strictEqual(answer.status(), 303);
}

/** Runs a test in a browser signed in to the demo's site. */
export async function inBrowser(
  test: (window: Window) => Promise<void>,
  options: PageOptions = {},
  { settings, ...choices }: SiteChoices = {},
): Promise<void> {
  await withTiles((tiles) =>
    withSite(({ handler }) =>
      withServer(handler, ({ url }) =>
        withPage(async (page, errors) => {
          const go = async (path: string) => (await page.goto(url + path))?.status() ?? 0;
          await signIn(page, url);
          await go(links.account());
          await test({ page, errors, go });
        }, options)), { demo: true, settings: { ...tiles, ...settings }, ...choices })
  );
}

/** A test in a browser signed in to the demo's site. */
export function demoTest(name: string, ...[test, options, choices]: Parameters<typeof inBrowser>) {
  browserTest(name, () => inBrowser(test, options, choices));
}
