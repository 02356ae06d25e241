import { HttpError } from "fresh";
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { readConfig } from "@/fresh.config.ts";
import type { NamedCall } from "@/lib/api/call.ts";
import { CallerRolesCache } from "@/lib/app/caller_roles.ts";
import { CALLS, type Input } from "@/lib/app/catalogue.ts";
import { session, signIn, signOut } from "@/lib/app/session.ts";
import { ERRORS } from "@/lib/base/errors.ts";
import { type AccountRoles, memberCaller } from "@/lib/identity/caller.ts";
import { type Scope, Versions } from "@/lib/store/cache.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { readSubmission, seeOther } from "@/lib/web/form_submission.ts";
import { SecureApp } from "@/lib/web/secure_app.ts";
import { arrival, type State } from "@/lib/web/state.ts";
import {
  anAccount,
  PASSWORD,
  signedIn,
  type TestPlatform,
  withPlatform,
} from "@/tests/helpers/a_platform.ts";
import { aProject, ORG } from "@/tests/helpers/a_residence.ts";
import { withSite } from "@/tests/helpers/a_site.ts";
import { answerOf, type HandClock, withStore } from "@/tests/helpers/fixtures.ts";
import { muted } from "@/tests/tools/folders.ts";

const SITE = "http://127.0.0.1:8000";

/** An app with a sign-in form, a page that shows the user, a slow page, and the sign-out form. */
function aSite(
  { platform }: TestPlatform,
  env: Record<string, string> = {},
  slowPage: () => Promise<void> = () => Promise.resolve(),
) {
  const config = readConfig({ ACCESS_LOG: "off", ...env });
  return new SecureApp<State>(config)
    .use(arrival(config))
    .use(session(platform))
    .post("/login", async (ctx) => {
      const { values } = await readSubmission(ctx, ["email", "password"]);
      const result = await signIn(ctx.state, values);
      return result.ok ? seeOther(ctx, "/", result.answer) : new Response(null, result);
    })
    .post("/logout", async (ctx) => seeOther(ctx, "/", await signOut(ctx.state)))
    .get("/", async ({ state }) => Response.json(await state.api.call(CALLS.getMe, {})))
    .get("/slow", async (ctx) => {
      await slowPage();
      return ctx.text("slow");
    })
    .get("/fault", () => {
      throw new Error("a fault of ours");
    })
    .get("/hidden", () => {
      throw new HttpError(404);
    })
    .handler();
}

function form(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { origin: SITE, ...headers },
  };
}

const CREDENTIALS = { email: "ada@bailleur.fr", password: PASSWORD };
const OTHER_CREDENTIALS = { email: "bea@bailleur.fr", password: PASSWORD };

type Ask = ReturnType<typeof aSite>;

/** The cookie that an answer sets, as its browser sends it. */
function cookieOf({ headers }: Response): string {
  return headers.get("set-cookie")?.split(";")[0] ?? "";
}

/** Signs in by the form, with the cookie that the browser has. @returns the cookie of the session */
async function signedInBy(ask: Ask, cookie = ""): Promise<string> {
  return cookieOf(await ask(new Request(`${SITE}/login`, form(CREDENTIALS, { cookie }))));
}

/** The user whom the page shows to a browser. */
async function meBy(ask: Ask, cookie: string) {
  return await (await ask(new Request(`${SITE}/`, { headers: { cookie } }))).json();
}

Deno.test("form signs in, the page shows the user, and signing out ends the session", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const ask = aSite(built);
    const signed = await ask(new Request(`${SITE}/login`, form(CREDENTIALS)));
    strictEqual(signed.status, 303);
    const cookie = signed.headers.get("set-cookie") ?? "";
    match(cookie, /^session=[\w-]{43}; Path=\/; SameSite=Lax; HttpOnly; Max-Age=604800$/);
    const own = cookieOf(signed);
    strictEqual((await meBy(ask, own)).answer.email, "ada@bailleur.fr");
    const out = await ask(new Request(`${SITE}/logout`, form({}, { cookie: own })));
    match(out.headers.get("set-cookie") ?? "", /^session=; .*Max-Age=0$/);
    strictEqual((await meBy(ask, own)).code, "not-signed-in");
  }));

Deno.test("each sign-in has a new id, and the browser's previous one is no longer valid", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const ask = aSite(built);
    const first = await signedInBy(ask, "session=planted-by-somebody-else");
    const second = await signedInBy(ask, first);
    notStrictEqual(first, second);
    deepStrictEqual([(await meBy(ask, first)).ok, (await meBy(ask, second)).ok], [false, true]);
  }));

// @spec accounts.renewed-session
Deno.test("an internal error and a thrown refusal also renew the session after a change of rights", () =>
  withPlatform(async (built) => {
    const accountId = await anAccount(built);
    const ask = aSite(built);
    let cookie = await signedInBy(ask);
    const said = muted();
    for (const [path, status] of [["/fault", 500], ["/hidden", 404]] as const) {
      await built.platform.versions.bump([{ kind: "account", id: accountId }]);
      const answer = await ask(new Request(`${SITE}${path}`, { headers: { cookie } }));
      strictEqual(answer.status, status);
      const given = cookieOf(answer);
      notStrictEqual(given, cookie);
      match(given, /^session=[\w-]{43}$/);
      cookie = given;
      built.clock.advance(11_000);
      strictEqual((await meBy(ask, cookie)).answer?.email, CREDENTIALS.email, path);
    }
    said.restore();
  }));

