import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";

const PATH = "/collect/p01/boilerrooms/p01-c1/energy-balance/monthly/2025?simulation=on&area=2000";

demoTest(
  "NumberControl steps by its buttons, commits on Enter and on blur, and restores an invalid number",
  async ({ page, go }) => {
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
    strictEqual(await area.inputValue(), "1");
  },
);

demoTest(
  "NumberControl commits on Enter, before the form is sent, and its buttons work with the keyboard",
  async ({ page, go, errors }) => {
    await go(PATH);
    const area = page.locator("input[name=area]");
    const more = page.locator("button[aria-label*='urface'][aria-label^='Augmenter']");
    await more.focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    strictEqual(await area.inputValue(), "2002");
    await area.fill("1234,6");
    await page.keyboard.press("Enter");
    strictEqual(await area.inputValue(), "1235");
    // This field may be empty: it has no error then.
    await area.fill("");
    await page.keyboard.press("Enter");
    strictEqual(await area.inputValue(), "");
    deepStrictEqual(errors, []);
  },
);

demoTest(
  "NumberControl without JavaScript is a plain field, whose comma and step the server reads",
  async ({ page, go }) => {
    await go(PATH);
    const area = page.locator("input[name=area]");
    strictEqual(await page.locator("button[aria-label^='Augmenter']").count(), 0);
    await area.fill("1500,5");
    await area.press("Enter");
    await page.waitForURL(/area=1500/);
    strictEqual(await area.inputValue(), "1501");
  },
  { javaScriptEnabled: false },
);
