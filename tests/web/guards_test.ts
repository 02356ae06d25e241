import { deepStrictEqual, strictEqual, throws } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { backPath, signedIn } from "@/lib/web/session_guard.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import { allRoutes } from "@/tests/tools/routes.ts";

Deno.test("backPath() keeps a path of this site with its query", () => {
  for (const path of ["/", "/home", "/home?sort=city:asc&page=2", "/collect/p1/x?a=%2F%2Fb"]) {
    strictEqual(backPath(path, "/start"), path);
  }
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
