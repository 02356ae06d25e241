import { deepStrictEqual } from "node:assert/strict";
import { LOGIN_PATH } from "@/lib/links/links.ts";
import { STYLESHEET } from "@/lib/web/front/first_page.ts";
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
          await page.waitForFunction(
            (href) => [...document.styleSheets].some((sheet) => sheet.href?.includes(href)),
            STYLESHEET,
          );
        }
      })
    ),
);

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
