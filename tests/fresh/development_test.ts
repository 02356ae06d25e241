/** A project during development. */
import { App, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { type Ask, askerOf, withProject } from "./fixture_site.ts";

/** A project built as in development, with a function that requests it. */
async function inDevelopment(files: Record<string, string>, test: (ask: Ask) => Promise<void>) {
  await withProject(files, async (root) => {
    const app = new App({ mode: "development" }).use(staticFiles()).fsRoutes();
    (await new Builder({ root }).build({ mode: "development", snapshot: "memory" }))(app);
    await test(askerOf(app.handler()));
  });
}

Deno.test("an error page in development is the one of the project (here only: under a frame that shows the error)", async () => {
  const files = {
    "routes/index.ts": `export const handler = () => { throw new Error("broken"); };`,
    "routes/_error.tsx": "export default ({ error }) => <p>{String(error)}</p>;",
  };
  await inDevelopment(files, async (ask) => {
    const response = await ask("/");
    const html = await response.text();
    strictEqual(response.status, 500);
    match(html, /<p>Error: broken<\/p>/);
    strictEqual(html.includes("<iframe"), false);
  });
});

Deno.test("a page in development has the scripts of its islands alone (here only: it loads itself again too)", async () => {
  const files = {
    "routes/index.tsx": `import One from "../islands/One.tsx"; export default () => <One />;`,
    "islands/One.tsx": "export default function One() { return <b>one</b>; }",
  };
  await inDevelopment(files, async (ask) => {
    const html = await (await ask("/")).text();
    const scripts = [...html.matchAll(/"(\/_fresh\/js\/[^"]+)"/g)];
    const texts = await Promise.all(scripts.map(async ([, url = ""]) => (await ask(url)).text()));
    strictEqual(texts.length > 0, true);
    deepStrictEqual(texts.filter((text) => text.includes("WebSocket")), []);
  });
});

Deno.test("a name longer than a file may have leads nowhere, in development too (here only: 500)", () =>
  inDevelopment({ "static/a.txt": "a" }, async (ask) => {
    strictEqual((await ask(`/${"a".repeat(300)}`)).status, 404);
  }));
