import { type App, csp, HttpError } from "fresh";
import {
  deepStrictEqual,
  match,
  notStrictEqual,
  ok,
  strictEqual,
  throws,
} from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { h } from "preact";
import { readConfig } from "@/fresh.config.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { SESSION_COOKIE, setCookie, withCookie } from "@/lib/web/cookies.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { backPath, signedIn } from "@/lib/web/session_guard.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { expectHeaders } from "@/tests/tools/expect_headers.ts";
import { muted } from "@/tests/tools/folders.ts";
import { allRoutes } from "@/tests/tools/routes.ts";

const CONFIG = { ...readConfig({}), accessLog: false, maxBodyBytes: 100 };
type Handler = ReturnType<App<unknown>["handler"]>;

const LONG_PAGE = "<h1>Bilan énergétique</h1>".repeat(100);

/** A body whose source has failed when it is cancelled. */
function broken(): ReadableStream<Uint8Array> {
  return new ReadableStream({ start: (controller) => controller.error(new Error("broken")) });
}

function served(config = CONFIG): Handler {
  return new SecureApp<State>(config)
    .use(arrival(config))
    .use(csp({ useNonce: true }))
    .get("/page", (ctx) => ctx.html(LONG_PAGE))
    .get("/facts", (ctx) => ctx.json({ ...ctx.state, config: null, platform: null, api: null }))
    .get(
      "/kept",
      () =>
        new Response("kept", {
          headers: { etag: '"v1"', "content-type": "text/plain; charset=utf-8" },
        }),
    )
    .get(
      "/pdf",
      () =>
        new Response("pdf".repeat(1_000), {
          headers: { "content-type": "application/pdf", "referrer-policy": "no-referrer" },
        }),
    )
    .get("/script", (ctx) => ctx.render(h("html", null, h("script", null, "1"))))
    .post(
      "/echo",
      async (ctx) =>
        new Response(await ctx.req.text(), {
          headers: { "content-type": "text/plain; charset=utf-8" },
        }),
    )
    .get("/kept-broken", () => new Response(broken(), { headers: { etag: '"v1"' } }))
    .get("/unchanged-file", () => new Response(null, { status: 304 }))
    .get("/fixed", () => Response.redirect("http://x/page", 303))
    .get("/fault", () => {
      throw new Error("a fault of ours");
    })
    .get("/hidden", () => {
      throw new HttpError(404);
    })
    .handler();
}

/** Requests with a console that records its messages. */
async function asked(
  handler: Handler,
  path: string,
  init: RequestInit = {},
  base = "http://x",
): Promise<Response> {
  return await handler(new Request(new URL(path, base), init));
}

Deno.test("SecureApp sets the security headers on pages, missing files, refusals and internal errors", async () => {
  const handler = served();
  const said = muted();
  for (
    const path of [
      "/page",
      "/facts",
      "/kept",
      "/fixed",
      "/hidden",
      "/nowhere",
      "/fault",
      "/%ff/x",
      "/pdf",
    ]
  ) {
    expectHeaders(await asked(handler, path));
    expectHeaders(await asked(handler, path, {}, "https://x"), { https: true });
  }
  said.restore();
});

Deno.test("SecureApp gives each answer its own id, in the header, the state and the error page", async () => {
  const handler = served();
  const facts = await asked(handler, "/facts");
  const { requestId } = await facts.json();
  strictEqual(facts.headers.get("x-request-id"), requestId);
  const other = await asked(handler, "/facts");
  notStrictEqual(other.headers.get("x-request-id"), requestId);
});

Deno.test("SecureApp writes the site's policy with the nonce of the page's own script", async () => {
  const handler = served();
  const answer = await asked(handler, "/script");
  const policy = answer.headers.get("content-security-policy") ?? "";
  const nonce = /nonce="([^"]{16,})"/.exec(await answer.text())?.[1];
  ok(nonce);
  ok(
    policy.includes(`script-src 'self' 'nonce-${nonce}'; style-src 'self' 'nonce-${nonce}'`),
    policy,
  );
  match(policy, /img-src 'self' data: https:\/\/data\.geopf\.fr;/);
  notStrictEqual((await asked(handler, "/script")).headers.get("content-security-policy"), policy);
});

Deno.test("SecureApp lets the site frame a PDF, and data load nothing; a page's own policy has precedence", async () => {
  const handler = served();
  const pdf = await asked(handler, "/pdf");
  strictEqual(
    pdf.headers.get("content-security-policy"),
    "default-src 'none'; frame-ancestors 'self'",
  );
  strictEqual(pdf.headers.get("referrer-policy"), "no-referrer");
  const data = await asked(handler, "/facts");
  strictEqual(
    data.headers.get("content-security-policy"),
    "default-src 'none'; frame-ancestors 'none'",
  );
});

