/**
 * Middlewares: their order, their arguments, and the methods of a context that make answers. Last, errors of the
 * compiler: `deno check` tests them.
 * @module
 */

import { App, type Context, type CSPOptions, HttpError, type PageProps } from "fresh";
// @ts-expect-error: the options of csp() are CSPOptions.
import type { CspOptions } from "fresh";
// @ts-expect-error: a handler is `ReturnType<App<State>["handler"]>`.
import type { Handler } from "fresh";
// @ts-expect-error: the options of an app are `ConstructorParameters<typeof App>[0]`.
import type { AppConfig } from "fresh";
import { deepStrictEqual, match, rejects, strictEqual } from "node:assert/strict";
import type { State } from "./fixture/state.ts";
import {
  answerOf,
  askerOf,
  bodyOf,
  emptyTrail,
  fixtureSite,
  withoutConsole,
  withSite,
} from "./fixture_site.ts";

function asked(answer: (ctx: Context<unknown>) => Response | Promise<Response>, path = "/") {
  return askerOf(new App().get("/", answer).handler())(path);
}

Deno.test("ctx.redirect() answers 302 or its status, with mutable headers, to a path or a whole URL", async () => {
  const found = await asked((ctx) => ctx.redirect("/login"));
  deepStrictEqual([found.status, found.headers.get("location")], [302, "/login"]);
  found.headers.set("x-late", "1");
  const seeOther = await asked((ctx) => ctx.redirect("https://example.org/x?y", 303));
  const { status, headers } = seeOther;
  deepStrictEqual([status, headers.get("location")], [303, "https://example.org/x?y"]);
});

Deno.test("ctx.redirect() needs its context: taken off it, it throws (the real Fresh: in other words)", async () => {
  const app = new App().get("/", ({ redirect }) => redirect("/login"))
    .onError("/", (ctx) => ctx.text(String(ctx.error), { status: 500 }));
  const [status, text] = await answerOf(askerOf(app.handler())("/"));
  strictEqual(status, 500);
  match(text, /^TypeError/);
});

for (
  const [path, location] of [
    ["//evil.example", "/evil.example"],
    ["/a//b?to=//c", "/a/b?to=//c"],
    ["/a#//b", "/a#//b"],
    // Browsers read it as another site: a handler that redirects to a received address checks it
    // first.
    ["/\\evil.example", "/\\evil.example"],
  ]
) {
  Deno.test(`ctx.redirect(${JSON.stringify(path)}) keeps one slash, and refuses nothing (as the real Fresh)`, async () => {
    const response = await asked((ctx) => ctx.redirect(String(path)));
    strictEqual(response.headers.get("location"), location);
  });
}

const ANSWERS: [make: (ctx: Context<unknown>) => Response, type: string, body: string][] = [
  [(ctx) => ctx.text("é", { status: 201 }), "text/plain;charset=utf-8", "é"],
  [(ctx) => ctx.html("<p>", { status: 201 }), "text/html; charset=utf-8", "<p>"],
  [(ctx) => ctx.json({ a: [1] }, { status: 201 }), "application/json", '{"a":[1]}'],
];

for (const [make, type, body] of ANSWERS) {
  Deno.test(`a context answers ${type}, with the status given`, async () => {
    const response = await asked(make);
    strictEqual(response.headers.get("content-type")?.toLowerCase(), type);
    deepStrictEqual(await answerOf(Promise.resolve(response)), [201, body]);
  });
}

Deno.test("ctx.stream() sends strings and bytes as they come", async () => {
  async function* pieces(): AsyncGenerator<string | Uint8Array> {
    yield "a;b\n";
    await Promise.resolve();
    yield new TextEncoder().encode("é");
  }
  const headers = { "content-type": "text/csv" };
  const listed: (string | Uint8Array)[] = ["a;b\n", "é"];
  for (const source of [pieces, pieces(), listed]) {
    const response = await asked((ctx) => ctx.stream(source, { headers }));
    strictEqual(response.headers.get("content-type"), "text/csv");
    strictEqual(await response.text(), "a;b\né");
  }
  const untyped = await asked((ctx) => ctx.stream(["a"]));
  strictEqual(untyped.headers.get("content-type"), null);
});

