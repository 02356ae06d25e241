import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { serve, withPage } from "../tools/browser.ts";

Deno.test("an island hydrates", async () => {
  const apply = await new Builder({ root: import.meta.resolve("./fixture/") }).build({
    snapshot: "memory",
  });
  const app = new App().use(staticFiles()).fsRoutes();
  apply(app);
  const server = serve(app.handler());
  await withPage(async (page, errors) => {
    await page.goto(server.url + "/counter");
    await page.click("button");
    await page.waitForFunction(() => document.querySelector("output")?.textContent === "4");
    strictEqual(await page.title(), "Compteur");
    deepStrictEqual(errors, []);
  });
  await server.close();
});
