import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { Platform } from "@/lib/app/platform.ts";
import { DEMO_ACCOUNTS } from "@/lib/demo/seed/accounts.ts";
import { FIRST_CONFIG } from "@/lib/heating_control/setpoints.ts";
import { ANONYMOUS } from "@/lib/identity/caller.ts";
import { TOKEN_MS } from "@/lib/identity/tokens.ts";
import { keys } from "@/lib/store/keys.ts";
import { anAccount, callAs, PASSWORD, signedIn, withPlatform } from "@/tests/helpers/a_platform.ts";
import { aMember, PROJECT } from "@/tests/helpers/a_residence.ts";
import { answerOf, codeOfCall } from "@/tests/helpers/fixtures.ts";

const WRONG = { email: "ada@bailleur.fr", password: "autre chose" };

Deno.test("login returns a token for the right password, ignoring the case of the address", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const { ask } = await signedIn(built, "  ADA@Bailleur.FR ");
    deepStrictEqual(await ask("getMe", {}), {
      ok: true,
      answer: {
        email: "ada@bailleur.fr",
        forename: "Ada",
        surname: "Durand",
        platformAdmin: false,
        isUnproven: false,
        pendingEmail: null,
      },
    });
  }));

Deno.test("login reports which of address and password is wrong, in the words of the specification", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const ask = callAs(built, ANONYMOUS);
    const unknown = await ask("login", { body: { ...WRONG, email: "eve@ailleurs.fr" } });
    deepStrictEqual(unknown, {
      ok: false,
      code: "user-not-found",
      status: 401,
      message: "User not found",
    });
    const wrong = await ask("login", { body: WRONG });
    deepStrictEqual(wrong, {
      ok: false,
      code: "bad-password",
      status: 401,
      message: "Bad password",
    });
  }));

Deno.test("login counts exactly under 32 concurrent calls: 5 an account, 20 an address", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const ask = callAs(built, ANONYMOUS);
    const one = await Promise.all(Array.from({ length: 32 }, () => ask("login", { body: WRONG })));
    strictEqual(one.filter((result) => !result.ok && result.code === "bad-password").length, 5);
    const many = await Promise.all(
      Array.from(
        { length: 32 },
        (_, index) => ask("login", { body: { ...WRONG, email: `nobody${index}@ailleurs.fr` } }),
      ),
    );
    strictEqual(many.filter((result) => !result.ok && result.code === "user-not-found").length, 15);
  }));

// @spec accounts.token-life
Deno.test("token is valid until it expires, is refreshed once, and ends at logout", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const { ask, token } = await signedIn(built);
    deepStrictEqual(await ask("checkToken", {}), { ok: true, answer: { shouldRefresh: false } });
    built.clock.advance(TOKEN_MS / 2);
    deepStrictEqual(await ask("checkToken", {}), { ok: true, answer: { shouldRefresh: true } });
    const fresh = await ask("refreshToken", {});
    ok(fresh.ok && fresh.answer.token !== token);
    const again = await ask("refreshToken", {});
    strictEqual(!again.ok && again.status, 401);
    const { identities } = built.platform;
    const renewed = callAs(built, await identities.byToken(fresh.answer.token, "header"));
    deepStrictEqual(await renewed("logout", {}), { ok: true, answer: null });
    strictEqual((await identities.byToken(fresh.answer.token, "header")).kind, "anonymous");
  }));

// @spec calls.order
Deno.test("access is decided before the input is parsed", () =>
  withPlatform(async (built) => {
    await anAccount(built);
    const anonymous = callAs(built, ANONYMOUS);
    strictEqual(await codeOfCall(anonymous("listDocumentsLate", { orgId: "o1" })), "not-signed-in");
    const { ask } = await signedIn(built);
    const { ask: pilot } = await aMember(built, {
      email: "pilot@bailleur.fr",
      roles: ["pilot:write"],
    });
    const input = {
      projectId: PROJECT,
      moduleId: "m1",
      body: { ...FIRST_CONFIG, temp_conf: NaN, isDefault: false },
    };
    const refusals = await Promise.all([ask, pilot].map((by) => by("putModuleConfig", input)));
    deepStrictEqual(refusals.map((one) => one.ok ? "ok" : one.code), [
      "not-found",
      "invalid-input",
    ]);
    strictEqual(await codeOfCall(ask("getProject", { projectId: "x".repeat(500) })), "not-found");
  }));

Deno.test("an internal error answers 'Unknown error' without its cause, and is reported", () =>
  withPlatform(async (built) => {
    const id = await anAccount(built);
    const { ask } = await signedIn(built);
    await built.store.atomic().set(keys.account(id), "not an account").commit();
    deepStrictEqual(await ask("getMe", {}), {
      ok: false,
      code: "unknown-error",
      status: 500,
      message: "Unknown error",
      unread: [`account/${id}`],
    });
    strictEqual(built.faults.splice(0).length, 1);
  }));

// Of SQLite, for a disk that becomes read-only; of Deno KV, for a file that was read-only when it was opened.
const READ_ONLY = [
  "attempt to write a readonly database",
  "Can not write to a read-only database.",
];

for (const words of READ_ONLY) {
  Deno.test(`store that cannot be written answers 503: ${words}`, () =>
    withPlatform(async (built) => {
      await anAccount(built);
      const { tokens } = built.platform;
      tokens.issue = () => Promise.reject(new TypeError(words));
      const body = { email: "ada@bailleur.fr", password: PASSWORD };
      const result = await callAs(built, ANONYMOUS)("login", { body });
      strictEqual(!result.ok && result.status, 503);
      strictEqual(built.faults.splice(0).length, 1);
      strictEqual(!result.ok && result.code, "store-unavailable");
    }));
}

Deno.test("the demo shows the landlord 22 residences and the pilot user one", () =>
  withPlatform(async (built) => {
    for (
      const [account, count] of [[DEMO_ACCOUNTS.landlord, 22], [DEMO_ACCOUNTS.pilot, 1]] as const
    ) {
      const { ask, caller } = await signedIn(built, account.email, account.password);
      strictEqual(caller.kind === "account" && caller.demo, true);
      const orgs = await answerOf(ask("listOrgs", {}));
      strictEqual(orgs.length, 1);
      const projects = await answerOf(ask("listProjects", { orgId: orgs[0]?.id ?? "" }));
      strictEqual(projects.length, count);
    }
  }, { demo: true }));

Deno.test("the demo isolates the writes of each visit", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.landlord;
    const mine = await signedIn(built, email, password);
    const other = await signedIn(built, email, password);
    const read = await answerOf(mine.ask("getProjectSettings", { projectId: "p01" }));
    const body = { ...read, name: "Les Tilleuls rénovés" };
    deepStrictEqual(await mine.ask("putProjectSettings", { projectId: "p01", body }), {
      ok: true,
      answer: null,
    });
    const names = await Promise.all([mine, other].map(async ({ ask }) => {
      return (await answerOf(ask("getProject", { projectId: "p01" }))).name;
    }));
    deepStrictEqual(names, ["Les Tilleuls rénovés", "Les Tilleuls"]);
  }, { demo: true }));

Deno.test("visit of the demo continues in another process, and after a restart", () =>
  withPlatform(async (built) => {
    const { email, password } = DEMO_ACCOUNTS.pilot;
    const { token } = await signedIn(built, email, password);
    const platform = new Platform(built.platform.options);
    const caller = await platform.identities.byToken(token, "header");
    const ask = callAs({ ...built, platform }, caller);
    const projects = await answerOf(ask("listProjects", { orgId: "demo" }));
    await platform.close();
    strictEqual(projects.length, 1);
  }, { demo: true }));
