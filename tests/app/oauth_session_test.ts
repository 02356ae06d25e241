import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import type { NamedCall } from "@/lib/api/call.ts";
import { CALLS, type Input } from "@/lib/app/catalogue.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import {
  anAccount,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { answerOf } from "@/tests/helpers/fixtures.ts";

// @spec accounts.temptoken
Deno.test("?temptoken= is exchanged once for a session, and removed from the address", () =>
  withSite(async (site) => {
    await anAccount(site);
    const { token } = await signedIn(site);
    const visitor = site.visitor();
    const landed = await visitor.get(`/login?temptoken=${token}&back=%2Faccount`);
    deepStrictEqual([landed.status, landed.headers.get("location")], [
      303,
      "/login?back=%2Faccount",
    ]);
    strictEqual(landed.headers.get("referrer-policy"), "no-referrer");
    strictEqual(landed.headers.get("cache-control"), "no-store");
    match(landed.headers.getSetCookie().join(), /^session=[\w-]{43};/);
    strictEqual((await visitor.get("/account")).status, 200);
    const again = await site.visitor().get(`/login?temptoken=${token}`);
    strictEqual(again.headers.get("location"), "/login?refused=temptoken");
    const page = await site.visitor().get("/login?refused=temptoken");
    match(page.text, /Ce lien de connexion a déjà servi ou n’est plus valable/);
    const left = await Array.fromAsync(site.store.list({ prefix: ["token"] }));
    strictEqual(left.length, 0, "no token is left behind the session");
  }, { oauth: true }));

// @spec accounts.temptoken
Deno.test("?temptoken= renews the session of a signed-in user, which a used one leaves; outside OAuth mode it is ignored", async () => {
  await withSite(async (site) => {
    await anAccount(site);
    await anAccount(site, { email: "eve@bailleur.fr" });
    const visitor = await site.signIn();
    const { token } = await signedIn(site);
    const before = await sessionIds(site);
    const landed = await visitor.get(`/account?temptoken=${token}`);
    strictEqual(landed.headers.get("location"), "/account");
    const after = await sessionIds(site);
    deepStrictEqual([before.length, after.length, before[0] === after[0]], [1, 1, false]);
    const used = await visitor.get(`/account?temptoken=${token}`);
    strictEqual(used.headers.get("location"), "/account");
    deepStrictEqual(await sessionIds(site), after);
    const { token: other } = await signedIn(site, "eve@bailleur.fr");
    await visitor.get(`/account?temptoken=${other}`);
    match((await visitor.get("/account")).text, /eve@bailleur\.fr/);
    strictEqual((await sessionIds(site)).length, 1);
  }, { oauth: true });
  await withSite(async (site) => {
    await anAccount(site);
    const { token } = await signedIn(site);
    strictEqual((await site.visitor().get(`/login?temptoken=${token}`)).status, 200);
    const refused = await site.visitor().get(`/account?temptoken=${token}`);
    ok(refused.headers.get("location")?.startsWith("/login?back="));
    strictEqual(refused.headers.getSetCookie().length, 0);
  });
});

/** The stored sessions, by the hash of their id. */
async function sessionIds({ store }: TestPlatform): Promise<string[]> {
  const entries = await Array.fromAsync(store.list({ prefix: ["session"] }));
  return entries.map(({ key }) => String(key.at(-1)));
}

/** A host in OAuth mode that numbers its tokens. */
function anOAuthHost() {
  const grants: string[] = [];
  const shown: (string | null)[] = [];
  const host = {
    kind: "other-host" as const,
    origin: "http://127.0.0.1:1",
    ask: ({ name }: NamedCall, input: unknown, token: string | null) => {
      if (name !== "getOAuthToken") shown.push(token);
      if (name === "getOAuthToken") {
        // The call's own input.
        const { body } = input as Input<"getOAuthToken">;
        grants.push(body.grant_type === "refresh_token" ? body.refresh_token : "password");
      }
      const answer = name === "getOAuthToken"
        ? {
          access_token: `access-${grants.length}`,
          refresh_token: `refresh-${grants.length}`,
          expires_in: 3_600,
        }
        : { email: "ada@ailleurs.fr", forename: "Ada", surname: "D" };
      // The host of the test answers two calls only.
      return Promise.resolve({ ok: true as const, answer: answer as never });
    },
  };
  return { host, grants, shown };
}

// @spec accounts.oauth-tokens
Deno.test("session at a host in OAuth mode exchanges its token 10 s before it expires, once for all concurrent requests", () => {
  const { host, grants, shown } = anOAuthHost();
  return withPlatform(async (built: TestPlatform) => {
    const { platform, clock, store } = built;
    const { id } = await platform.sessionForOAuth({
      access_token: "access-0",
      refresh_token: "refresh-0",
      expires_in: 3_600,
    });
    const ask = async () => {
      const caller = await platform.identities.bySession(id);
      const context = { caller, clientAddress: "", requestId: "" };
      return await platform.dispatcher.answer(CALLS.getMe, {}, context);
    };
    await ask();
    clock.advance(3_589_999);
    await ask();
    deepStrictEqual(grants, []);
    clock.advance(1);
    await Promise.all(Array.from({ length: 25 }, ask));
    await ask();
    deepStrictEqual(grants, ["refresh-0"]);
    deepStrictEqual([...new Set(shown)], ["access-0", "access-1"]);
    strictEqual(shown.filter((token) => token === "access-0").length, 3);
    for await (const { value } of store.list({ prefix: [] })) {
      ok(!/access-|refresh-0/.test(JSON.stringify(value)));
    }
  }, { upstream: host, oauth: true });
});

Deno.test("the sign-in page requests OAuth tokens from a host in OAuth mode", () => {
  const { host, grants } = anOAuthHost();
  return withPlatform(async ({ platform }) => {
    const given = await answerOf(platform.dispatcher.answer(CALLS.getOAuthToken, {
      body: {
        grant_type: "password",
        client_id: "pages",
        scope: "",
        username: "ada@ailleurs.fr",
        password: "x",
      },
    }, { caller: { kind: "anonymous" }, clientAddress: "", requestId: "" }));
    const { id } = await platform.sessionForOAuth(given);
    strictEqual((await platform.identities.bySession(id)).kind, "account");
    deepStrictEqual(grants, ["password"]);
  }, { upstream: host, oauth: true });
});

for (const oauth of [false, true]) {
  Deno.test(`sign-in at a host ${oauth ? "in OAuth mode " : ""}that does not name its user says so, and opens no session`, () => {
    const { status, message } = ERRORS["upstream-unreachable"];
    const tokens = { access_token: "a", refresh_token: "b", expires_in: 3_600, token: "c" };
    const ask = ({ name }: NamedCall) => {
      const result = name === "getMe"
        ? { ok: false, code: "upstream-unreachable", status, message } as const
        // The host of the test answers two calls only.
        : { ok: true as const, answer: tokens as never };
      return Promise.resolve(result);
    };
    const upstream = { kind: "other-host", origin: "http://127.0.0.1:1", ask } as const;
    return withSite(async ({ visitor }) => {
      const form = { email: "ada@bailleur.fr", password: "motdepasse" };
      const page = await visitor().post("/login", form);
      strictEqual(page.status, status);
      match(page.text, /Le serveur qui détient les données ne répond pas/);
      deepStrictEqual(page.headers.getSetCookie(), []);
    }, { upstream, oauth });
  });
}
