/** Pages that contain the scripts of their islands, in which this build differs from Fresh's. */

import { App, csp, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, doesNotMatch, match, strictEqual } from "node:assert/strict";
import { inlineScript, pageScript, runOnce } from "@/lib/fresh/src/rendering/page_scripts.ts";
import type { Page } from "@/tests/npm/chromium.ts";
import { browserTest, type OpenBrowser, openBrowser, withPage } from "@/tests/tools/browser.ts";
import { inFolder } from "@/tests/tools/folders.ts";
import { serve, type TestServer } from "@/tests/tools/loopback.ts";
import type { State } from "./fixture/state.ts";
import { emptyTrail, fixtureHandler, type Handler, ROOT } from "./fixture_site.ts";

const PATH = "/islands/signals";

let browser: OpenBrowser;
let server: TestServer;
let handler: Handler;

Deno.test.beforeAll(async () => {
  handler = await fixtureHandler(anInliningApp());
  browser = await openBrowser();
  server = serve(handler);
});

Deno.test.afterAll(async () => {
  await server.close();
  await browser.close();
});

/** The fixture, whose pages contain their scripts unless their query is `linked`. */
function anInliningApp(): App<State> {
  const inlinesScripts = ({ url }: Request) => !url.endsWith("?linked");
  return new App<State>({ trustProxy: false, ...{ inlinesScripts } })
    .use(staticFiles())
    .use(emptyTrail)
    .use(csp({ useNonce: true }))
    .fsRoutes();
}

async function htmlAt(path: string, answer = handler): Promise<string> {
  return await (await answer(new Request(`http://localhost${path}`))).text();
}

/** The URLs of a page's links of a kind. */
function linksOf(html: string, rel: string): string[] {
  return [...html.matchAll(new RegExp(`<link rel="${rel}"[^>]* href="([^"]+)"`, "g"))]
    .map(([, url = ""]) => url);
}

