import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { ANONYMOUS } from "../../lib/contract/caller.ts";
import { readConfig } from "../../fresh.config.ts";
import { SecureApp } from "../../lib/web/app.ts";
import { backPath, signedIn } from "../../lib/web/guards.ts";
import { arrival, type State } from "../../lib/web/state.ts";

Deno.test("backPath() keeps a path of this site with its query", () => {
  for (const path of ["/", "/home", "/home?sort=city:asc&page=2", "/collect/p1/x?a=%2F%2Fb"]) {
    strictEqual(backPath(path, "/start"), path);
  }
});

Deno.test("backPath() leads to no other site, however it is written", () => {
  const elsewhere = [
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

Deno.test("signedIn() sends whoever is not signed in to the configured path, with the way back", async () => {
  const config = readConfig({ ACCESS_LOG: "off", LOGIN_PATH: "/entree" });
  const handler = new SecureApp<State>(config)
    .use(arrival(config))
    .use((ctx) => {
      ctx.state.caller = ANONYMOUS;
      return ctx.next();
    })
    .use(signedIn)
    .get("/home", () => new Response("inside"))
    .handler();
  const answer = await handler(new Request("http://127.0.0.1/home?sort=city:asc"));
  strictEqual(answer.status, 303);
  strictEqual(answer.headers.get("location"), "/entree?back=%2Fhome%3Fsort%3Dcity%3Aasc");
});
