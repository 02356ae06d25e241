/**
 * Pages: data, layouts, the app wrapper, attributes added to elements; how errors propagate, and which page answers them.
 * @module
 */

import { App, HttpError, page, type PageProps } from "fresh";
import { Partial } from "fresh/runtime";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { ComponentChildren } from "preact";
import type { State } from "./fixture/state.ts";
import {
  answerOf,
  askerOf,
  bodyOf,
  emptyTrail,
  fixtureSite,
  withoutConsole,
} from "./fixture_site.ts";

Deno.test("a page is in its layouts, inner to outer, then in _app, as a document", async () => {
  const html = await (await (await fixtureSite())("/nested")).text();
  match(html, /^<!DOCTYPE html><html lang="fr"><head>/);
  match(
    html,
    /<body><main data-layout="root"><article data-layout="nested"><h1>.*<\/body><\/html>$/,
  );
});

Deno.test("page() gives its data, a status and headers; a Response is sent as it is", async () => {
  const ask = await fixtureSite();
  match(await bodyOf(ask("/pages/form")), /<p role="status">à remplir<\/p>/);
  const refused = await ask("/pages/form", { method: "POST", body: new FormData() });
  deepStrictEqual([refused.status, refused.headers.get("x-form")], [422, "refused"]);
  match(await refused.text(), /Nom obligatoire/);
  const body = new URLSearchParams({ name: "Jean" });
  const sent = await ask("/pages/form", { method: "POST", body });
  deepStrictEqual([sent.status, sent.headers.get("location")], [303, "/pages/form?done"]);
});

Deno.test("an async page gives an element, null or a Response, and nothing else", async () => {
  const given = (content: ComponentChildren | Response) => {
    const component = () => Promise.resolve(content);
    const app = new App().onError("/", (ctx) => ctx.text("refused", { status: 500 }))
      .route("/", { component: async () => await component() });
    return answerOf(askerOf(app.handler())("/"));
  };
  for (const content of ["text", 5, true, undefined, [<b key="1" />]]) {
    deepStrictEqual(await given(content), [500, "refused"], String(content));
  }
  deepStrictEqual(await given(null), [200, ""]);
  deepStrictEqual(await given(<p>a</p>), [200, "<p>a</p>"]);
  deepStrictEqual(await given(new Response("a;b", { status: 203 })), [203, "a;b"]);
});

Deno.test("config skips the layouts and the app wrapper (the real Fresh: a document stays around)", async () => {
  const html = await (await (await fixtureSite())("/pages/bare")).text();
  strictEqual(html.replace(/^<!DOCTYPE html>/, ""), "<h1>seule</h1>");
});

/** A layout that is an element with this id. */
const around = (id: string) => ({ Component }: PageProps) => (
  <div id={id}>
    <Component />
  </div>
);

const InDocument = ({ Component }: PageProps) => (
  <html>
    <body>
      <Component />
    </body>
  </html>
);

Deno.test("App.route(), layout() and appWrapper() make pages without files", async () => {
  const app = new App()
    .appWrapper(InDocument)
    .layout("/a", around("a"))
    .route("/a/:id", {
      handler: { GET: (ctx) => page(ctx.params["id"]) },
      component: ({ data }) => <p>{String(data)}</p>,
    })
    .route("/b", { component: () => <p>b</p> });
  const ask = askerOf(app.handler());
  strictEqual(await bodyOf(ask("/a/7")), '<div id="a"><p>7</p></div>');
  strictEqual(await bodyOf(ask("/b")), "<p>b</p>");
});

Deno.test("a layout may keep the outer ones away", async () => {
  const app = new App()
    .layout("/", around("outer"))
    .layout("/a", around("inner"), { skipInheritedLayouts: true })
    .route("/a", { component: () => <p>a</p> });
  const html = await (await askerOf(app.handler())("/a")).text();
  match(html, /<div id="inner"><p>a<\/p><\/div>/);
  strictEqual(html.includes("outer"), false);
});

Deno.test("a layout may keep the app wrapper away (the real Fresh: a document stays around)", async () => {
  const app = new App()
    .appWrapper(InDocument)
    .layout("/", around("a"), { skipAppWrapper: true })
    .route("/", { component: () => <p>a</p> });
  const html = await (await askerOf(app.handler())("/")).text();
  strictEqual(html.replace(/^<!DOCTYPE html>/, ""), '<div id="a"><p>a</p></div>');
});

Deno.test("an async layout is awaited, with the page inside", async () => {
  const app = new App()
    .layout("/", async ({ Component }: PageProps) => {
      const word = await Promise.resolve("around");
      return (
        <div title={word}>
          <Component />
        </div>
      );
    })
    .route("/", { component: () => <p>a</p> });
  match(await (await askerOf(app.handler())("/")).text(), /<div title="around"><p>a<\/p><\/div>/);
});

Deno.test("ctx.render() is in the layouts and the app wrapper of its place (layouts: here only)", async () => {
  const app = new App<State>().use(emptyTrail).get("/rendered", (ctx) => ctx.render(<p>r</p>))
    .get("/alone", (ctx) => ctx.render(<p>r</p>, {}, { skipInheritedLayouts: true }))
    .fsRoutes();
  const ask = await fixtureSite(app);
  strictEqual(await bodyOf(ask("/rendered")), '<main data-layout="root"><p>r</p></main>');
  strictEqual(await bodyOf(ask("/alone")), "<p>r</p>");
});

