/** Pages: data, layouts, the app wrapper, attributes added to elements. */
import { App, page, type PageProps } from "fresh";
import { Partial } from "fresh/runtime";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import type { ComponentChildren } from "preact";
import type { State } from "./fixture/state.ts";
import { answerOf, askerOf, bodyOf, emptyTrail, fixtureSite } from "./fixture_site.ts";

Deno.test("a page is in its layouts, inner to outer, then in _app, as a document", async () => {
  const html = await (await (await fixtureSite())("/grouped")).text();
  match(html, /^<!DOCTYPE html><html lang="fr"><head>/);
  match(html, /<body><main data-layout="root"><div data-layout="group"><h1>.*<\/body><\/html>$/);
});

Deno.test("page() gives the component its data", async () => {
  const ask = await fixtureSite();
  match(await bodyOf(ask("/pages/form")), /<p role="status">à remplir<\/p>/);
});

Deno.test("page() takes a status and headers", async () => {
  const ask = await fixtureSite();
  const response = await ask("/pages/form", { method: "POST", body: new FormData() });
  deepStrictEqual([response.status, response.headers.get("x-form")], [422, "refused"]);
  match(await response.text(), /Nom obligatoire/);
});

Deno.test("a handler's Response is sent as it is", async () => {
  const ask = await fixtureSite();
  const body = new URLSearchParams({ name: "Jean" });
  const response = await ask("/pages/form", { method: "POST", body });
  deepStrictEqual([response.status, response.headers.get("location")], [303, "/pages/form?done"]);
});

Deno.test("an async page is awaited, and may answer a Response", async () => {
  const ask = await fixtureSite();
  match(await bodyOf(ask("/pages/late")), /<h1>après attente<\/h1>/);
  deepStrictEqual(await answerOf(ask("/pages/late?csv")), [203, "a;b"]);
});

Deno.test("an async page gives an element, null or a Response, and nothing else", async () => {
  const given = async (content: ComponentChildren) => {
    // deno-lint-ignore require-await
    const component = async () => content;
    const app = new App().onError("/", (ctx) => ctx.text("refused", { status: 500 }))
      .route("/", { component });
    return (await askerOf(app.handler())("/")).status;
  };
  for (const content of ["text", 5, true, undefined, [<b key="1" />]]) {
    strictEqual(await given(content), 500, String(content));
  }
  deepStrictEqual([await given(null), await given(<p />)], [200, 200]);
});

Deno.test("config skips the layouts and the app wrapper (the real Fresh: a document stays around)", async () => {
  const html = await (await (await fixtureSite())("/pages/bare")).text();
  strictEqual(html.replace(/^<!DOCTYPE html>/, ""), "<h1>seule</h1>");
});

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
    .layout("/a", ({ Component }: PageProps) => (
      <main>
        <Component />
      </main>
    ))
    .route("/a/:id", {
      handler: { GET: (ctx) => page(ctx.params["id"]) },
      component: ({ data }) => <p>{String(data)}</p>,
    })
    .route("/b", { component: () => <p>b</p> });
  const ask = askerOf(app.handler());
  strictEqual(await bodyOf(ask("/a/7")), "<main><p>7</p></main>");
  strictEqual(await bodyOf(ask("/b")), "<p>b</p>");
});

Deno.test("a layout may keep the outer ones away", async () => {
  const around = (name: string) => ({ Component }: PageProps) => (
    <div id={name}>
      <Component />
    </div>
  );
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
    .layout("/", ({ Component }: PageProps) => (
      <i>
        <Component />
      </i>
    ), { skipAppWrapper: true })
    .route("/", { component: () => <p>a</p> });
  const html = await (await askerOf(app.handler())("/")).text();
  strictEqual(html.replace(/^<!DOCTYPE html>/, ""), "<i><p>a</p></i>");
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

Deno.test("text is escaped, in markup and in attributes", async () => {
  const evil = `"><script>alert(1)</script>`;
  const app = new App().route("/", { component: () => <p title={evil}>{evil}</p> });
  const html = await (await askerOf(app.handler())("/")).text();
  strictEqual(html.includes("<script>"), false);
});

Deno.test("a link to the current page says aria-current (vnodes kept outside too: here only)", async () => {
  const ask = await fixtureSite();
  const current = /<a id="kept" href="\/pages\/links" aria-current="page">/;
  match(await bodyOf(ask("/pages/links")), current);
  match(await bodyOf(ask("/pages/links")), /<a id="other" href="\/pages\/form">/);
});

Deno.test("a link keeps the aria-current of its author (here only)", async () => {
  const ask = await fixtureSite();
  match(
    await bodyOf(ask("/pages/links")),
    /<a id="own" href="\/pages\/links" aria-current="step">/,
  );
});

Deno.test("a vnode kept outside the page is marked for the page it is in, each time", async () => {
  const ask = await fixtureSite();
  await ask("/pages/links");
  match(await bodyOf(ask("/pages/kept")), /<a id="kept" href="\/pages\/links">/);
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

Deno.test("a query named fresh-partial is one like others (here only: there the page has no script)", async () => {
  const html = await (await (await fixtureSite())("/islands/counter?fresh-partial=true")).text();
  match(html, /<script type="module"/);
});

Deno.test("an image that is no static file is asked as it is (here only)", async () => {
  const app = new App<State>().use(emptyTrail).route("/", {
    component: () => <img src="/api/photo/7" alt="" />,
  }).fsRoutes();
  match(await bodyOf((await fixtureSite(app))("/")), /<img src="\/api\/photo\/7"/);
});

Deno.test("a page without an island ships no script and no preload", async () => {
  const html = await (await (await fixtureSite())("/blog/new")).text();
  deepStrictEqual(html.match(/<script|modulepreload/g), null);
});
