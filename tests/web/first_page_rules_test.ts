import { deepStrictEqual } from "node:assert/strict";
import { LOGIN_PATH } from "@/lib/ui/links.ts";
import { STYLESHEET } from "@/lib/web/first_page.ts";
import { LINKS, slowLink } from "@/tests/loading/slow_link.ts";
import { withApp } from "@/tests/tools/app_under_test.ts";
import { browserTest } from "@/tests/tools/browser.ts";
import { WEIGHED_PAGES } from "@/tools/weighed_pages.ts";

/** A table, a form, a chart, a map and a text. */
const PAGES = ["residences", "energy balance", "new own report", "its sheet", "accessibility"];

browserTest(
  "a first page has every rule that matches its elements, then the whole stylesheet",
  () =>
    withApp((app) =>
      app.inWindow(async ({ page, go }) => {
        const paths = WEIGHED_PAGES.filter(({ name }) => PAGES.includes(name)).map((it) => it.path);
        for (const path of [...paths, LOGIN_PATH]) {
          await page.context().clearCookies({ name: "assets" });
          await go(path);
          deepStrictEqual(await page.evaluate(missingRules, STYLESHEET), [], path);
          await page.waitForFunction(hasSheet, STYLESHEET);
        }
      })
    ),
);

// A cancelled request would close its connection, which the next page needs.
browserTest(
  "over a slow link, a first page takes the whole stylesheet without cancelling its prefetch",
  () =>
    withApp((app) =>
      app.inWindow(async ({ page }) => {
        const link = slowLink(Number(new URL(app.url).port), LINKS.office);
        const devtools = await page.context().newCDPSession(page);
        const cancelled: string[] = [];
        devtools.on("Network.loadingFailed", ({ errorText }) => cancelled.push(errorText));
        await devtools.send("Network.enable");
        try {
          await page.goto(link.url + LOGIN_PATH);
          await page.waitForFunction(hasSheet, STYLESHEET);
        } finally {
          link.close();
        }
        deepStrictEqual(cancelled, []);
      }, { as: null })
    ),
);

/** Runs in the page. */
function hasSheet(stylesheet: string): boolean {
  return [...document.styleSheets].some((sheet) => sheet.href?.includes(stylesheet));
}

/** Runs in the page: selectors of the whole stylesheet that match, but are not in the inline one. */
async function missingRules(stylesheet: string): Promise<string[]> {
  const splitList = (list: string) =>
    (list.match(/(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? [])
      .map((selector) => selector.trim());
  const whole = new CSSStyleSheet();
  await whole.replace(await (await fetch(stylesheet)).text());
  const inline = document.querySelector("style")?.sheet;
  const selectorsIn = ({ cssRules }: { cssRules: CSSRuleList }): string[] =>
    [...cssRules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) return splitList(rule.selectorText);
      return rule instanceof CSSGroupingRule ? selectorsIn(rule) : [];
    });
  const contained = new Set(inline ? selectorsIn(inline) : []);
  const isMatched = (selector: string) => {
    const elements = selector.replace(/(^|[\s,>+~])::[\w-]+/g, "$1*").replace(/::[\w-]+/g, "");
    return document.querySelector(elements) !== null;
  };
  return selectorsIn(whole).filter((selector) => !contained.has(selector) && isMatched(selector));
}
