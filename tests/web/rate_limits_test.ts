import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { anAccount } from "@/tests/helpers/a_platform.ts";
import { withSite } from "@/tests/helpers/a_site.ts";

const WAIT_HEADERS = ["retry-after", "ratelimit-reset"];

Deno.test("user who requests too many pages gets a French page that says when to retry", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    strictEqual((await visitor.signIn()).status, 303);
    for (let done = 0; done < 8; done++) strictEqual((await visitor.get("/home")).status, 200);
    site.clock.advance(18_000);
    const refused = await visitor.get("/home");
    strictEqual(refused.status, 429);
    deepStrictEqual(WAIT_HEADERS.map((name) => refused.headers.get(name)), ["42", "42"]);
    strictEqual(refused.title, "Eco-Platform | Trop de demandes");
    ok(refused.text.includes("Réessayez dans 42\u00a0secondes."), refused.text);
    ok(refused.html.includes('lang="fr"'));
    strictEqual((await visitor.get("/styles.css")).status === 429, false);
    strictEqual((await visitor.get("/health")).status, 200);
    site.clock.advance(42_000);
    strictEqual((await visitor.get("/home")).status, 200);
  }, { rates: { apiPerAccountAndMinute: 8 } }));

Deno.test("sign-in page that refuses an attempt has a Retry-After header", () =>
  withSite(async (site) => {
    await anAccount(site);
    const visitor = site.visitor();
    for (let done = 0; done < 5; done++) await visitor.signIn("ada@bailleur.fr", "mauvais mot");
    const refused = await visitor.signIn();
    strictEqual(refused.status, 429);
    deepStrictEqual(WAIT_HEADERS.map((name) => refused.headers.get(name)), ["60", "60"]);
    ok(refused.text.includes("Trop de tentatives"), refused.text);
  }));