Deno.test("SecureApp compresses a page for clients that accept it, with a Vary header, and no compressed format", async () => {
  const handler = served();
  const plain = await asked(handler, "/page");
  strictEqual(plain.headers.get("content-encoding"), null);
  strictEqual(plain.headers.get("vary")?.includes("accept-encoding"), true);
  const small = await asked(handler, "/page", { headers: { "accept-encoding": "gzip, br" } });
  strictEqual(small.headers.get("content-encoding"), "gzip");
  strictEqual(new TextDecoder().decode(gunzipSync(await small.bytes())), LONG_PAGE);
  const pdf = await asked(handler, "/pdf", { headers: { "accept-encoding": "gzip, br" } });
  strictEqual(pdf.headers.get("content-encoding"), null);
});

Deno.test("SecureApp answers 304 for an unchanged page, without a policy that would replace the page's nonce", async () => {
  const handler = served();
  for (const tag of ['"v1"', 'W/"v1"', '"v0", "v1"', "*"]) {
    const answer = await asked(handler, "/kept", { headers: { "if-none-match": tag } });
    deepStrictEqual([answer.status, answer.body, answer.headers.get("content-security-policy")], [
      304,
      null,
      null,
    ]);
    strictEqual(answer.headers.get("etag"), '"v1"');
  }
  strictEqual(
    (await asked(handler, "/kept", { headers: { "if-none-match": '"v2"' } })).status,
    200,
  );
});

const UNREADABLE = [
  "/%ff/x",
  "/%",
  "/a%00b",
  "/%E0%A4%A",
  "/collect/%c0%af",
  "/..%2F..%2Fetc",
  "/collect/%2e%2e%5cetc",
];

for (const path of UNREADABLE) {
  Deno.test(`SecureApp answers 400 to ${path}: a page to a browser, JSON to a program`, async () => {
    const handler = served();
    const json = await asked(handler, path);
    deepStrictEqual([json.status, await json.json()], [400, {
      code: "bad-request",
      message: "Bad request",
    }]);
    const page = await asked(handler, path, { headers: { accept: "text/html" } });
    deepStrictEqual([page.status, page.headers.get("content-type")], [
      400,
      "text/html; charset=utf-8",
    ]);
    match(await page.text(), /<html lang="fr">.*<h1>Adresse illisible<\/h1>/s);
  });
}

Deno.test("SecureApp answers 500 with the request's id for an uncaught error, and logs it", async () => {
  const said = muted();
  const app = new SecureApp<State>(CONFIG);
  app.use(() => Promise.reject(new Error("outside the pages")));
  const answer = await asked(app.handler(), "/", { headers: { accept: "text/html" } });
  said.restore();
  const id = answer.headers.get("x-request-id") ?? "none";
  strictEqual(answer.status, 500);
  ok((await answer.text()).includes(id));
});

Deno.test("SecureApp refuses a body announced beyond the limit", async () => {
  const handler = served();
  const said = muted();
  const fits = await asked(handler, "/echo", { method: "POST", body: "x".repeat(100) });
  deepStrictEqual([fits.status, (await fits.text()).length], [200, 100]);
  const headers = { "content-length": "101" };
  strictEqual(
    (await asked(handler, "/echo", { method: "POST", body: "x".repeat(101), headers })).status,
    413,
  );
  said.restore();
});

Deno.test("SecureApp answers 405 to a method that no page may have, on which Fresh fails", async () => {
  for (const path of ["/page", "/nowhere"]) {
    const answer = await asked(served(), path, { method: "PROPFIND" });
    strictEqual(answer.status, 405, path);
    strictEqual((await answer.json()).code, "method-not-allowed");
  }
});

Deno.test("SecureApp cancels a body of unknown length that nothing has read", async () => {
  let isCancelled = false;
  const body = new ReadableStream({ type: "bytes", cancel: () => void (isCancelled = true) });
  strictEqual((await asked(served(), "/page", { method: "POST", body })).status, 405);
  ok(isCancelled);
});

Deno.test("SecureApp uses a proxy's headers only when configured", async () => {
  const forged = {
    headers: { "x-forwarded-for": "203.0.113.9, 192.0.2.1", "x-forwarded-proto": "https" },
  };
  const trusting = await asked(served({ ...CONFIG, trustProxy: true }), "/facts", forged);
  const { clientAddress, https } = await trusting.json();
  deepStrictEqual({ clientAddress, https }, { clientAddress: "192.0.2.1", https: true });
  ok(trusting.headers.has("strict-transport-security"));
  const wary = await (await asked(served(), "/facts", forged)).json();
  deepStrictEqual([wary.clientAddress, wary.https], ["unknown", false]);
});

Deno.test("SecureApp answers HEAD with the headers of the page and no body", async () => {
  const answer = await asked(served(), "/page", {
    method: "HEAD",
    headers: { "accept-encoding": "gzip" },
  });
  strictEqual(answer.status, 200);
  expectHeaders(answer);
});

