/**
 * The route that answers a path: the same on the real Fresh unless noted. Other spellings of a
 * path are redirected with 302.
 * @module
 */

import { App, trailingSlashes } from "fresh";
import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { answerOf, askerOf, fixtureSite, withSite } from "./fixture_site.ts";

/** Answers the pattern that was found, with the parameters. */
const ROUTE = "export const handler = (ctx) => ctx.json([ctx.route, ctx.params]);";
const OVERRIDE = 'export const config = { routeOverride: "/elsewhere/:id" };';

const PLACES: Record<string, [route: string, params: Record<string, string>] | null> = {
  "/": ["/", {}],
  "/grouped": ["/grouped", {}],
  "/(group)/grouped": null,
  "/Hidden": null,
  "/(_components)/Hidden": null,
  "/Local": null,
  "/feed.xml": ["/feed.xml", {}],
  "/blog/new": ["/blog/new", {}],
  "/blog/new/": ["/blog/new", {}],
  "/blog/other": ["/blog/:slug", { slug: "other" }],
  "/blog/other/": null,
  "/blog/%C3%A9t%C3%A9": ["/blog/:slug", { slug: "été" }],
  "/blog/a%2Fb": ["/blog/:slug", { slug: "a%2Fb" }],
  "/docs": ["/docs/:path*", { path: "" }],
  "/docs/a/b": ["/docs/:path*", { path: "a/b" }],
  "/gas/21": ["/gas/:pce/:year?", { pce: "21", year: "" }],
  "/gas/21/2024": ["/gas/:pce/:year?", { pce: "21", year: "2024" }],
  "/gas/21/2024/7": null,
  "/elsewhere/5": ["/elsewhere/:id", { id: "5" }],
  "/moved": null,
};

Deno.test("fsRoutes() gives each path the route of its file, with parameters decoded by decodeURI (as the real Fresh)", async () => {
  const names = [
    "index.ts",
    "(group)/grouped.ts",
    "(_components)/Hidden.ts",
    "(_islands)/Local.ts",
    "feed.xml.ts",
    "blog/new.ts",
    "blog/[slug].ts",
    "docs/[...path].ts",
    "gas/[pce]/[[year]].ts",
  ];
  const files = Object.fromEntries(names.map((name) => [`routes/${name}`, ROUTE]));
  await withSite({ ...files, "routes/moved.ts": OVERRIDE + ROUTE }, async (ask) => {
    for (const [path, place] of Object.entries(PLACES)) {
      const answer = await ask(path);
      deepStrictEqual(answer.status === 404 ? null : await answer.json(), place, path);
    }
  });
});

Deno.test("params have no prototype", async () => {
  const app = new App().get("/:id", (ctx) => ctx.json(Object.getPrototypeOf(ctx.params)));
  deepStrictEqual(await (await askerOf(app.handler())("/5")).json(), null);
});

Deno.test("App.get() and its like answer their own method, App.all() every one", async () => {
  const app = new App()
    .get("/x", () => new Response("get"))
    .post("/x", () => new Response("post"))
    .put("/x", () => new Response("put"))
    .patch("/x", () => new Response("patch"))
    .delete("/x", () => new Response("delete"))
    .all("/all", (ctx) => ctx.text(ctx.req.method));
  const ask = askerOf(app.handler());
  for (const method of ["get", "post", "put", "patch", "delete"]) {
    deepStrictEqual(await answerOf(ask("/x", { method: method.toUpperCase() })), [200, method]);
  }
  for (const method of ["GET", "OPTIONS"]) {
    deepStrictEqual(await answerOf(ask("/all", { method })), [200, method]);
  }
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
  const ask = askerOf(new App().get("/", () => Response.json({ a: 1 })).handler());
  const response = await ask("/", { method: "HEAD" });
  const { status, headers } = response;
  deepStrictEqual([status, headers.get("content-type"), await response.text()], [
    200,
    "application/json",
    "",
  ]);
});

Deno.test("a page without a handler answers every method (as the real Fresh)", async () => {
  strictEqual((await (await fixtureSite())("/", { method: "PUT" })).status, 200);
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
  const names = ["[...all].ts", "[a]/[b].ts", "[a]/z.ts", "a/[b].ts", "a/[b]/[[c]].ts", "x-[a].ts"];
  const files = names.map((name) => [
    `routes/${name}`,
    `export const handler = { GET: () => new Response(${JSON.stringify(name)}) };`,
  ]);
  await withSite(Object.fromEntries(files), async (ask) => {
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

Deno.test("patterns hold parameters inside a segment and a rest; a fixed one ends with a slash or not (as the real Fresh)", async () => {
  const app = new App()
    .get("/reports/:id.pdf", (ctx) => ctx.json(ctx.params))
    .get("/tree/:path+", (ctx) => ctx.json(ctx.params))
    .get("/slash/", text);
  const ask = askerOf(app.handler());
  deepStrictEqual(await (await ask("/reports/7.pdf")).json(), { id: "7" });
  deepStrictEqual(await (await ask("/tree/a/b")).json(), { path: "a/b" });
  const statuses: [path: string, status: number][] = [
    ["/reports/7xpdf", 404],
    ["/tree", 404],
    ["/slash", 200],
  ];
  for (const [path, status] of statuses) strictEqual((await ask(path)).status, status, path);
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

for (
  const [mode, path, location] of [
    ["never", "/a/b/?c=d", "/a/b?c=d"],
    ["never", "/a//", "/a"],
    ["never", "//evil.example/", "/evil.example"],
    ["never", "/", null],
    ["never", "/a", null],
    ["always", "/a/b?c=d", "/a/b/?c=d"],
    ["always", "/a/feed.xml", "/a/feed.xml/"],
    ["always", "/", null],
    ["always", "/a/", null],
  ] as const
) {
  Deno.test(`trailingSlashes("${mode}") ${location ? "redirects" : "leaves alone"} ${path}`, async () => {
    const app = new App().use(trailingSlashes(mode)).notFound(() => new Response("reached"));
    const { status, headers } = await askerOf(app.handler())(path);
    deepStrictEqual([status, headers.get("location")], [location ? 302 : 200, location]);
  });
}
