import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { axeViolations, browserTest, type OpenBrowser, openBrowser, withPage } from "./browser.ts";
import { serve, type TestServer } from "./loopback.ts";

let opened: OpenBrowser;
let server: TestServer;

Deno.test.beforeAll(async () => {
  opened = await openBrowser();
  server = serve((request) =>
    new Response(PAGES[new URL(request.url).pathname], { headers: HTML })
  );
});

Deno.test.afterAll(async () => {
  await server.close();
  await opened.close();
});

const HTML = { "content-type": "text/html; charset=utf-8" };

const DOCUMENT = (body: string) =>
  `<!DOCTYPE html><html lang="fr"><head><title>Essai</title><link rel="icon" href="data:,"></head>
  <body><main><h1>Essai</h1>${body}</main></body></html>`;

const PAGES: Record<string, string> = {
  "/fine": DOCUMENT("<p>bien</p>"),
  "/nameless": DOCUMENT('<input id="nameless">'),
  "/broken": DOCUMENT("<script>console.error('said'); throw new Error('thrown')</script>"),
  "/script": DOCUMENT("<p id='p'></p><script>p.textContent = innerWidth</script>"),
};

browserTest("axeViolations() names the rule and the place", async () => {
  await withPage(async (page) => {
    await page.goto(`${server.url}/fine`);
    deepStrictEqual(await axeViolations(page), []);
    await page.goto(`${server.url}/nameless`);
    const [violation = "", ...others] = await axeViolations(page);
    deepStrictEqual([violation.startsWith("label: "), others], [true, []]);
    strictEqual(violation.endsWith("(#nameless)"), true, violation);
  }, opened);
});