Deno.test("backPath() never leads to another site, in any spelling", () => {
  const elsewhere = [
    "/..//evil.example",
    "/.//evil.example",
    "/home/%2e%2E//evil.example",
    null,
    "",
    "home",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "\\\\evil.example",
    "/x\r\nSet-Cookie: a=b",
    "/x\\..\\..//evil.example",
    `/${"a".repeat(2_000)}`,
  ];
  deepStrictEqual(elsewhere.map((text) => backPath(text, "/start")), elsewhere.map(() => "/start"));
});

Deno.test("backPath() resolves the dots of a path, which cannot leave the site", () => {
  strictEqual(backPath("/a/../../../home", "/start"), "/home");
});

/** A site whose sign-in page has another address. */
function movedSite() {
  const config = readConfig({ ACCESS_LOG: "off", LOGIN_PATH: "/entree" });
  return new SecureApp<State>(config)
    .use(arrival(config))
    .use((ctx) => {
      ctx.state.caller = ANONYMOUS;
      return ctx.next();
    })
    .all(
      "/login",
      async ({ req, url }) => new Response(`${req.method} ${url.search} ${await req.text()}`),
    )
    .use(signedIn)
    .get("/home", () => new Response("inside"))
    .handler();
}

// @spec accounts.sign-in-page
Deno.test("signedIn() redirects an anonymous user to the configured path, with the path back", async () => {
  const answer = await movedSite()(new Request("http://127.0.0.1/home?sort=city:asc"));
  strictEqual(answer.status, 303);
  strictEqual(answer.headers.get("location"), "/entree?back=%2Fhome%3Fsort%3Dcity%3Aasc");
});

Deno.test("signedIn() marks a form, and no read, as sent after the end of its session", async () => {
  const locationOf = async (method: string) => {
    const answer = await movedSite()(new Request("http://127.0.0.1/home", { method }));
    return answer.headers.get("location");
  };
  strictEqual(await locationOf("POST"), "/entree?back=%2Fhome&refused=session");
  strictEqual(await locationOf("HEAD"), "/entree?back=%2Fhome");
});

Deno.test("the sign-in page answers at the configured path and at its own, including forms and queries", async () => {
  const site = movedSite();
  for (const path of ["/entree", "/login"]) {
    const read = await site(new Request(`http://127.0.0.1${path}?back=%2Fhome`));
    strictEqual(await read.text(), "GET ?back=%2Fhome ");
    const sent = new Request(`http://127.0.0.1${path}`, { method: "POST", body: "email=a" });
    strictEqual(await (await site(sent)).text(), "POST  email=a");
  }
  const beside = await site(new Request("http://127.0.0.1/entree/plus"));
  strictEqual(beside.status, 303);
});

Deno.test("LOGIN_PATH is refused where the site has another page", async () => {
  const sections = (await allRoutes()).map(({ pattern }) => pattern.split("/")[1] ?? "");
  for (const section of sections.filter((name) => name !== "login")) {
    throws(() => readConfig({ LOGIN_PATH: `/${section}` }), /LOGIN_PATH is/, section);
  }
  for (const path of ["/", "/entree/", "entree", "/a b", "//evil.example", "/home/x"]) {
    throws(() => readConfig({ LOGIN_PATH: path }), /LOGIN_PATH is/, path);
  }
  strictEqual(readConfig({ LOGIN_PATH: "/espace/entree" }).loginPath, "/espace/entree");
});

Deno.test("HostCookie binds the session to this host over https", () => {
  const value = "abc_-123";
  strictEqual(
    SESSION_COOKIE.set(true, value, 60),
    "__Host-session=abc_-123; Path=/; SameSite=Lax; HttpOnly; Secure; Max-Age=60",
  );
  strictEqual(
    SESSION_COOKIE.set(false, value),
    "session=abc_-123; Path=/; SameSite=Lax; HttpOnly",
  );
});

Deno.test("setCookie() refuses a value that could add another attribute or header", () => {
  for (const value of ["a; Domain=x", "a\r\nSet-Cookie: b=1", "é", "a b"]) {
    throws(() => setCookie({ name: "x", value, secure: true }), RangeError);
  }
});

Deno.test("withCookie() adds to a response, and to a copy of one whose headers cannot change", () => {
  const page = new Response("a", { headers: { "set-cookie": "b=1" } });
  strictEqual(withCookie(page, "c=2"), page);
  deepStrictEqual(page.headers.getSetCookie(), ["b=1", "c=2"]);
  const { status, headers } = withCookie(Response.redirect("http://127.0.0.1/x", 303), "c=2");
  deepStrictEqual(
    [status, headers.get("location"), headers.getSetCookie()],
    [303, "http://127.0.0.1/x", ["c=2"]],
  );
});
