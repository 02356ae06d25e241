/**
 * The route that answers a path: the same on the real Fresh unless noted. Other spellings of a
 * path are redirected with 302.
 * @module
 */

import { App, trailingSlashes } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { answerOf, askerOf, bodyOf, fixtureSite, withProject } from "./fixture_site.ts";

const LAYOUT = (inside: string) => `<main data-layout="root">${inside}</main>`;

Deno.test("fsRoutes() serves index files at their folder's path", async () => {
  const ask = await fixtureSite();
  strictEqual(await bodyOf(ask("/")), LAYOUT("<h1>Accueil</h1>"));
});

Deno.test("fsRoutes() leaves groups out of the path", async () => {
  const ask = await fixtureSite();
  strictEqual((await ask("/grouped")).status, 200);
  strictEqual((await ask("/(group)/grouped")).status, 404);
});

Deno.test("fsRoutes() routes no component and no island of a (_folder)", async () => {
  const ask = await fixtureSite();
  strictEqual((await ask("/Hidden")).status, 404);
  strictEqual((await ask("/(_components)/Hidden")).status, 404);
  strictEqual((await ask("/Local")).status, 404);
});

Deno.test("fsRoutes() keeps the first extension of feed.xml.ts in the path", async () => {
  const response = await (await fixtureSite())("/feed.xml");
  strictEqual(response.headers.get("content-type"), "application/atom+xml");
  strictEqual(await response.text(), "<feed/>");
});

Deno.test("fsRoutes() tries static files before dynamic ones", async () => {
  const ask = await fixtureSite();
  strictEqual(await bodyOf(ask("/blog/new")), LAYOUT("<h1>nouveau</h1>"));
  strictEqual(await bodyOf(ask("/blog/other")), LAYOUT("<h1>/blog/:slug other</h1>"));
});

Deno.test("fsRoutes() gives [...path] the rest of the path, and answers without it", async () => {
  const ask = await fixtureSite();
  deepStrictEqual(await (await ask("/docs/a/b")).json(), { path: "a/b" });
  deepStrictEqual(await (await ask("/docs")).json(), { path: null });
});

Deno.test('fsRoutes() matches [[optional]] with and without its segment, which is then "" (as the real Fresh)', async () => {
  const ask = await fixtureSite();
  deepStrictEqual(await (await ask("/gas/21")).json(), { pce: "21", year: "" });
  deepStrictEqual(await (await ask("/gas/21/2024")).json(), { pce: "21", year: "2024" });
  strictEqual((await ask("/gas/21/2024/7")).status, 404);
});

Deno.test("fsRoutes() obeys routeOverride", async () => {
  const ask = await fixtureSite();
  deepStrictEqual(await answerOf(ask("/elsewhere/5")), [200, "5"]);
  strictEqual((await ask("/moved")).status, 404);
});

Deno.test("params are decoded with decodeURI: a coded slash stays coded", async () => {
  const ask = await fixtureSite();
  strictEqual(await bodyOf(ask("/blog/%C3%A9t%C3%A9")), LAYOUT("<h1>/blog/:slug été</h1>"));
  strictEqual(await bodyOf(ask("/blog/a%2Fb")), LAYOUT("<h1>/blog/:slug a%2Fb</h1>"));
});

Deno.test("params have no prototype", async () => {
  const app = new App().get("/:id", (ctx) => ctx.json(Object.getPrototypeOf(ctx.params)));
  deepStrictEqual(await (await askerOf(app.handler())("/5")).json(), null);
});

Deno.test("App.get() and its like answer their own method", async () => {
  const app = new App()
    .get("/x", () => new Response("get"))
    .post("/x", () => new Response("post"))
    .put("/x", () => new Response("put"))
    .patch("/x", () => new Response("patch"))
    .delete("/x", () => new Response("delete"));
  const ask = askerOf(app.handler());
  for (const method of ["get", "post", "put", "patch", "delete"]) {
    deepStrictEqual(await answerOf(ask("/x", { method: method.toUpperCase() })), [200, method]);
  }
});

Deno.test("App.all() answers every method", async () => {
  const ask = askerOf(new App().all("/x", (ctx) => ctx.text(ctx.req.method)).handler());
  deepStrictEqual(await answerOf(ask("/x")), [200, "GET"]);
  deepStrictEqual(await answerOf(ask("/x", { method: "OPTIONS" })), [200, "OPTIONS"]);
});

Deno.test("App.head() answers HEAD apart from GET", async () => {
  const app = new App()
    .get("/x", () => new Response("get"))
    .head("/x", () => new Response(null, { headers: { "x-own": "head" } }));
  const ask = askerOf(app.handler());
  strictEqual((await ask("/x", { method: "HEAD" })).headers.get("x-own"), "head");
  strictEqual((await ask("/x")).headers.get("x-own"), null);
});

