import { deepStrictEqual, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { anAccount, signedIn } from "@/tests/helpers/a_platform.ts";
import { type Site, withSite } from "@/tests/helpers/a_site.ts";

/** The account's session as its browser has it, read without a cache. */
async function cookieOf(site: Site): Promise<{ cookie: string; accountId: string }> {
  const accountId = await anAccount(site);
  const { token } = await signedIn(site);
  const { id } = await site.platform.sessionFor(token);
  return { cookie: `session=${id}`, accountId };
}

async function asked(site: Site, cookie: string): Promise<{ status: number; next: string | null }> {
  const request = new Request("http://127.0.0.1:8000/account", { headers: { cookie } });
  const answer = await site.handler(request);
  await answer.body?.cancel();
  const line = answer.headers.getSetCookie().find((one) => one.startsWith("session="));
  return { status: answer.status, next: line?.split(";")[0] ?? null };
}

Deno.test("session gets another id once its account's rights have changed, and only then", () =>
  withSite(async (site) => {
    const { cookie, accountId } = await cookieOf(site);
    deepStrictEqual(await asked(site, cookie), { status: 200, next: null });
    await site.platform.versions.bump([{ kind: "account", id: accountId }]);
    const { next } = await asked(site, cookie);
    ok(next);
    notStrictEqual(next, cookie);
    deepStrictEqual(await asked(site, next), { status: 200, next: null });
  }));

Deno.test("the previous id is valid for ten more seconds, and ends with the account's sessions", () =>
  withSite(async (site) => {
    const { cookie, accountId } = await cookieOf(site);
    await site.platform.versions.bump([{ kind: "account", id: accountId }]);
    const { next } = await asked(site, cookie);
    deepStrictEqual(await asked(site, cookie), { status: 200, next });
    site.clock.advance(10_000);
    strictEqual((await asked(site, cookie)).status, 303);
    strictEqual((await asked(site, next ?? "")).status, 200);
    await site.platform.sessions.endAllOf({ accountId, visitorId: null });
    strictEqual((await asked(site, next ?? "")).status, 303);
  }));
