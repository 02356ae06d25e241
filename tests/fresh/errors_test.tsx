/** How errors propagate, which page answers them, and a project during development. @module */

import { App, HttpError, type PageProps, staticFiles } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { State } from "./fixture/state.ts";
import {
  answerOf,
  type Ask,
  askerOf,
  bodyOf,
  emptyTrail,
  fixtureSite,
  withoutConsole,
  withProject,
} from "./fixture_site.ts";

Deno.test("HttpError has a status, a message that is empty when omitted, and a cause", () => {
  const error = new HttpError(404);
  deepStrictEqual([error.status, error.message, error instanceof Error], [404, "", true]);
  strictEqual(new HttpError(500, "x", { cause: 1 }).cause, 1);
});

Deno.test("a path without a route is 404 in the root _error.tsx, within the root layout", async () => {
  const response = await (await fixtureSite())("/nowhere");
  strictEqual(response.status, 404);
  match(await response.text(), /<main data-layout="root"><section data-error="root"><h1>404<\/h1>/);
});

Deno.test("a handler's HttpError gives its status, another error 500", async () => {
  const ask = await fixtureSite();
  const refused = await ask("/errors/throws?status=403");
  strictEqual(refused.status, 403);
  match(await refused.text(), /<h1>403<\/h1><p>asked for<\/p>/);
  const broken = await ask("/errors/throws");
  strictEqual(broken.status, 500);
  match(await broken.text(), /<h1>panne<\/h1><p>broken handler<\/p>/);
});

Deno.test("a throw climbs to the nearest _error.tsx, within the layouts of that folder", async () => {
  const response = await (await fixtureSite())("/nested/deeper/throws");
  strictEqual(response.status, 500);
  match(
    await response.text(),
    /<main data-layout="root"><article data-layout="nested"><section data-error="nested">broken page</,
  );
});

Deno.test("a page's HttpError keeps its status through a nested _error.tsx", async () => {
  strictEqual((await (await fixtureSite())("/nested/deeper/throws?status=410")).status, 410);
});

Deno.test("a folder's _error.tsx answers what its middleware throws", async () => {
  const body = await bodyOf((await fixtureSite())("/nested/deeper/throws?stop"));
  match(body, /<section data-error="nested">stopped by the middleware<\/section>/);
});

Deno.test("ctx.render() in an error's answer is in the layouts down to its own (the real Fresh: in a document too)", async () => {
  const around = (name: string) => ({ Component }: PageProps) => (
    <div id={name}>
      <Component />
    </div>
  );
  const app = new App()
    .layout("/a", around("a"))
    .layout("/a/b", around("b"))
    .onError("/a", (ctx) => ctx.render(<p>{String(ctx.error)}</p>, { status: 500 }))
    .get("/a/b", thrower);
  const [status, html] = await answerOf(askerOf(app.handler())("/a/b"));
  deepStrictEqual([status, html], [500, '<div id="a"><p>Error: thrown</p></div>']);
});

Deno.test("405 is an error like others", async () => {
  const response = await (await fixtureSite())("/pages/form", { method: "DELETE" });
  strictEqual(response.status, 405);
  match(await response.text(), /<section data-error="root"><h1>405<\/h1>/);
});

Deno.test("what app.use adds to answers is lost on error pages, as on the real Fresh", async () => {
  const app = new App<State>().use(emptyTrail).use(async (ctx) => {
    const response = await ctx.next();
    response.headers.set("x-added", "1");
    return response;
  }).fsRoutes();
  const ask = await fixtureSite(app);
  strictEqual((await ask("/")).headers.get("x-added"), "1");
  strictEqual((await ask("/nowhere")).headers.get("x-added"), null);
});

Deno.test("without an error page, an HttpError is its status, another error a bare 500", async () => {
  const app = new App()
    .get("/gone", () => {
      throw new HttpError(410, "parti");
    })
    .get("/broken", () => {
      throw new Error("secret detail");
    });
  const ask = askerOf(app.handler());
  strictEqual((await ask("/gone")).status, 410);
  const logged = await withoutConsole(async () => {
    const [status, text] = await answerOf(ask("/broken"));
    deepStrictEqual([status, text.includes("secret")], [500, false]);
  });
  strictEqual(logged.length, 1);
});

Deno.test("App.notFound() answers paths that lead nowhere (with 404: here only)", async () => {
  const app = new App().notFound((ctx) => ctx.text("rien ici", { status: 404 }));
  deepStrictEqual(await answerOf(askerOf(app.handler())("/x")), [404, "rien ici"]);
  const withPage = new App().notFound({ component: () => <p>rien</p> });
  const response = await askerOf(withPage.handler())("/x");
  deepStrictEqual([response.status, await response.text()], [404, "<p>rien</p>"]);
});

Deno.test("App.onError() answers what is thrown under its path", async () => {
  const app = new App()
    .onError("/", (ctx) => ctx.text(`outer ${ctx.error}`, { status: 500 }))
    .onError("/a", (ctx) => ctx.text(`inner ${ctx.error}`, { status: 500 }))
    .get("/a/x", thrower)
    .get("/b", thrower);
  const ask = askerOf(app.handler());
  deepStrictEqual(await answerOf(ask("/a/x")), [500, "inner Error: thrown"]);
  deepStrictEqual(await answerOf(ask("/b")), [500, "outer Error: thrown"]);
});

Deno.test("an error page that throws leaves the error to the next one out", async () => {
  const app = new App()
    .onError("/", (ctx) => ctx.text(`outer ${ctx.error}`, { status: 500 }))
    .onError("/a", () => {
      throw new Error("twice");
    })
    .get("/a", thrower);
  deepStrictEqual(await answerOf(askerOf(app.handler())("/a")), [500, "outer Error: twice"]);
});

Deno.test("a malformed path is a bare 500, which the app answers before (the real Fresh: thrown out of the handler)", async () => {
  const ask = await fixtureSite();
  await withoutConsole(async () => strictEqual((await ask("/blog/%ff")).status, 500));
});

function thrower(): Response {
  throw new Error("thrown");
}

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
