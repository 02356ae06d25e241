import { match, ok, strictEqual } from "node:assert/strict";
import { aBoilerRoom, ORG, PROJECT } from "@/tests/helpers/a_residence.ts";
import { withSite, withVisitor } from "@/tests/helpers/a_site.ts";

Deno.test("the search box of every page leads to the results, by kind", () =>
  withVisitor({ isAdmin: true, roles: ["collect"] }, async ({ ask, visitor }) => {
    const room = await aBoilerRoom(ask, "Chaufferie des Lilas");
    for (const path of ["/home", `/collect/${PROJECT}`, "/home/admin/users"]) {
      const page = await visitor.get(path);
      match(page.html, /<form class="search-box" method="get" action="\/home\/search"/);
      strictEqual(page.value("org"), ORG, path);
    }
    const page = await visitor.get(`/home/search?org=${ORG}&q=lilas`);
    strictEqual(page.title, "Bailleur | Recherche");
    match(page.text, /Résidences \(1\) Les Lilas .*Équipements \(1\) Chaufferie des Lilas/);
    ok(page.html.includes(`href="/collect/${PROJECT}/boilerrooms/${room}"`));
  }));

Deno.test("search without results, or too short, says what to do", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    match((await visitor.get("/home/search?q=zzz")).text, /Rien trouvé/);
    match((await visitor.get("/home/search?q=a")).text, /Deux caractères au moins/);
    strictEqual((await visitor.get("/home/search")).status, 200);
    const hostile = await visitor.get(`/home/search?q=${encodeURIComponent("<b>x</b>")}`);
    ok(!hostile.html.includes("<b>x</b>"));
    strictEqual((await visitor.get("/home/search?org=inconnue&q=lilas")).status, 200);
  }));

Deno.test("search takes an emoji for one character, and cuts none in two", () =>
  withVisitor({ isAdmin: true }, async ({ visitor }) => {
    const search = (words: string) => visitor.get(`/home/search?q=${encodeURIComponent(words)}`);
    match((await search("😀")).text, /Deux caractères au moins/);
    match((await search("😀😀")).text, /Rien trouvé/);
    match((await search(`${"a".repeat(99)}😀😀`)).text, /Rien trouvé/);
  }));

Deno.test("an anonymous user cannot search", () =>
  withSite(async (site) => {
    const page = await site.visitor().get("/home/search?q=lilas");
    strictEqual(page.status, 303);
  }));
