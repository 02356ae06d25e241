import { strictEqual } from "node:assert/strict";
import { mailTextOf } from "@/tests/helpers/mails.ts";
import { browserTest, withPage } from "@/tests/tools/browser.ts";

browserTest(
  "mailText() writes a mail that no long word makes wider than a phone",
  () =>
    withPage(async (page) => {
      const email = `${"prenom".repeat(10)}@${"bailleur".repeat(7)}.fr`;
      const { html } = mailTextOf({ kind: "email-changed", email }, { name: "", link: "" });
      await page.setContent(html);
      const widths = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      strictEqual(widths.scrollWidth, widths.clientWidth);
    }, { width: 390 }),
);