Deno.test("HEAD is answered from GET, without a body", async () => {
  const ask = await fixtureSite();
  const response = await ask("/feed.xml", { method: "HEAD" });
  deepStrictEqual(
    [response.status, response.headers.get("content-type"), await response.text()],
    [200, "application/atom+xml", ""],
  );
  deepStrictEqual(await answerOf(ask("/", { method: "HEAD" })), [200, ""]);
});

Deno.test("a method that a route does not declare is 405, one that HTTP does not know 500 (as the real Fresh)", async () => {
  const ask = await fixtureSite();
  strictEqual((await ask("/pages/form", { method: "DELETE" })).status, 405);
  strictEqual((await ask("/pages/form", { method: "PROPFIND" })).status, 500);
  strictEqual((await ask("/nowhere", { method: "PROPFIND" })).status, 404);
});

Deno.test("a method that HTTP does not know fails outside the folders of its path (as the real Fresh)", async () => {
  const ask = await fixtureSite();
  const failed = await ask("/nested/deeper/throws", { method: "PROPFIND" });
  strictEqual(failed.status, 500);
  match(await failed.text(), /<section data-error="root"><h1>panne<\/h1>/);
});

Deno.test("a page without a handler answers every method (as the real Fresh)", async () => {
  strictEqual((await (await fixtureSite())("/blog/new", { method: "PUT" })).status, 200);
});

Deno.test("what was added to the app answers 405 to other methods", async () => {
  const app = new App().get("/x", text).post("/x", text).route("/y", { handler: { GET: text } })
    .all("/z", text);
  const ask = askerOf(app.handler());
  const status = async (path: string) => (await ask(path, { method: "DELETE" })).status;
  deepStrictEqual([await status("/x"), await status("/y"), await status("/z")], [405, 405, 200]);
});

Deno.test("repeated slashes of a path are one, in ctx.url too (as the real Fresh)", async () => {
  const ask = askerOf(new App().get("/a/:id", (ctx) => ctx.text(ctx.url.pathname)).handler());
  for (const path of ["/a/login", "//a/login", "/a///login"]) {
    deepStrictEqual(await answerOf(ask(path)), [200, "/a/login"], path);
  }
});

Deno.test("the first pattern that matches the path decides, for any method", async () => {
  const app = new App().post("/:a", text).get("/:b", text);
  strictEqual((await askerOf(app.handler())("/x")).status, 405);
});

Deno.test("a fixed path goes before patterns registered earlier", async () => {
  const app = new App()
    .get("/:any", () => new Response("pattern"))
    .get("/fixed", () => new Response("fixed"));
  deepStrictEqual(await answerOf(askerOf(app.handler())("/fixed")), [200, "fixed"]);
});

Deno.test("patterns are tried in the order of their registration", async () => {
  const answering = (text: string) => () => new Response(text);
  const app = new App()
    .get("/:a/list", answering("open"))
    .get("/x/:b", answering("x"))
    .get("/:a/:b", answering("any"));
  const ask = askerOf(app.handler());
  deepStrictEqual(await answerOf(ask("/x/list")), [200, "open"]);
  deepStrictEqual(await answerOf(ask("/x/other")), [200, "x"]);
  deepStrictEqual(await answerOf(ask("/y/other")), [200, "any"]);
});

Deno.test("fsRoutes() tries the more specific path first, for any file names (the real Fresh: [[optional]] before its like)", async () => {
  const handler = (name: string) =>
    `export const handler = { GET: () => new Response(${JSON.stringify(name)}) };`;
  const names = ["[...all].ts", "[a]/[b].ts", "[a]/z.ts", "a/[b].ts", "a/[b]/[[c]].ts", "x-[a].ts"];
  const files = Object.fromEntries(names.map((name) => [`routes/${name}`, handler(name)]));
  await withProject(files, async (root) => {
    const app = new App().fsRoutes();
    (await new Builder({ root }).build({ snapshot: "memory" }))(app);
    const ask = askerOf(app.handler());
    const found: Record<string, string> = {};
    for (const path of ["/q", "/q/r", "/q/z", "/a/z", "/a/b/c", "/x-1", "/q/r/s"]) {
      found[path] = await (await ask(path)).text();
    }
    deepStrictEqual(found, {
      "/q": "[...all].ts",
      "/q/r": "[a]/[b].ts",
      "/q/z": "[a]/z.ts",
      "/a/z": "a/[b].ts",
      "/a/b/c": "a/[b]/[[c]].ts",
      "/x-1": "x-[a].ts",
      "/q/r/s": "[...all].ts",
    });
  });
});

