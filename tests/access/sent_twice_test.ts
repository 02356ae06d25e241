import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { keys } from "@/lib/store/keys.ts";
import { PASSWORD } from "@/tests/helpers/a_platform.ts";
import { SITE } from "@/tests/helpers/a_site.ts";
import { type OwnedSite, OWNER, withOwnedSite } from "./an_owned_site.ts";
import {
  everyForm,
  formRequest,
  isOfItsPage,
  type RenderedForm,
  sendForm,
  sessionOf,
} from "./every_form.ts";
import { formsOf } from "./forms.ts";

/** Typed values for empty fields. */
function filled({ form }: RenderedForm): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const { name, type, value } of form.fields) {
    if (value !== "" || type === "hidden") continue;
    if (type === "email" || /mail/i.test(name)) typed[name] = "zoe@bailleur.example";
    else if (type === "date") typed[name] = "2025-07-01";
    else if (type === "textarea" || type === "text") {
      typed[name] = /zip/i.test(name) ? "54000" : "12";
    } else if (type === "number") typed[name] = "12";
  }
  return typed;
}

/** Content of the store, except what signing in writes. */
async function written(site: OwnedSite): Promise<Record<string, string>> {
  const { value } = await site.store.get(keys.accountByEmail(OWNER));
  const own = JSON.stringify(keys.tokenOf.under(String(value))).slice(0, -1);
  return Object.fromEntries(
    Object.entries(await site.stamps()).filter(([key]) => !key.startsWith(own)),
  );
}

/** The form as its page shows it now: another one may have changed it. */
async function asItStandsNow(
  site: OwnedSite,
  rendered: RenderedForm,
  rank: number,
  cookie: string,
): Promise<RenderedForm | null> {
  const request = new Request(SITE + rendered.page, { headers: { cookie, accept: "text/html" } });
  const forms = formsOf(await (await site.handler(request)).text())
    .filter(({ method }) => method === "POST");
  const form = forms[rank];
  return form ? { ...rendered, form } : null;
}

Deno.test("every form sent twice from one rendering of its page writes once, and gets the same answer", () =>
  withOwnedSite(async (site) => {
    const session = () => sessionOf(site, OWNER, site.place["orgId"] ?? "");
    let cookie = await session();
    const ranks = new Map<string, number>();
    const wrong: string[] = [];
    let taken = 0;
    for (const rendered of await everyForm(site, cookie)) {
      const rank = ranks.get(rendered.page) ?? 0;
      ranks.set(rendered.page, rank + 1);
      if (!isOfItsPage(rendered)) continue;
      const now = await asItStandsNow(site, rendered, rank, cookie);
      if (now === null) continue;
      const typed = filled(now);
      const first = await sendForm(site, now, cookie, typed);
      const before = await written(site);
      const second = await sendForm(site, now, cookie, typed);
      const named = `${rendered.page} → ${rendered.action}`;
      try {
        deepStrictEqual(await written(site), before);
        // A report is shown once: the form sent again leads to its page.
        const expected = first.status === 200
          ? [303, now.action]
          : [first.status, first.headers.get("location")];
        deepStrictEqual([second.status, second.headers.get("location")], expected);
      } catch (fault) {
        wrong.push(
          `${named} ${JSON.stringify(typed)} ${first.status} ${second.status}: ${
            String(fault).slice(0, 300)
          }`,
        );
      }
      if (first.status < 400) taken += 1;
      if (first.headers.getSetCookie().length > 0) cookie = await session();
    }
    deepStrictEqual(wrong, []);
    ok(taken > 30, `${taken} forms were taken`);
  }));

Deno.test("the form that signs in opens a session each time, since the previous one may have ended", () =>
  withOwnedSite(async (site) => {
    const page = await (await site.handler(new Request(`${SITE}/login`))).text();
    const [form] = formsOf(page);
    ok(form);
    const rendered = { page: "/login", action: "/login", form };
    const typed = { email: OWNER, password: PASSWORD };
    const sessions = new Set<string>();
    for (let time = 0; time < 2; time++) {
      const answer = await site.handler(await formRequest(rendered, "", typed));
      sessions.add(answer.headers.getSetCookie()[0] ?? "");
    }
    strictEqual(sessions.size, 2);
  }));

/** Tokens that a page lists: each has a form that revokes it. */
const tokensOn = (html: string) => html.split('value="revoke"').length;

Deno.test("form sent by many at once is processed once: the others are led to its page", () =>
  withOwnedSite(async (site) => {
    const cookie = await sessionOf(site, OWNER, site.place["orgId"] ?? "");
    const forms = await everyForm(site, cookie);
    const creation = forms.find(({ action, form }) =>
      action.endsWith("/sensors") && form.fields.some(({ value }) => value === "token")
    );
    ok(creation);
    const asked = new Request(SITE + creation.page, { headers: { cookie } });
    const before = tokensOn(await (await site.handler(asked.clone())).text());
    const request = await formRequest(creation, cookie, { name: "Passerelle" });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => site.handler(request.clone())),
    );
    // One shows the secret of the token; the others lead to the page that lists it.
    const paths = answers.map(({ headers }) => headers.get("location") ?? "").sort();
    deepStrictEqual(paths, ["", creation.action, creation.action, creation.action]);
    const page = await site.handler(asked);
    strictEqual(tokensOn(await page.text()), before + 1);
  }));
