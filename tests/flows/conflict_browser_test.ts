import { strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { links, LOGIN_PATH } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import type { Page } from "@/tests/npm/chromium.ts";

const CONFIG = `${links.pilotConfig("p01")}?edit=1`;

async function saveComfort(page: Page, degrees: string): Promise<void> {
  await page.fill("#temp_conf", degrees);
  await page.click("#config button[type=submit]");
}

// @spec forms.conflicts
demoTest(
  "both versions of a conflict fit in the window of a phone",
  async ({ page, go }) => {
    const { origin } = new URL(page.url());
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const person = { form: { email, password }, headers: { origin } };
    strictEqual((await page.request.post(origin + LOGIN_PATH, person)).status(), 200);
    const other = await page.context().newPage();
    await go(CONFIG);
    await other.goto(origin + CONFIG);
    await saveComfort(page, "20,5");
    await page.waitForURL(/saved=config/);
    await saveComfort(other, "18");
    await other.waitForSelector("table.conflict");
    const excess = await other.evaluate(() =>
      document.documentElement.scrollWidth - document.documentElement.clientWidth
    );
    strictEqual(excess, 0);
  },
  { width: 390 },
);
