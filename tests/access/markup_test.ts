import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { allRoutes, DEMO_PLACE, pathOf } from "@/tests/tools/routes.ts";
import { withOwnedSite } from "./an_owned_site.ts";
import { markupFaults } from "./markup.ts";
import { aProvider, opensTablet, type RawHtml, readRefusals, readScreens } from "./raw_html.ts";

Deno.test("QA2: the raw HTML of every page: states in words, labels, one h1, captions, no style", async () => {
  const seen: RawHtml[] = [];
  await withSite(async (site) => {
    const { visitor } = site;
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const reader = visitor();
    strictEqual((await reader.signIn(email, password)).status, 303);
    await opensTablet(reader);
    seen.push(await readScreens(await aProvider(site), DEMO_PLACE));
    seen.push(await readScreens(visitor(), DEMO_PLACE));
    seen.push(await readScreens(reader, DEMO_PLACE));
    // A user of no organisation has nothing to compare.
    await anAccount(site);
    seen.push(await readScreens(await site.signIn(), DEMO_PLACE));
  }, { demo: true });
  await withOwnedSite(async ({ visitor, place }) => {
    const owner = visitor();
    strictEqual((await owner.signIn()).status, 303);
    seen.push(await readScreens(owner, place));
  });
  deepStrictEqual(seen.flatMap(({ faults }) => faults), []);
  const pages = (await allRoutes()).filter(({ isPage }) => isPage);
  const unseen = pages.filter(({ pattern }) => seen.every(({ shown }) => !shown.has(pattern)));
  deepStrictEqual(unseen.map(({ file }) => file), []);
});

// @spec forms.required
Deno.test("QA2: every refused form has valid markup, and reports errors beside their field", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const reader = visitor();
    await reader.signIn(email, password);
    const refused = await readRefusals(reader, DEMO_PLACE);
    deepStrictEqual(refused.faults, []);
    ok(refused.readCount >= 40, `${refused.readCount} forms`);
    const { html } = await visitor().post("/login", {});
    deepStrictEqual(markupFaults(html), []);
    match(html, /id="email-error"/);
  }, { demo: true }));

Deno.test("page without an island has the script of every page alone, another one script of its own and the files it imports", () =>
  withOwnedSite(async ({ visitor, place }) => {
    const owner = visitor();
    await owner.signIn();
    const counts = new Set<number>();
    for (const route of (await allRoutes()).filter(({ isPage }) => isPage)) {
      // The script by which its tablet refreshes is a file: old browsers do not support nonces
      // (`display.refresh`).
      if (route.pattern === "/display/:projectId") continue;
      const { html, headers } = await owner.get(pathOf(route, place));
      const scripts = (html.match(/<script\b[^>]*>/g) ?? [])
        .filter((script) => !/^<script src="\/page\.js\?[^"]*" defer( data-error)?>$/.test(script));
      counts.add(scripts.length);
      ok(scripts.length <= 1, `${route.pattern}: ${scripts}`);
      // Inline scripts have the nonce of the page's policy.
      for (const script of scripts) match(script, /^<script type="module" nonce="[^"]{16,}">$/);
      // Fresh names its files in a header.
      const named = html + (headers.get("link") ?? "");
      strictEqual(named.includes("modulepreload"), scripts.length === 1, route.pattern);
    }
    deepStrictEqual([...counts].toSorted(), [0, 1]);
  }));
