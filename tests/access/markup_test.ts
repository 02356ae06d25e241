import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "../../lib/backend/demo/accounts.ts";
import { withSite } from "../routes/screens/a_site.ts";
import { withOwnedSite } from "./an_owned_site.ts";
import { allRoutes, pathOf } from "../tools/routes.ts";
import { markupFaults } from "./markup.ts";

/** Pages that send the owner on: those of whoever is not signed in, and the list of dwellings of who has one. */
const SENDS_ON = /^\/(login|first-run|reset-password|my-home)$/;

/** Whatever a page's address may ask besides the page itself. */
const ALSO = ["/home?filter:city=Nulle-part", "/home?sort=city:desc&page=2", "/nulle-part"];

Deno.test("QA2: the raw HTML of every page: states in words, labels, one h1, captions, no style", async () => {
  const pages = (await allRoutes()).filter(({ isPage }) => isPage);
  const shown = new Set<string>();
  const look = async (path: string, answer: Promise<{ status: number; html: string }>) => {
    const { status, html } = await answer;
    ok([200, 403, 404].includes(status), `${path}: ${status}`);
    deepStrictEqual(markupFaults(html), [], path);
    return status === 200;
  };
  await withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const reader = visitor();
    strictEqual((await reader.signIn(email, password)).status, 303);
    for (const route of pages) {
      const path = pathOf(route);
      const nobody = await visitor().get(path);
      // Whoever is not signed in is sent away from most pages.
      const isOpen = nobody.status === 200;
      const answer = isOpen ? Promise.resolve(nobody) : reader.get(path);
      if (await look(path, answer)) shown.add(route.pattern);
    }
    for (const path of ALSO) await look(path, reader.get(path));
  }, { demo: true });
  await withOwnedSite(async ({ visitor, place }) => {
    const owner = visitor();
    strictEqual((await owner.signIn()).status, 303);
    for (const route of pages.filter(({ pattern }) => !SENDS_ON.test(pattern))) {
      const path = pathOf(route, place);
      if (await look(path, owner.get(path))) shown.add(route.pattern);
    }
  });
  deepStrictEqual(pages.filter(({ pattern }) => !shown.has(pattern)).map(({ file }) => file), []);
});

Deno.test("QA2: every form refused keeps its markup right, and says what is wrong beside the field", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const reader = visitor();
    await reader.signIn(email, password);
    const routes = (await allRoutes()).filter(({ isPage, methods }) =>
      isPage && methods.includes("POST")
    );
    ok(routes.length >= 8, `${routes.length} forms`);
    for (const route of routes) {
      const visited = route.pattern === "/login" ? visitor() : reader;
      const { status, html } = await visited.post(pathOf(route), {});
      ok(status < 500, `${route.pattern}: ${status}`);
      if (status === 303) continue;
      deepStrictEqual(markupFaults(html), [], route.pattern);
    }
  }, { demo: true }));

Deno.test("a page without an island ships no script, another one script of its own and the files it names", () =>
  withOwnedSite(async ({ visitor, place }) => {
    const owner = visitor();
    await owner.signIn();
    const counts = new Set<number>();
    for (const route of (await allRoutes()).filter(({ isPage }) => isPage)) {
      const { html } = await owner.get(pathOf(route, place));
      const scripts = html.match(/<script\b[^>]*>/g) ?? [];
      counts.add(scripts.length);
      ok(scripts.length <= 1, `${route.pattern}: ${scripts}`);
      // What is in the page itself carries the nonce of the page's policy.
      for (const script of scripts) match(script, /^<script type="module" nonce="[^"]{16,}">$/);
      strictEqual(html.includes("modulepreload"), scripts.length === 1, route.pattern);
    }
    deepStrictEqual([...counts].toSorted(), [0, 1]);
  }));

/** What only a page of somebody signed in has. */
const LOGOUT = '<form method="post" action="/logout"></form>';

/** Each fault put in a page that has none must be found. */
const FAULTS: readonly (readonly [string, string])[] = [
  ["<p>Rien\\u00A0: toutes</p>", "an escape read as it is written"],
  ['<nav aria-current="">', "nav aria-current="],
  ['<button type="button" aria-expanded>Menu</button>', "button aria-expanded=null"],
  ["<p aria-busy>", "p aria-busy=null"],
  ['<p style="color:red">', "p with a style"],
  ['<p onclick="x()">', "p onclick"],
  ["<h1>Deux</h1>", "not one h1"],
  ["<h4>Quatre</h4>", "h4 after h1"],
  ["<a>Là</a>", "a link to nowhere"],
  ['<img src="/x.png">', "an image without alt"],
  ["<svg></svg>", "a drawing neither named nor hidden"],
  ["<button>Oui</button>", "a button of no type"],
  ['<button type="button"></button>', "a button without words"],
  ['<p id="one"></p><p id="one"></p>', "#one twice"],
  ['<input id="a" name="a" aria-describedby="b">', "input aria-describedby names no #b"],
  ['<select id="s" name="s"></select>', "select s without a label"],
  ['<table><th scope="col">A</th></table>', "a table without a caption"],
  ["<table><caption>T</caption><th>A</th></table>", "a table with 1 heads without scope"],
  [`${LOGOUT}<form method="post"><select></select></form>`, 'an unwatched form method="post"'],
];

Deno.test("markupFaults() finds each fault, and none in a right page", () => {
  const page = (inside: string) =>
    `<!DOCTYPE html><html lang="fr"><head><title>Page</title><meta name="viewport"></head>` +
    `<body><main><h1>Page</h1>${inside}</main></body></html>`;
  deepStrictEqual(markupFaults(page("")), []);
  for (const [inside, fault] of FAULTS) ok(markupFaults(page(inside)).includes(fault), fault);
});
