import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { AccountToken } from "@/lib/backend/accounts/records.ts";
import { TOKEN_MS, Tokens } from "@/lib/backend/accounts/tokens.ts";
import { aClock, withStore } from "@/tests/backend/fixtures.ts";

const HOLDER = {
  accountId: "a1",
  email: "a@b.fr",
  platformAdmin: false,
  visitorId: null,
};

const OWNER = { projectId: "p1", visitorId: null };

async function accountToken(tokens: Tokens, token: string): Promise<AccountToken> {
  const record = await tokens.read(token);
  ok(record?.kind === "account");
  return record;
}

Deno.test("Tokens.read() knows a token until its last millisecond", () =>
  withStore(async (store) => {
    const clock = aClock();
    const tokens = new Tokens(store, clock.now);
    const token = await tokens.issue(HOLDER) ?? "";
    clock.advance(TOKEN_MS - 1);
    ok(await tokens.read(token));
    clock.advance(1);
    strictEqual(await tokens.read(token), null);
  }));

Deno.test("Tokens.shouldRefresh() from half the life on", () =>
  withStore(async (store) => {
    const clock = aClock();
    const tokens = new Tokens(store, clock.now);
    const record = await accountToken(tokens, await tokens.issue(HOLDER) ?? "");
    clock.advance(TOKEN_MS / 2 - 1);
    strictEqual(tokens.shouldRefresh(record), false);
    clock.advance(1);
    strictEqual(tokens.shouldRefresh(record), true);
  }));

Deno.test("Tokens.refresh() gives one new token however many ask at once", () =>
  withStore(async (store) => {
    const clock = aClock();
    const tokens = new Tokens(store, clock.now);
    const token = await tokens.issue(HOLDER) ?? "";
    const fresh = await Promise.all(Array.from({ length: 50 }, () => tokens.refresh(token)));
    const given = fresh.filter((one) => one !== null);
    strictEqual(given.length, 1);
    strictEqual((await accountToken(tokens, given[0] ?? "")).accountId, "a1");
  }));

Deno.test("Tokens.refresh() leaves the old token ten seconds, and it is refreshed no more", () =>
  withStore(async (store) => {
    const clock = aClock();
    const tokens = new Tokens(store, clock.now);
    const token = await tokens.issue(HOLDER) ?? "";
    await tokens.refresh(token);
    strictEqual(await tokens.refresh(token), null);
    clock.advance(9_999);
    ok(await tokens.read(token));
    clock.advance(1);
    strictEqual(await tokens.read(token), null);
  }));

Deno.test("Tokens.revokeForIngest() ends a collector's token of that project only", () =>
  withStore(async (store) => {
    const tokens = new Tokens(store, aClock().now);
    const name = { name: "Telegraf", createdBy: "a@b.fr" };
    const { token, tokenId } = await tokens.issueForIngest(OWNER, name);
    strictEqual(await tokens.revokeForIngest({ ...OWNER, projectId: "p2" }, tokenId), false);
    deepStrictEqual((await tokens.ingestTokensOf(OWNER)).map((row) => row.name), ["Telegraf"]);
    strictEqual(await tokens.revokeForIngest(OWNER, tokenId), true);
    deepStrictEqual([await tokens.read(token), await tokens.ingestTokensOf(OWNER)], [null, []]);
  }));
