import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { links } from "@/lib/ui/links.ts";
import { demoTest } from "@/tests/helpers/a_browser_site.ts";
import { SITE } from "@/tests/helpers/a_site.ts";
import { browserTest, typedAfterLoss } from "@/tests/tools/browser.ts";
import { allRoutes, pathOf } from "@/tests/tools/routes.ts";
import { walkScreens } from "@/tests/tools/screens.ts";
import { OWNER, withOwnedSite } from "./an_owned_site.ts";
import { formsOf, type PageForm } from "./every_form.ts";
import { unreadable } from "./without_javascript.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

browserTest(
  "QA4: without JavaScript every page is complete, and shows no control without effect",
  () =>
    walkScreens(async (shown) => {
      if (shown.state === "full") strictEqual(shown.status, 200, shown.name);
      deepStrictEqual(await unreadable(shown), []);
    }, { states: ["full", "refused"], javaScriptEnabled: false }),
);

demoTest(
  "QA4: without JavaScript the menu of a telephone opens, tables sort and filter, settings are saved",
  async ({ page, go }) => {
    await go("/home");
    strictEqual(await page.isVisible("text=Déconnexion"), false);
    await page.click("summary >> text=Menu");
    strictEqual(await page.isVisible("text=Déconnexion"), true);
    await page.click("th >> text=Résidence");
    await page.waitForURL("**/home?sort=name:asc");
    await page.selectOption("[name='filter:city']", "Nancy");
    await page.click("text=Filtrer");
    await page.waitForURL((url) => url.searchParams.get("filter:city") === "Nancy");
    strictEqual(new URL(page.url()).searchParams.get("sort"), "name:asc");
    strictEqual(await page.textContent("tbody th"), "Les Tilleuls");
    strictEqual(await page.isVisible("text=Afficher la carte"), false);
    await go(`${ROOM}/settings`);
    await page.fill("#location", "Sous-sol, porte B");
    await page.click("#identity button[type=submit]");
    await page.waitForURL(/settings\?saved=identity#identity$/);
    strictEqual(await page.inputValue("#location"), "Sous-sol, porte B");
    strictEqual(await page.isEnabled("#settings button[value=add]"), true);
  },
  { width: 390, javaScriptEnabled: false },
);

// @spec forms.unsaved
demoTest(
  "without JavaScript, Back after a lost connection shows what was typed, also where a link leads to the form",
  async ({ page, go }) => {
    await go(`${ROOM}/settings#identity`);
    strictEqual(await typedAfterLoss(page, "#location", "Ailleurs"), "Ailleurs");
    const messages = links.displayMessages("p01");
    await go(messages);
    await page.click("table th a[href*='message=']");
    await page.waitForURL(/\?message=.*#screen-message$/);
    strictEqual(await typedAfterLoss(page, "#from", "2026-01-05"), "2026-01-05");
  },
  { javaScriptEnabled: false },
);

/**
 * Forms that end the current session: those of the user's own account, and the one of their own
 * rights.
 */
function isEnding(action: string, { fields }: PageForm): boolean {
  return /^\/(logout|account)/.test(action) || fields.some(({ value }) => value === OWNER);
}

Deno.test("QA4: every form is sent without a script: accepted, or shown again with its errors", () =>
  withOwnedSite(async (site) => {
    const wrong: string[] = [];
    let formCount = 0;
    for (const route of (await allRoutes()).filter(({ isPage }) => isPage)) {
      const path = pathOf(route, site.place);
      const cookie = await site.session();
      const page = await site.handler(new Request(SITE + path, { headers: { cookie } }));
      for (const form of formsOf(await page.text()).toSorted(removalsLast)) {
        const action = form.action ?? path;
        if (form.method !== "POST" || isEnding(action, form)) continue;
        const answer = await site.handler(sentAsItStands(action, form, cookie));
        const html = await answer.text();
        formCount += 1;
        const isTold = answer.status >= 400 && answer.status < 500 &&
          /role="alert"|-error"|class="notice/.test(html);
        if (answer.status !== 303 && answer.status !== 200 && !isTold) {
          wrong.push(`${path} to ${action}: ${answer.status}`);
        }
      }
    }
    deepStrictEqual(wrong, []);
    ok(formCount > 40, `${formCount} forms`);
  }));

/** The entity of a page is deleted after its other forms were sent. */
function removalsLast(left: PageForm, right: PageForm): number {
  const isRemoval = ({ fields }: PageForm) => fields.some(({ value }) => value === "remove");
  return Number(isRemoval(left)) - Number(isRemoval(right));
}

function sentAsItStands(action: string, form: PageForm, cookie: string): Request {
  const data = new FormData();
  for (const { name, type, value } of form.fields) {
    if (type === "file") data.append(name, new File([], ""));
    else if (value !== null) data.append(name, value);
  }
  const pairs = [...data].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : []
  );
  return new Request(new URL(action, SITE), {
    method: "POST",
    body: form.isMultipart ? data : new URLSearchParams(pairs),
    headers: { cookie, origin: SITE, accept: "text/html" },
  });
}
