/** The order of middlewares, and their arguments. */
import { App, type Context } from "fresh";
import { Builder } from "fresh/dev";
import { deepStrictEqual, match, rejects, strictEqual } from "node:assert/strict";
import type { State } from "./fixture/state.ts";
import {
  answerOf,
  askerOf,
  bodyOf,
  emptyTrail,
  fixtureSite,
  withoutConsole,
  withProject,
} from "./fixture_site.ts";

Deno.test("app.use() goes before routes/_middleware, and that before deeper ones", async () => {
  const ask = await fixtureSite();
  deepStrictEqual(await (await ask("/trail")).json(), ["app", "routes"]);
  strictEqual(
    await bodyOf(ask("/grouped")),
    '<main data-layout="root"><div data-layout="group">' +
      "<h1>app &gt; routes &gt; group 1 &gt; group 2</h1></div></main>".replaceAll("&gt;", ">"),
  );
});

Deno.test("ctx.next() gives the answer of what follows, and may be changed", async () => {
  const app = new App()
    .use(async (ctx) => {
      const response = await ctx.next();
      response.headers.append("x-seen", "outer");
      return response;
    })
    .use(async (ctx) => {
      const response = await ctx.next();
      response.headers.append("x-seen", "inner");
      return response;
    })
    .get("/", (ctx) => ctx.text("ok"));
  const response = await askerOf(app.handler())("/");
  strictEqual(response.headers.get("x-seen"), "inner, outer");
});

Deno.test("a middleware may answer by itself", async () => {
  const app = new App().use((ctx) => ctx.text("closed", { status: 503 })).get("/", never);
  deepStrictEqual(await answerOf(askerOf(app.handler())("/")), [503, "closed"]);
});

Deno.test("app.use(path) holds for that path and below", async () => {
  const app = new App<{ inside?: boolean }>()
    .use("/admin", (ctx) => {
      ctx.state.inside = true;
      return ctx.next();
    })
    .get("/admin/users", (ctx) => ctx.json(ctx.state))
    .get("/administrator", (ctx) => ctx.json(ctx.state));
  const ask = askerOf(app.handler());
  deepStrictEqual(await (await ask("/admin/users")).json(), { inside: true });
  deepStrictEqual(await (await ask("/administrator")).json(), {});
});

Deno.test("App.get() takes several middlewares, in order", async () => {
  const app = new App<{ steps: number[] }>().get(
    "/",
    (ctx) => {
      ctx.state.steps = [1];
      return ctx.next();
    },
    (ctx) => ctx.json([...ctx.state.steps, 2]),
  );
  deepStrictEqual(await (await askerOf(app.handler())("/")).json(), [1, 2]);
});

Deno.test("each request has a state of its own", async () => {
  const app = new App<{ count?: number }>().get("/", (ctx) => {
    ctx.state.count = (ctx.state.count ?? 0) + 1;
    return ctx.json(ctx.state.count);
  });
  const ask = askerOf(app.handler());
  await ask("/");
  strictEqual(await (await ask("/")).json(), 1);
});

Deno.test("a middleware meets what is thrown behind it", async () => {
  const app = new App().use(async (ctx) => {
    await rejects(ctx.next(), /behind/);
    return ctx.text("met");
  }).get("/", () => {
    throw new Error("behind");
  });
  deepStrictEqual(await answerOf(askerOf(app.handler())("/")), [200, "met"]);
});

Deno.test("the app's middlewares see paths that lead nowhere", async () => {
  const seen: string[] = [];
  const app = new App<State>().use(emptyTrail).use((ctx) => {
    seen.push(ctx.url.pathname);
    return ctx.next();
  }).fsRoutes();
  strictEqual((await (await fixtureSite(app))("/nowhere")).status, 404);
  deepStrictEqual(seen, ["/nowhere"]);
});

Deno.test("app.use() concerns what is registered after it", async () => {
  const app = new App().get("/before", (ctx) => ctx.text("before"))
    .use((ctx) => ctx.text("stopped"))
    .get("/after", (ctx) => ctx.text("after"));
  const ask = askerOf(app.handler());
  deepStrictEqual(await answerOf(ask("/before")), [200, "before"]);
  deepStrictEqual(await answerOf(ask("/after")), [200, "stopped"]);
});

Deno.test("routes/_middleware concerns the app's routes after fsRoutes() alone", async () => {
  const trail = (ctx: Context<State>) => ctx.json(ctx.state.trail);
  const app = new App<State>().use(emptyTrail).get("/x", trail).fsRoutes().get("/y", trail);
  const ask = await fixtureSite(app);
  deepStrictEqual(await (await ask("/x")).json(), []);
  deepStrictEqual(await (await ask("/y")).json(), ["routes"]);
});

Deno.test("_middleware names an array handler: by default, where some versions refuse it, it is refused (here only)", async () => {
  const list = (name: string) => `export ${name} [(ctx) => ctx.text("of the list")];`;
  const page = `export const handler = { GET: () => new Response("page") };`;
  const files = {
    "routes/named/_middleware.ts": list("const handler ="),
    "routes/named/index.ts": page,
    "routes/plain/_middleware.ts": list("default"),
    "routes/plain/index.ts": page,
  };
  await withProject(files, async (root) => {
    const app = new App().fsRoutes();
    (await new Builder({ root }).build({ snapshot: "memory" }))(app);
    const ask = askerOf(app.handler());
    deepStrictEqual(await answerOf(ask("/named")), [200, "of the list"]);
    const logged = await withoutConsole(async () => void await ask("/plain"));
    match(String(logged[0]?.[0]), /routes\/plain\/_middleware\.ts: .*name it handler/);
  });
});

Deno.test("a middleware may replace the request", async () => {
  const app = new App().use((ctx) => {
    ctx.req = new Request(ctx.req, { headers: { "x-added": "yes" } });
    return ctx.next();
  }).get("/", (ctx) => ctx.text(ctx.req.headers.get("x-added") ?? "no"));
  deepStrictEqual(await answerOf(askerOf(app.handler())("/")), [200, "yes"]);
});

function never(): Response {
  throw new Error("not to be reached");
}