// @spec accounts.renewed-session
Deno.test("page being rendered while its reader signs out, or another account signs in, sets no session", () =>
  withPlatform(async (built) => {
    const accountId = await anAccount(built);
    await anAccount(built, { email: "bea@bailleur.fr" });
    for (const [path, fields] of [["/logout", {}], ["/login", OTHER_CREDENTIALS]] as const) {
      const started = Promise.withResolvers<void>();
      const sent = Promise.withResolvers<void>();
      const ask = aSite(built, {}, () => {
        started.resolve();
        return sent.promise;
      });
      const headers = { cookie: await signedInBy(ask) };
      await built.platform.versions.bump([{ kind: "account", id: accountId }]);
      const slow = ask(new Request(`${SITE}/slow`, { headers }));
      await started.promise;
      strictEqual((await ask(new Request(SITE + path, form(fields, headers)))).status, 303);
      sent.resolve();
      deepStrictEqual((await slow).headers.getSetCookie(), [], path);
    }
  }));

Deno.test("with another host the session stores its token encrypted, and sends it to that host only", () => {
  const shown: (string | null)[] = [];
  const upstream = {
    kind: "other-host" as const,
    origin: "http://127.0.0.1:1",
    ask: ({ name }: NamedCall, _input: unknown, token: string | null) => {
      shown.push(token);
      const answer = name === "login"
        ? { token: "their-token" }
        : { email: "ada@ailleurs.fr", forename: "Ada", surname: "D" };
      // The host of the test answers two calls only.
      return Promise.resolve({ ok: true as const, answer: answer as never });
    },
  };
  return withPlatform(async (built) => {
    const ask = aSite(built);
    const me = await meBy(ask, await signedInBy(ask));
    strictEqual(me.answer.email, "ada@ailleurs.fr");
    deepStrictEqual(shown, [null, "their-token", "their-token"]);
    for await (const { value } of built.store.list({ prefix: [] })) {
      ok(!JSON.stringify(value).includes("their-token"));
    }
  }, { upstream });
});

const ADA = "a1";
const DIRECT = "direct";
const TAGGED = "tagged";
const HIDDEN = "hidden";

interface Membership {
  readonly store: Store;
  readonly clock: HandClock;
  readonly roles: AccountRoles;
  bump(...scopes: Scope[]): Promise<unknown>;
}

/**
 * Ada has a role on one residence, and another on those with a tag, by a team; a team without her has roles on all.
 */
function withGrants(test: (membership: Membership) => Promise<void>): Promise<void> {
  return withStore(async (store, clock) => {
    const atomic = store.atomic().set(keys.member(ORG, ADA), { isAdmin: false })
      .set(keys.roles(DIRECT, ADA), ["collect:display:read"])
      .set(keys.team(ORG, "t1"), aTeam([ADA], ["north"]))
      .set(keys.team(ORG, "t2"), aTeam(["a2"], []));
    for (const projectId of [DIRECT, HIDDEN, TAGGED]) {
      const tags = projectId === TAGGED ? ["north"] : [];
      atomic.set(keys.project(projectId), { ...aProject(), tags })
        .set(keys.projectOfOrg(ORG, projectId), true);
    }
    await atomic.commit();
    const versions = new Versions(store, clock.now);
    const roles = new CallerRolesCache(store, versions, clock.now).of(memberCaller(ADA));
    await test({ store, clock, roles, bump: (...scopes) => versions.bump(scopes) });
  });
}

function aTeam(accountIds: readonly string[], tags: readonly string[]) {
  return { name: "", roles: ["collect:housesconsreport:read"], accountIds, tags };
}

async function visible(roles: AccountRoles): Promise<string[]> {
  return [...(await roles.rolesByProject(ORG)).keys()];
}

// @spec roles.effective
Deno.test("CallerRolesCache lists the residences where a member has a role, their own or of their teams", () =>
  withGrants(async ({ roles }) => {
    deepStrictEqual(await visible(roles), [DIRECT, TAGGED]);
    strictEqual((await roles.rolesOn(DIRECT)).has("collect:display:read"), true);
    strictEqual((await roles.rolesOn(DIRECT)).has("collect:housesconsreport:read"), false);
    strictEqual((await roles.rolesOn(TAGGED)).has("collect:housesconsreport:read"), true);
    strictEqual((await roles.rolesOn(HIDDEN)).size, 0);
  }));

Deno.test("CallerRolesCache follows each change of a membership, a role or a tag, whichever version it changes", () =>
  withGrants(async ({ store, roles, bump }) => {
    const account = { kind: "account", id: ADA } as const;
    const org = { kind: "org", id: ORG } as const;
    deepStrictEqual(await visible(roles), [DIRECT, TAGGED]);
    await store.atomic().delete(keys.roles(DIRECT, ADA)).commit();
    await bump(account);
    deepStrictEqual(await visible(roles), [TAGGED]);
    await store.atomic().set(keys.project(TAGGED), aProject()).commit();
    await bump(org, { kind: "project", id: TAGGED });
    deepStrictEqual(await visible(roles), []);
    await store.atomic().set(keys.team(ORG, "t1"), aTeam([ADA], [])).commit();
    await bump(org);
    deepStrictEqual(await visible(roles), [DIRECT, HIDDEN, TAGGED]);
    await store.atomic().delete(keys.member(ORG, ADA)).commit();
    await bump(account);
    deepStrictEqual(await visible(roles), []);
  }));

Deno.test("CallerRolesCache sees the write of another program after a minute, and on a residence after ten", () =>
  withGrants(async ({ store, clock, roles }) => {
    deepStrictEqual(await visible(roles), [DIRECT, TAGGED]);
    await store.atomic().delete(keys.roles(DIRECT, ADA)).delete(keys.team(ORG, "t1")).commit();
    clock.advance(60_000);
    deepStrictEqual(await visible(roles), [DIRECT]);
    clock.advance(540_000);
    deepStrictEqual(await visible(roles), []);
  }));

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
