import { deepStrictEqual, match, ok, strictEqual } from "node:assert/strict";
import { newSecret } from "@/lib/base/secrets.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { DEMO_ORG } from "@/lib/demo/seed/people.ts";
import { anAccount, PASSWORD, signedIn } from "@/tests/helpers/a_platform.ts";
import { json, withApp } from "@/tests/helpers/an_app.ts";
import { LOCATION } from "@/tests/helpers/drafts.ts";

const CREDENTIALS = { email: "ada@bailleur.fr", password: PASSWORD };

Deno.test("POST /api/auth/login answers a token, or 401 with code and message", () =>
  withApp(async (ask, built) => {
    await anAccount(built);
    const good = await ask("/api/auth/login", json(CREDENTIALS));
    strictEqual(good.status, 200);
    match((await good.json()).token, /^[\w-]{43}$/);
    const bad = await ask("/api/auth/login", json({ ...CREDENTIALS, password: "x" }));
    strictEqual(bad.status, 401);
    deepStrictEqual(await bad.json(), { code: "bad-password", message: "Bad password" });
  }));

// @spec calls.tokens
Deno.test("the token is accepted in X-AuthToken, as a bearer, and in the query of a read only", () =>
  withApp(async (ask, built) => {
    await anAccount(built);
    const { token } = await signedIn(built);
    const statuses = await Promise.all([
      ask("/api/auth/me", { headers: { "X-AuthToken": token } }),
      ask("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } }),
      ask(`/api/auth/me?authtoken=${token}`),
      ask(`/api/auth/check?authtoken=${token}`, { method: "POST" }),
      ask("/api/auth/me", { headers: { "X-AuthToken": newSecret() } }),
      ask("/api/auth/me"),
    ]).then((answers) => answers.map(({ status }) => status));
    deepStrictEqual(statuses, [200, 200, 200, 401, 401, 401]);
  }));

Deno.test("body is refused when it is not JSON, of another type, or too large", () =>
  withApp(async (ask) => {
    const post = (body: string, type: string) =>
      ask("/api/auth/login", { method: "POST", body, headers: { "content-type": type } });
    strictEqual((await post("{", "application/json")).status, 400);
    strictEqual((await post(JSON.stringify(CREDENTIALS), "text/plain")).status, 415);
    strictEqual((await post("x".repeat(2_000_000), "application/json")).status, 413);
    const wrong = await post('{"email":"nobody","password":""}', "application/json");
    strictEqual(wrong.status, 400);
    const said = await wrong.json();
    strictEqual(said.code, "invalid-input");
    deepStrictEqual(said.issues.map((issue: { path: string }) => issue.path), [
      "body.email",
      "body.password",
    ]);
  }));

Deno.test("access is decided before the body is read", () =>
  withApp(async (ask) => {
    const post = (body: string, type: string) =>
      ask("/api/auth/change-name", { method: "POST", body, headers: { "content-type": type } });
    const answers = await Promise.all([
      post("{", "application/json"),
      post("name=x", "text/plain"),
      post("x".repeat(2_000_000), "application/json"),
    ]);
    deepStrictEqual(answers.map(({ status }) => status), [401, 401, 401]);
  }));

Deno.test("an unknown path is 404, another method 405 with the allowed ones, an invalid encoding 400", () =>
  withApp(async (ask, built) => {
    const unknown = await ask("/api/collect/nothing");
    strictEqual(unknown.status, 404);
    deepStrictEqual(await unknown.json(), { code: "not-found", message: "Not found" });
    const method = await ask("/api/auth/login");
    deepStrictEqual([method.status, method.headers.get("allow")], [405, "POST"]);
    strictEqual((await ask("/api/collect/orgs/%E0%A4%A/projects")).status, 400);
    await anAccount(built);
  }));

// @spec calls.not-implemented
Deno.test("in the demo an unknown path answers 'Not implemented: {path}'", () =>
  withApp(async (ask, built) => {
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const { token } = await signedIn(built, email, password);
    const answer = await ask("/api/collect/nothing", { headers: { "X-AuthToken": token } });
    strictEqual(answer.status, 404);
    strictEqual((await answer.json()).message, "Not implemented: /api/collect/nothing");
  }, { demo: true }));

Deno.test("read has an ETag and is cached for its own user only; a repeated one is 304", () =>
  withApp(async (ask, built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const { token } = await signedIn(built, email, password);
    const headers = { "X-AuthToken": token };
    const first = await ask("/api/collect/orgs/demo/projects", { headers });
    strictEqual(first.headers.get("cache-control"), "private, no-cache");
    strictEqual((await first.json()).length, 22);
    const etag = first.headers.get("etag") ?? "";
    const again = await ask("/api/collect/orgs/demo/projects", {
      headers: { ...headers, "if-none-match": etag },
    });
    strictEqual(again.status, 304);
    const head = await ask("/api/collect/orgs/demo/projects", { method: "HEAD", headers });
    deepStrictEqual([head.status, await head.text()], [200, ""]);
  }, { demo: true }));

// @spec calls.created-id
Deno.test("a creation answers 201 and the new id in x-created-id", () =>
  withApp(async (ask, built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const { token } = await signedIn(built, email, password);
    const headers = { "X-AuthToken": token, "content-type": "application/json" };
    const body = JSON.stringify({ name: "Les Lilas", code: "9999", location: LOCATION, tags: [] });
    const created = await ask("/api/collect/orgs/demo/projects", { method: "POST", headers, body });
    strictEqual(created.status, 201);
    const id = created.headers.get("x-created-id");
    deepStrictEqual(await created.json(), { id });
    const read = await ask(`/api/collect/projects/${id}/settings`, { headers });
    strictEqual((await read.json()).name, "Les Lilas");
    const taken = await ask("/api/collect/orgs/demo/projects", { method: "POST", headers, body });
    deepStrictEqual([taken.status, (await taken.json()).code], [409, "code-taken"]);
  }, { demo: true }));

Deno.test("forged cookie is anonymous, and a session's id is not a token", () =>
  withApp(async (ask, built) => {
    await anAccount(built);
    const { token } = await signedIn(built);
    const { id } = await built.platform.sessionFor(token);
    for (const forged of [newSecret(), "", `${id}x`, "%00", token]) {
      const answer = await ask("/api/auth/me", { headers: { cookie: `session=${forged}` } });
      strictEqual(answer.status, 401, forged);
    }
    strictEqual((await ask("/api/auth/me", { headers: { "X-AuthToken": id } })).status, 401);
  }));

Deno.test("the report of a dwelling is a PDF over HTTP, for a user with the role", () =>
  withApp(async (ask, built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const { token } = await signedIn(built, email, password);
    const headers = { "X-AuthToken": token };
    const answer = await ask(
      "/api/collect/projects/p01/housing/consreport/by-house/p01-l001/pdf/2025-01",
      { headers },
    );
    strictEqual(answer.status, 200);
    strictEqual(answer.headers.get("content-type"), "application/pdf");
    ok((await answer.text()).startsWith("%PDF-1.7"));
    const elsewhere = await ask(
      "/api/collect/projects/other/housing/consreport/by-house/p01-l001/pdf/2025-01",
      { headers },
    );
    strictEqual(elsewhere.status, 404);
    ok((await elsewhere.json()).code);
  }, { demo: true }));

const { landlord, pilot } = DEMO_ACCOUNTS;
const ORG = `/api/collect/orgs/${DEMO_ORG.id}`;
const NEW = "Un-nouveau-mot-de-passe-42";

// @spec calls.errors, demo.errors
Deno.test("the demo refuses in the words of the specification", () =>
  withApp(async (ask, built) => {
    const { token } = await signedIn(built, landlord.email, landlord.password);
    const messageOf = async (path: string, body: unknown) => {
      const sent = json(body);
      const headers = new Headers(sent.headers);
      headers.set("X-AuthToken", token);
      const answer = await ask(path, { ...sent, headers });
      return `${answer.status} ${(await answer.json()).message}`;
    };
    const { forename, surname } = pilot;
    const invited = { email: pilot.email, forename, surname };
    deepStrictEqual([
      await messageOf(`${ORG}/inviteuser`, invited),
      await messageOf(`${ORG}/admins`, { email: "inconnu@demo.example" }),
      await messageOf(`${ORG}/checkuser`, { email: "inconnu@demo.example" }),
      await messageOf("/api/auth/change-email", { email: "autre@demo.example", password: "x" }),
      await messageOf("/api/auth/change-password", { password: NEW, oldpassword: "x" }),
    ], [
      "409 User already exists",
      "400 Unknown user",
      "400 Unknown user",
      "401 Bad password",
      "400 Bad old password",
    ]);
  }, { demo: true }));
