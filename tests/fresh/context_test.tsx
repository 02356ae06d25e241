/** The methods of a context that make answers. */
import { App, type Context } from "fresh";
import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { answerOf, askerOf } from "./fixture_site.ts";

function asked(answer: (ctx: Context<unknown>) => Response | Promise<Response>, path = "/") {
  return askerOf(new App().get("/", answer).handler())(path);
}

Deno.test("ctx.redirect() answers 302 with mutable headers", async () => {
  const response = await asked((ctx) => ctx.redirect("/login"));
  deepStrictEqual([response.status, response.headers.get("location")], [302, "/login"]);
  response.headers.set("x-late", "1");
});

Deno.test("ctx.redirect() takes a status and a whole URL", async () => {
  const response = await asked((ctx) => ctx.redirect("https://example.org/x?y", 303));
  deepStrictEqual(
    [response.status, response.headers.get("location")],
    [303, "https://example.org/x?y"],
  );
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

Deno.test("ctx.text() answers plain text", async () => {
  const response = await asked((ctx) => ctx.text("é", { status: 201 }));
  strictEqual(response.headers.get("content-type")?.toLowerCase(), "text/plain;charset=utf-8");
  deepStrictEqual([response.status, await response.text()], [201, "é"]);
});

Deno.test("ctx.html() answers HTML, and keeps the headers given", async () => {
  const response = await asked((ctx) => ctx.html("<p>", { headers: { "x-own": "1" } }));
  strictEqual(response.headers.get("content-type"), "text/html; charset=utf-8");
  deepStrictEqual([response.headers.get("x-own"), await response.text()], ["1", "<p>"]);
});

Deno.test("ctx.json() answers JSON", async () => {
  const response = await asked((ctx) => ctx.json({ a: [1] }));
  strictEqual(response.headers.get("content-type"), "application/json");
  deepStrictEqual(await response.json(), { a: [1] });
});

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

Deno.test("ctx.stream() names no type of its own", async () => {
  const response = await asked((ctx) => ctx.stream(["a"]));
  strictEqual(response.headers.get("content-type"), null);
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