Deno.test("a handler's own Allow is preserved", async () => {
  const app = new App().get(
    "/x",
    () => new Response("", { status: 405, headers: { allow: "PUT" } }),
  );
  strictEqual((await askerOf(app.handler())("/x")).headers.get("allow"), "PUT");
});

Deno.test("patterns hold parameters inside a segment, a rest and a wildcard", async () => {
  const app = new App()
    .get("/reports/:id.pdf", (ctx) => ctx.json(ctx.params))
    .get("/tree/:path+", (ctx) => ctx.json(ctx.params));
  const ask = askerOf(app.handler());
  deepStrictEqual(await (await ask("/reports/7.pdf")).json(), { id: "7" });
  deepStrictEqual(await (await ask("/tree/a/b")).json(), { path: "a/b" });
  strictEqual((await ask("/tree")).status, 404);
});

Deno.test("a dot in a pattern is a dot", async () => {
  const ask = askerOf(new App().get("/:name.csv", text).handler());
  strictEqual((await ask("/balance.csv")).status, 200);
  strictEqual((await ask("/balancexcsv")).status, 404);
});

Deno.test("a path without a parameter may end with a slash or not, one with a parameter not (as the real Fresh)", async () => {
  const ask = await fixtureSite();
  strictEqual((await ask("/blog/new/")).status, 200);
  strictEqual((await ask("/blog/other/")).status, 404);
  strictEqual((await askerOf(new App().get("/x/", text).handler())("/x")).status, 200);
});

Deno.test("basePath is before every route", async () => {
  const app = new App({ basePath: "/site" }).get("/x", text).get("/", text);
  const ask = askerOf(app.handler());
  strictEqual((await ask("/site/x")).status, 200);
  strictEqual((await ask("/site")).status, 200);
  strictEqual((await ask("/x")).status, 404);
});

Deno.test("ctx.route is the pattern, null where none matched", async () => {
  const app = new App()
    .get("/a/:id", (ctx) => ctx.text(String(ctx.route)))
    .notFound((ctx) => ctx.text(String(ctx.route), { status: 404 }));
  const ask = askerOf(app.handler());
  deepStrictEqual(await answerOf(ask("/a/1")), [200, "/a/:id"]);
  deepStrictEqual(await answerOf(ask("/b")), [404, "null"]);
});

function text(): Response {
  return new Response("");
}

Deno.test("a path finds its pattern by its third segment, or one that leaves this open", async () => {
  const app = new App();
  for (const pattern of ["/a/:x/b/:y", "/a/:x/c/:y", "/a/:x/:y/:z", "/a/:rest*"]) {
    app.get(pattern, (ctx) => ctx.text(pattern));
  }
  const ask = askerOf(app.handler());
  const found = async (path: string) => [path, await (await ask(path)).text()];
  deepStrictEqual(
    await Promise.all(["/a/1/b/2", "/a/1/c/2", "/a/1/e/2", "/a/1/b", "/a/1/b/2/3"].map(found)),
    [
      ["/a/1/b/2", "/a/:x/b/:y"],
      ["/a/1/c/2", "/a/:x/c/:y"],
      ["/a/1/e/2", "/a/:x/:y/:z"],
      ["/a/1/b", "/a/:rest*"],
      ["/a/1/b/2/3", "/a/:rest*"],
    ],
  );
});

async function locationOf(mode: "always" | "never", path: string): Promise<string | null> {
  const app = new App().use(trailingSlashes(mode)).notFound(() => new Response("reached"));
  const response = await askerOf(app.handler())(path);
  strictEqual(response.headers.has("location"), response.status === 302);
  return response.headers.get("location");
}

Deno.test('trailingSlashes("never") redirects to the path without a slash, query kept', async () => {
  strictEqual(await locationOf("never", "/a/b/?c=d"), "/a/b?c=d");
});

Deno.test('trailingSlashes("never") redirects from any number of slashes', async () => {
  strictEqual(await locationOf("never", "/a//"), "/a");
});

Deno.test('trailingSlashes("always") redirects to the path with a slash, query kept', async () => {
  strictEqual(await locationOf("always", "/a/b?c=d"), "/a/b/?c=d");
});

Deno.test("trailingSlashes() leaves the root and right paths alone", async () => {
  deepStrictEqual(
    [
      await locationOf("never", "/"),
      await locationOf("never", "/a"),
      await locationOf("always", "/"),
      await locationOf("always", "/a/"),
    ],
    [null, null, null, null],
  );
});

Deno.test('trailingSlashes("always") adds a slash to a file name too', async () => {
  strictEqual(await locationOf("always", "/a/feed.xml"), "/a/feed.xml/");
});

Deno.test('trailingSlashes("never") cannot lead to another host', async () => {
  strictEqual(await locationOf("never", "//evil.example/"), "/evil.example");
});
