import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { SITE } from "../routes/screens/a_site.ts";
import { allRoutes, pathOf } from "../tools/routes.ts";
import { walkScreens } from "../tools/screens.ts";
import { OWNER, withOwnedSite } from "./an_owned_site.ts";
import { formsOf, type PageForm } from "./forms.ts";
import { unreadable } from "./without_javascript.ts";

Deno.test({
  name:
    "QA4: without JavaScript every page reads whole, and shows no control that would do nothing",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    walkScreens(async (shown) => {
      if (shown.state === "full") strictEqual(shown.status, 200, shown.name);
      deepStrictEqual(await unreadable(shown), []);
    }, { states: ["full", "error"], javaScriptEnabled: false }),
});

/** Forms that end the visit they are sent in: of one's own account, or that name it (its own rights). */
function isEnding(action: string, { fields }: PageForm): boolean {
  return /^\/(logout|account)/.test(action) || fields.some(({ value }) => value === OWNER);
}

Deno.test("QA4: every form is sent without a script: taken, or shown again with what is wrong", () =>
  withOwnedSite(async (site) => {
    const wrong: string[] = [];
    let formCount = 0;
    for (const route of (await allRoutes()).filter(({ isPage }) => isPage)) {
      const path = pathOf(route, site.place);
      const cookie = await site.session();
      const page = await site.handler(new Request(SITE + path, { headers: { cookie } }));
      for (const form of formsOf(await page.text())) {
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
