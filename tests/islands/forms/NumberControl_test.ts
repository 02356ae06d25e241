import { strictEqual } from "node:assert/strict";
import { inBrowser } from "../../routes/screens/a_browser_site.ts";

const PATH = "/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/2025?simulation=on&area=2000";

Deno.test({
  name:
    "NumberControl steps by its buttons, commits on Enter and on leaving, and gives back what was no number",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inBrowser(async ({ page, go }) => {
      await go(PATH);
      const area = page.locator("input[name=area]");
      await page.click("button[aria-label*='urface'][aria-label^='Augmenter']");
      strictEqual(await area.inputValue(), "2001");
      await page.click("button[aria-label*='urface'][aria-label^='Diminuer']");
      await page.click("button[aria-label*='urface'][aria-label^='Diminuer']");
      strictEqual(await area.inputValue(), "1999");
      await area.fill("1234,6");
      await area.blur();
      strictEqual(await area.inputValue(), "1235");
      await area.fill("abc");
      await area.blur();
      strictEqual(await area.inputValue(), "1235");
      await area.fill("-5");
      await area.blur();
      strictEqual(await area.inputValue(), "0");
    }),
});
