import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { DEMO_ACCOUNTS } from "../../../lib/backend/demo/accounts.ts";
import { withSite } from "./a_site.ts";

const ROOM = "/collect/p01/boilerrooms/p01-c1";

/** Pages of every kind, on the demo's data. */
const PAGES = [
  "/home",
  "/home?filter:city=Nowhere",
  "/home/projects/new",
  "/collect/p01",
  "/collect/p01/boilerrooms/new",
  "/collect/p01/outdoor-sources",
  "/collect/p01/outdoor-sources/p01-meteo?period=monthly-2024",
  "/collect/p01/sensors",
  ROOM,
  `${ROOM}/settings`,
  "/api-docs",
  "/api-docs?area=energy_balance",
  "/nothing-here",
];

/** What is wrong in the markup of a page. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  // "jsx": "precompile" writes a bare aria-x for true: every state must have its word.
  for (const [bare] of html.matchAll(/\saria-[a-z]+(?=[\s/>])/g)) faults.push(`bare${bare}`);
  if (/<[^>]+\sstyle=/.test(html)) faults.push("style attribute");
  if ((html.match(/<h1[\s>]/g) ?? []).length !== 1) faults.push("not one h1");
  if (!html.includes('<html lang="fr">')) faults.push("no lang");
  if (!/<title>[^<|]+ \| [^<]+<\/title>/.test(html)) faults.push("title");
  const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => id);
  if (new Set(ids).size !== ids.length) faults.push("id twice");
  for (const [, id = ""] of html.matchAll(/<label[^>]*\sfor="([^"]*)"/g)) {
    if (!ids.includes(id)) faults.push(`label for ${id}`);
  }
  for (const [, list = ""] of html.matchAll(/aria-(?:describedby|labelledby)="([^"]*)"/g)) {
    for (const id of list.split(" ")) if (!ids.includes(id)) faults.push(`no ${id}`);
  }
  for (const [table] of html.matchAll(/<table[\s\S]*?<\/table>/g)) {
    if (!table.includes("<caption>") || !table.includes('scope="col"')) faults.push("table");
  }
  return faults;
}

Deno.test("the markup of every page: words for each state, one h1, a title, captions, no style", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const reader = visitor();
    strictEqual((await reader.signIn(email, password)).status, 303);
    for (const path of PAGES) {
      const { status, html } = await reader.get(path);
      ok(status === 200 || path === "/nothing-here", `${path}: ${status}`);
      deepStrictEqual(faultsOf(html), [], path);
    }
    const signIn = await visitor().get("/login");
    deepStrictEqual(faultsOf(signIn.html), []);
  }, { demo: true }));

Deno.test("a page without an island ships no script; one with an island says so once", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const reader = visitor();
    await reader.signIn(email, password);
    const scripts = async (path: string) =>
      ((await reader.get(path)).html.match(/<script/g) ?? []).length;
    strictEqual(await scripts("/collect/p01"), 0);
    strictEqual(await scripts(ROOM), 0);
    ok(await scripts(`${ROOM}/settings`) > 0);
  }, { demo: true }));

Deno.test("the pilot's account sees its one residence", () =>
  withSite(async ({ visitor }) => {
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const reader = visitor();
    await reader.signIn(email, password);
    match((await reader.get("/home")).text, /1 résidence /);
  }, { demo: true }));
