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

browserTest("withPage() collects console errors and uncaught exceptions", async () => {
  const errors = await withPage(async (page, errors) => {
    await page.goto(`${server.url}/fine`);
    deepStrictEqual(errors, []);
    await page.goto(`${server.url}/broken`);
    return errors;
  }, opened);
  deepStrictEqual(errors, ["said", "Error: thrown"]);
});

browserTest("withPage() applies the given width, and disables JavaScript on request", async () => {
  const shown = (options: { width?: number; javaScriptEnabled?: boolean }) =>
    withPage(async (page) => {
      await page.goto(`${server.url}/script`);
      return await page.locator("#p").innerText();
    }, { ...opened, ...options });
  strictEqual(await shown({ width: 390 }), "390");
  strictEqual(await shown({ javaScriptEnabled: false }), "");
});

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