Deno.test("a handler that wants a page must have a component (here only)", async () => {
  const app = new App()
    .onError("/", (ctx) => ctx.text(String(ctx.error), { status: 500 }))
    .route("/", { handler: () => page({}) });
  match((await answerOf(askerOf(app.handler())("/")))[1], /component/);
});

Deno.test("a handler gives a Response or page(), and nothing else (here only: an empty page)", async () => {
  const app = new App()
    .onError("/", (ctx) => ctx.text(String(ctx.error), { status: 500 }))
    .route("/", { handler: () => JSON.parse("{}"), component: () => <p>page</p> });
  const [status, text] = await answerOf(askerOf(app.handler())("/"));
  strictEqual(status, 500);
  match(text, /neither a Response nor page\(\)/);
});

Deno.test("<Partial> renders its children", async () => {
  const app = new App().route("/", { component: () => <Partial name="p">inside</Partial> });
  match(await (await askerOf(app.handler())("/")).text(), /inside/);
});

Deno.test("a link keeps the aria-current of its author (here only)", async () => {
  const app = new App().route("/", { component: () => <a href="/" aria-current="step">a</a> });
  strictEqual(
    await (await askerOf(app.handler())("/")).text(),
    '<a href="/" aria-current="step">a</a>',
  );
});

Deno.test('a link to the page is "page" without a query or with its own, "true" with another or to a path above it (as the real Fresh)', async () => {
  const hrefs = [
    "/a/list",
    "/a/list?page=2",
    "/a/list#end",
    "/a/list/",
    "/a/list?page=1",
    "/a",
    "/a?x",
    "/",
    "/a/li",
    "/a/list/1",
    "?page=1",
    "#end",
    "//a/list",
    "https://example.org/a/list",
  ];
  const app = new App().route("/a/list", {
    component: () => <>{hrefs.map((href) => <a key={href} href={href}>x</a>)}</>,
  });
  const html = await (await askerOf(app.handler())("/a/list?page=2")).text();
  const marked = [...html.matchAll(/<a [^>]*>/g)].map(([tag]) => [
    / href="([^"]*)"/.exec(tag)?.[1],
    / aria-current="(\w+)"/.exec(tag)?.[1],
  ]);
  deepStrictEqual(
    marked,
    hrefs.map((href, i) => [href, i < 4 ? "page" : i < 8 ? "true" : undefined]),
  );
});

Deno.test("<Head> adds to the head, and its title takes the place of the app's", async () => {
  const html = await (await (await fixtureSite())("/pages/inline")).text();
  const head = /<head>(.*)<\/head>/s.exec(html)?.[1] ?? "";
  deepStrictEqual(head.match(/<title>.*?<\/title>/g), ["<title>Écarts &amp; cie</title>"]);
  match(head, /<meta name="description" content="page « à part »"\s?\/?>/);
  strictEqual(html.includes("<title>Fixture</title>"), false);
});

Deno.test("images of the site are asked with the build's key, others as they are", async () => {
  const html = await (await (await fixtureSite())("/pages/inline")).text();
  const keyed = /<code id="asset">(.*)#mark<\/code>/.exec(html)?.[1] ?? "";
  match(keyed, /^\/logo\.svg\?\w+=\w+$/);
  strictEqual(html.includes(`id="image" src="${keyed}"`), true);
  strictEqual(html.includes(`srcset="${keyed} 1x, ${keyed} 2x"`), true);
  strictEqual(html.includes(`<code id="set">${keyed} 1x, ${keyed} 2x</code>`), true);
  strictEqual(html.includes('id="elsewhere" src="https://example.org/logo.svg"'), true);
});

Deno.test("an image that is no static file is asked as it is (here only)", async () => {
  const app = new App<State>().use(emptyTrail).route("/", {
    component: () => <img src="/api/photo/7" alt="" />,
  }).fsRoutes();
  match(await bodyOf((await fixtureSite(app))("/")), /<img src="\/api\/photo\/7"/);
});

Deno.test("a page without an island ships no script and no preload", async () => {
  const html = await (await (await fixtureSite())("/")).text();
  deepStrictEqual(html.match(/<script|modulepreload/g), null);
});

Deno.test("HttpError has a status, a message that is empty when omitted, and a cause", () => {
  const error = new HttpError(404);
  deepStrictEqual([error.status, error.message], [404, ""]);
  strictEqual(new HttpError(500, "x", { cause: 1 }).cause, 1);
});

Deno.test("a path without a route is 404 in the root _error.tsx, within the root layout", async () => {
  const response = await (await fixtureSite())("/nowhere");
  strictEqual(response.status, 404);
  match(await response.text(), /<main data-layout="root"><section data-error="root"><h1>404<\/h1>/);
});

Deno.test("a handler's HttpError gives its status, another error 500", async () => {
  const app = new App<State>().use(emptyTrail).get("/refused", () => {
    throw new HttpError(403, "asked for");
  }).get("/broken", thrower).fsRoutes();
  const ask = await fixtureSite(app);
  const [status, refused] = await answerOf(ask("/refused"));
  strictEqual(status, 403);
  match(refused, /<h1>403<\/h1><p>asked for<\/p>/);
  const [fault, broken] = await answerOf(ask("/broken"));
  strictEqual(fault, 500);
  match(broken, /<h1>panne<\/h1><p>thrown<\/p>/);
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
  const ask = askerOf(new App().get("/:id", thrower).handler());
  await withoutConsole(async () => strictEqual((await ask("/%ff")).status, 500));
});

function thrower(): Response {
  throw new Error("thrown");
}
