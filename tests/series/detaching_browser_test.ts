import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { aMember, aSeries, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import {
  answerQuestions,
  browserTest,
  isWatched,
  type PageOptions,
  withPage,
} from "@/tests/tools/browser.ts";
import { withServer } from "@/tests/tools/loopback.ts";

/** A test on the page of a series with three sources. */
function sourcesTest(name: string, test: (page: Page) => Promise<void>, options: PageOptions) {
  browserTest(name, () =>
    withSite(async (site) => {
      const { ask } = await aMember(site, { roles: ["collect"] });
      const series = await aSeries(ask, "GAZV");
      for (const source of ["serial=1", "serial=2", "serial=3"]) {
        const body = { source, houseId: null };
        ok((await ask("attachSource", { projectId: PROJECT, series, body })).ok);
      }
      await withServer(site.handler, (server) =>
        withPage(async (page, errors) => {
          await page.request.post(server.url + LOGIN_PATH, {
            form: { email: "ada@bailleur.fr", password: PASSWORD },
            headers: { origin: server.url },
            maxRedirects: 0,
          });
          await page.goto(server.url + links.seriesSettings(PROJECT, series));
          await test(page);
          deepStrictEqual(errors, []);
        }, options));
    }));
}

// @spec collectors.detaching
sourcesTest(
  "after Back, no other source is ticked in the place of those that were detached",
  async (page) => {
    const ticks = page.locator('[name="sources"]');
    await ticks.first().check();
    await page.getByText("Détacher plusieurs sources").click();
    await page.getByText("Détacher les sources cochées").click();
    await page.waitForURL(/saved=sources/);
    await page.goBack();
    await ticks.nth(1).waitFor();
    strictEqual(await ticks.count(), 2);
    strictEqual(await page.locator('[name="sources"]:checked').count(), 0);
  },
  { width: 390, javaScriptEnabled: false },
);

// @spec forms.unsaved
sourcesTest("ticked sources are not lost without a question", async (page) => {
  const asked = answerQuestions(page, () => false);
  const own = page.url();
  await page.waitForFunction(isWatched);
  await page.locator('[name="sources"]').first().check();
  await page.locator("#sources thead a").first().click();
  strictEqual(asked.length, 1);
  strictEqual(page.url(), own);
  await page.getByText("Détacher plusieurs sources").click();
  await page.getByText("Détacher les sources cochées").click();
  await page.waitForURL(/saved=sources/);
  strictEqual(asked.length, 1);
}, {});