/** Does something on a page of the fixture, opened first in a new window; returns what it requests meanwhile. */
async function requested(path: string, act: (page: Page) => Promise<void>): Promise<string[]> {
  const paths: string[] = [];
  await withPage(async (page, errors) => {
    page.on("request", (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(server.url + path);
    await act(page);
    deepStrictEqual(errors, []);
  }, { browser: browser.browser });
  return paths;
}

browserTest(
  "islands of a page that contains its scripts work, signals too (here only)",
  async () => {
    await requested(PATH, async (page) => {
      await page.click("#writer");
      await page.waitForFunction(() => document.querySelector("#reader-a")?.textContent === "8");
    });
    await requested("/islands/counter", async (page) => {
      await page.waitForSelector('.counter[data-ready="true"]');
      await page.click(".counter button");
      strictEqual(await page.inputValue(".counter input"), "4");
    });
  },
);

browserTest("an island of such a page imports later what it needs (here only)", async () => {
  const paths = await requested("/islands/wanted", async (page) => {
    await page.click("#load");
    await page.waitForFunction(() => document.querySelector("#loaded")?.textContent === "lourd");
  });
  const known = linksOf(await htmlAt("/islands/wanted"), "prefetch");
  const later = paths.filter((path) => path.startsWith("/_fresh/js/") && !known.includes(path));
  strictEqual(later.length, 1, paths.join());
});

Deno.test("a page that contains its scripts fetches them later, for the next page (here only)", async () => {
  const linked = await htmlAt(`${PATH}?linked`);
  const inline = await htmlAt(PATH);
  deepStrictEqual(linksOf(inline, "prefetch"), linksOf(linked, "modulepreload"));
  deepStrictEqual(linksOf(inline, "modulepreload"), []);
  strictEqual(linksOf(inline, "prefetch").length, 3);
  match(inline, /\$boot\(\[.*\]\)<\/script>(<link rel="prefetch" as="script" [^>]+>)+<\/body>/s);
  doesNotMatch(inline, /\bfrom"|import\("\./);
});

Deno.test("a page without islands fetches later what all pages with islands share (here only)", async () => {
  const prefetched = async (path: string) => linksOf(await htmlAt(path), "prefetch");
  const counter = await prefetched("/islands/counter");
  const shared = (await prefetched(PATH)).filter((url) => counter.includes(url));
  strictEqual(shared.length, 1);
  deepStrictEqual(await prefetched("/blog/new"), shared);
  deepStrictEqual(await prefetched("/blog/new?linked"), []);
});

Deno.test("a page has one inline script, with the nonce of its policy (here only)", async () => {
  const response = await handler(new Request(`http://localhost${PATH}`));
  const nonces = [...(await response.text()).matchAll(/<script[^>]* nonce="([^"]+)"/g)];
  strictEqual(nonces.length, 1);
  const policy = response.headers.get("content-security-policy") ?? "";
  strictEqual(policy.includes(`'nonce-${nonces[0]?.[1]}'`), true);
});

Deno.test("a page of a development build loads its scripts (here only)", async () => {
  const app = anInliningApp();
  const build = new Builder<State>({ root: ROOT }).build({
    mode: "development",
    snapshot: "memory",
  });
  (await build)(app);
  strictEqual(linksOf(await htmlAt(PATH, app.handler()), "modulepreload").length, 3);
});

/** A script with state, and one that imports it, as the bundler writes them. */
const COUNT = `let n=0;function add(){return n+=1}export{add as a};`;
const TWICE = `import{a as o}from"./COUNT.js";function t(){o();return o()}` +
  `var l=()=>import("./later.js");export{t as b,o as c,l as default};`;
const SCRIPTS = new Map([
  ["/js/COUNT.js", runOnce("/js/COUNT.js", COUNT)],
  ["/js/TWICE.js", runOnce("/js/TWICE.js", TWICE)],
]);

/** One of the scripts, as pages with a base path contain it. */
function read(url: string) {
  const script = pageScript(url, { script: SCRIPTS.get(url) ?? "", basePath: "/base" });
  if (script === null) throw new Error(`${url} is no script of runOnce()`);
  return script;
}

const PAGE_SCRIPTS = new Map([...SCRIPTS.keys()].map((url) => [url, read(url)]));

/** Runs with the scripts in a folder, to be imported; forgets afterwards what ran. */
async function withScripts(use: (load: (name: string) => Promise<Registered>) => Promise<void>) {
  try {
    await inFolder(async (folder) => {
      for (const [url, text] of SCRIPTS) await Deno.writeTextFile(folder + url.slice(3), text);
      await use((name) => import(`file://${folder}/${name}`));
    });
  } finally {
    Reflect.deleteProperty(globalThis, "$fresh");
  }
}

type Registered = Record<string, () => unknown>;

function runInPage(url: string): void {
  new Function(inlineScript(read(url), PAGE_SCRIPTS))();
}

Deno.test("runOnce() keeps what a script imports and exports, and shares its state with a page (here only)", async () => {
  strictEqual(PAGE_SCRIPTS.size, SCRIPTS.size);
  strictEqual(pageScript("/js/COUNT.js", { script: COUNT, basePath: "" }), null);
  deepStrictEqual(read("/js/TWICE.js").imports.map(({ url }) => url), ["/js/COUNT.js"]);
  await withScripts(async (load) => {
    const { b, c } = await load("TWICE.js");
    deepStrictEqual([b?.(), c?.(), (await load("COUNT.js"))["a"]?.()], [2, 3, 4]);
  });
  await withScripts(async (load) => {
    for (const url of SCRIPTS.keys()) runInPage(url);
    const registry: unknown = Reflect.get(globalThis, "$fresh");
    const entry: unknown = Reflect.get(Object(registry), "TWICE");
    const [b, c] = Array.isArray(entry) ? entry : [];
    deepStrictEqual([b(), (await load("COUNT.js"))["a"]?.(), c()], [2, 3, 4]);
  });
});

Deno.test("inlineScript() imports by whole paths what comes later (here only)", () => {
  match(inlineScript(read("/js/TWICE.js"), PAGE_SCRIPTS), /import\("\/base\/js\/later\.js"\)/);
});