Deno.test("ctx.stream() stops its source when the reader leaves (here only)", async () => {
  let stopped = false;
  function* endless() {
    try {
      for (;;) yield "x";
    } finally {
      stopped = true;
    }
  }
  const response = await asked((ctx) => ctx.stream(endless()));
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  strictEqual(stopped, true);
});

Deno.test("ctx.render() answers markup, with status and headers", async () => {
  const response = await asked((ctx) =>
    ctx.render(<p class="x">é &amp; &lt;</p>, { status: 418, headers: { "x-own": "1" } })
  );
  deepStrictEqual([response.status, response.headers.get("x-own")], [418, "1"]);
  strictEqual(response.headers.get("content-type"), "text/html; charset=utf-8");
  strictEqual((await response.text()).includes('<p class="x">é &amp; &lt;</p>'), true);
});

Deno.test("ctx.render() takes an element or null, and refuses all else", async () => {
  const rendered = (content: unknown[]) =>
    asked(async (ctx) => {
      try {
        return await Reflect.apply(ctx.render, ctx, content);
      } catch (error) {
        return ctx.text(String(error instanceof Error), { status: 500 });
      }
    });
  for (const content of [["text"], [5], [true], [[<b key="1" />]], [undefined], []]) {
    strictEqual((await rendered(content)).status, 500, JSON.stringify(content));
  }
  strictEqual((await rendered([null])).status, 200);
});

Deno.test("HEAD of a stream that breaks is answered, and leaves nothing rejected", async () => {
  const rejected: unknown[] = [];
  const note = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    rejected.push(event.reason);
  };
  addEventListener("unhandledrejection", note);
  const broken = (): string => {
    throw new Error("broken");
  };
  const app = new App().get("/", (ctx) =>
    ctx.stream(function* () {
      yield broken();
    }));
  const { status } = await askerOf(app.handler())("/", { method: "HEAD" });
  await new Promise((resolve) => setTimeout(resolve, 0));
  removeEventListener("unhandledrejection", note);
  deepStrictEqual([status, rejected], [200, []]);
});

Deno.test("ctx.url follows a trusted proxy alone", async () => {
  const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "app.example" };
  const origin = (trustProxy: boolean) => {
    const app = new App({ trustProxy }).get("/", (ctx) => ctx.text(ctx.url.origin));
    return answerOf(askerOf(app.handler())("/", { headers }));
  };
  deepStrictEqual(await origin(true), [200, "https://app.example"]);
  deepStrictEqual(await origin(false), [200, "http://localhost"]);
});

Deno.test("ctx.config says the mode and the base path", async () => {
  const app = new App({ basePath: "/b", mode: "development" });
  app.get("/c", (ctx) => ctx.json([ctx.config.basePath, ctx.config.mode, ctx.isPartial]));
  deepStrictEqual(await (await askerOf(app.handler())("/b/c")).json(), [
    "/b",
    "development",
    false,
  ]);
});

Deno.test("app.use() goes before routes/_middleware, and that before deeper ones", async () => {
  const ask = await fixtureSite();
  deepStrictEqual(await (await ask("/trail")).json(), ["app", "routes"]);
  match(await bodyOf(ask("/nested")), /<h1>app > routes > nested 1 > nested 2<\/h1>/);
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
  await withSite(files, async (ask) => {
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

type Unknown = [CspOptions, Handler, AppConfig];

Deno.test("the types that Fresh exports go by its names, and no others (as the real Fresh)", () => {
  const options: CSPOptions = { useNonce: true };
  const others: Unknown | null = null;
  strictEqual(typeof App, "function");
  strictEqual(others ?? options.useNonce, true);
});

Deno.test("the status of an error is one of an error (as the real Fresh)", () => {
  const status: number = 404;
  // @ts-expect-error: any number is too much.
  strictEqual(new HttpError(status).status, 404);
  // @ts-expect-error: 200 is no error.
  strictEqual(new HttpError(200).status, 200);
});

Deno.test("app.route() gives its component data of any type: what a component expects is not checked (as the real Fresh)", () => {
  const component = ({ data }: PageProps<{ id: string }>) => data.id;
  // @ts-expect-error: render with ctx.render() what needs data of one type.
  const app = new App().route("/", { component });
  // @ts-expect-error: so is what is around it.
  app.layout("/", component).appWrapper(() => null);
  strictEqual(app instanceof App, true);
});
