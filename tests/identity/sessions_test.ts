import { deepStrictEqual, notStrictEqual, ok, rejects, strictEqual } from "node:assert/strict";
import { unseal } from "@/lib/base/secrets.ts";
import type { CredentialOwner } from "@/lib/identity/records.ts";
import { SESSION_IDLE_MS, SESSION_MAX_MS, Sessions } from "@/lib/identity/sessions.ts";
import { handedOutTo, Tokens } from "@/lib/identity/tokens.ts";
import type { Store } from "@/lib/store/store.ts";
import { observedStore, storeOn, withLives } from "@/tests/helpers/changed_stores.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";

const HOUR_MS = 3_600_000;

function aHolder(over: Partial<CredentialOwner> = {}): CredentialOwner {
  return { accountId: "a1", email: "a@b.fr", platformAdmin: false, visitorId: null, ...over };
}

interface TwoProcesses {
  clock: HandClock;
  here: Sessions;
  there: Sessions;
  /** Runs once, before the next commit of `here`. */
  beforeCommit(work: () => Promise<unknown>): void;
}

/** Two processes on one store, of which one may write between a read of the other and its commit. */
function withTwoProcesses(
  test: (processes: TwoProcesses & { store: Store }) => Promise<void>,
): Promise<void> {
  return withStore(async (store, clock) => {
    let waiting: (() => Promise<unknown>) | null = null;
    const observed = observedStore(store, async () => {
      const work = waiting;
      waiting = null;
      await work?.();
    });
    await test({
      store,
      clock,
      here: new Sessions(observed, clock.now),
      there: new Sessions(store, clock.now),
      beforeCommit: (work) => waiting = work,
    });
  });
}

interface Place {
  store: Store;
  clock: HandClock;
  sessions: Sessions;
}

function withSessions(test: (place: Place) => Promise<void>): Promise<void> {
  return withStore((store, clock) =>
    test({ store, clock, sessions: new Sessions(store, clock.now) })
  );
}

Deno.test("Sessions.open() returns a new opaque id each time, of which the store contains the hash", () =>
  withSessions(async ({ store, sessions }) => {
    const first = await sessions.open(aHolder());
    const second = await sessions.open(aHolder());
    notStrictEqual(first.id, second.id);
    strictEqual(first.id.length, 43);
    for await (const entry of store.list({ prefix: [] })) {
      const text = JSON.stringify([entry.key, entry.value]);
      ok(!text.includes(first.id) && !text.includes(second.id), text);
    }
    strictEqual((await sessions.read(first.id))?.accountId, "a1");
  }));

// @spec accounts.temptoken
Deno.test("Sessions.open() in place of a token ends it, and fails when it has ended meanwhile", () =>
  withStore(async (store, { now }) => {
    const [sessions, tokens] = [new Sessions(store, now), new Tokens(store, now)];
    const token = await tokens.issue(aHolder()) ?? "";
    const [first, second] = [await tokens.exchangeable(token), await tokens.exchangeable(token)];
    ok(first && second);
    await sessions.open(first.holder, first);
    strictEqual(await tokens.read(token), null);
    await rejects(sessions.open(second.holder, second), TypeError);
    strictEqual((await handedOutTo(store, aHolder())).length, 1);
  }));

Deno.test("Sessions.read() refuses a forged id", () =>
  withSessions(async ({ sessions }) => {
    const { id } = await sessions.open(aHolder());
    const other = id.startsWith("A") ? `B${id.slice(1)}` : `A${id.slice(1)}`;
    for (const forged of ["", "x", other, `${id}x`, id.toLowerCase() + "=", "../session"]) {
      strictEqual(await sessions.read(forged), null, forged);
    }
  }));

Deno.test("Sessions.read() applies the expiry to the millisecond, before the store deletes the entry", () =>
  withSessions(async ({ clock, sessions }) => {
    const { id, expiresAt } = await sessions.open(aHolder({ visitorId: "v1" }));
    clock.advance(expiresAt - clock.now() - 1);
    ok(await sessions.read(id));
    clock.advance(1);
    strictEqual(await sessions.read(id), null);
  }));

// @spec accounts.sessions
Deno.test("Sessions.read() prolongs a session in use, up to seven days", () =>
  withSessions(async ({ clock, sessions }) => {
    const { id } = await sessions.open(aHolder());
    const start = clock.now();
    while (await sessions.read(id)) clock.advance(SESSION_IDLE_MS / 2 + HOUR_MS);
    ok(clock.now() - start >= SESSION_MAX_MS);
    ok(clock.now() - start <= SESSION_MAX_MS + SESSION_IDLE_MS);
  }));

Deno.test("Sessions.read() and renewed() keep a session as it is while the disk is full, and change it afterwards", () =>
  withStore(async (store, clock) => {
    const disk = { isFull: false };
    const sessions = new Sessions(storeOn(disk, store), clock.now);
    const { id, expiresAt } = await sessions.open(aHolder());
    clock.advance(SESSION_IDLE_MS / 2 + HOUR_MS);
    disk.isFull = true;
    strictEqual((await sessions.read(id))?.expiresAt, expiresAt);
    strictEqual(await sessions.renewed(id, "2"), null);
    disk.isFull = false;
    strictEqual((await sessions.read(id))?.expiresAt, clock.now() + SESSION_IDLE_MS);
    ok(await sessions.renewed(id, "2"));
  }));

Deno.test("Sessions.end() applies at once, in another process too", () =>
  withTwoProcesses(async ({ here, there }) => {
    const { id } = await here.open(aHolder());
    ok(await there.read(id));
    await here.end(id);
    deepStrictEqual([await here.read(id), await there.read(id)], [null, null]);
  }));

Deno.test("Sessions.read() does not restore a session that another process ends while it is prolonged", () =>
  withTwoProcesses(async ({ clock, here, there, beforeCommit }) => {
    const { id } = await here.open(aHolder());
    clock.advance(SESSION_IDLE_MS / 2);
    beforeCommit(() => there.end(id));
    await here.read(id);
    strictEqual(await there.read(id), null);
  }));

Deno.test("Sessions.keepToken() replaces the token at once, and does not restore an ended session", () =>
  withTwoProcesses(async ({ here, there, beforeCommit }) => {
    const { id } = await here.open(aHolder(), { upstreamToken: "first" });
    await here.read(id);
    strictEqual(await here.keepToken({ id, token: "second" }), true);
    const sealed = (await here.read(id))?.sealedToken ?? "";
    strictEqual(await unseal({ sealed, secret: id }), "second");
    beforeCommit(() => there.end(id));
    strictEqual(await here.keepToken({ id, token: "third" }), false);
    strictEqual(await there.read(id), null);
  }));

Deno.test("Sessions.keepToken() leaves a session in the store until its end", () =>
  withStore(async (store, clock) => {
    const lives: (number | undefined)[] = [];
    const sessions = new Sessions(withLives(store, lives), clock.now);
    const { id, expiresAt } = await sessions.open(aHolder(), { upstreamToken: "first" });
    clock.advance(HOUR_MS);
    lives.length = 0;
    ok(await sessions.keepToken({ id, token: "second" }));
    deepStrictEqual(lives, [expiresAt - clock.now()]);
  }));

// @spec accounts.renewed-session
Deno.test("Sessions.renewed() returns the same id to every request in progress with the previous one", () =>
  withSessions(async ({ store, clock, sessions }) => {
    const { id } = await sessions.open(aHolder());
    const [first, second] = await Promise.all([
      sessions.renewed(id, "2"),
      sessions.renewed(id, "2"),
    ]);
    ok(first);
    deepStrictEqual([second, await sessions.renewed(id, "2")], [first, first]);
    strictEqual(await sessions.renewed(first, "2"), null);
    const last = await sessions.renewed(id, "3");
    notStrictEqual(last, first);
    deepStrictEqual([await sessions.renewed(first, "3"), await sessions.renewed(id, "3")], [
      last,
      last,
    ]);
    clock.advance(10_000);
    strictEqual(await sessions.renewed(id, "3"), null);
    strictEqual((await handedOutTo(store, aHolder())).length, 3);
  }));

// @spec accounts.renewed-session
Deno.test("Sessions.renewed() returns no id when another process has just changed it", () =>
  withTwoProcesses(async ({ store, here, there }) => {
    const { id } = await here.open(aHolder());
    await here.read(id);
    ok(await there.renewed(id, "2"));
    strictEqual(await here.renewed(id, "2"), null);
    strictEqual((await handedOutTo(store, aHolder())).length, 2);
  }));

// @spec accounts.renewed-session
Deno.test("Sessions.renewed() does not make the former id last longer than its session", () =>
  withSessions(async ({ clock, sessions }) => {
    const { id } = await sessions.open(aHolder({ visitorId: "v1" }));
    clock.advance(SESSION_IDLE_MS - 1);
    ok(await sessions.renewed(id, "2"));
    clock.advance(1);
    strictEqual(await sessions.read(id), null);
  }));

// @spec accounts.renewed-session
Deno.test("Sessions.end() also ends the sessions that replaced it, which its browser may not have received", () =>
  withSessions(async ({ store, sessions }) => {
    const { id } = await sessions.open(aHolder());
    const second = await sessions.renewed(id, "2") ?? "";
    const third = await sessions.renewed(second, "3") ?? "";
    ok(await sessions.read(third));
    await sessions.end(id);
    for (const one of [id, second, third]) strictEqual(await sessions.read(one), null);
    deepStrictEqual(await handedOutTo(store, aHolder()), []);
  }));

// @spec accounts.renewed-session
Deno.test("Sessions.end() leaves no session, even when another request replaces it at the same time", () =>
  withTwoProcesses(async ({ store, here, there, beforeCommit }) => {
    const { id } = await here.open(aHolder());
    beforeCommit(() => there.renewed(id, "2"));
    await here.end(id);
    deepStrictEqual(await handedOutTo(store, aHolder()), []);
  }));

// @spec accounts.changed-credentials
Deno.test("Sessions.endAllOf() ends every session and token of the account, and no other", () =>
  withSessions(async ({ store, clock, sessions }) => {
    const tokens = new Tokens(store, clock.now);
    const mine = await sessions.open(aHolder());
    const token = await tokens.issue(aHolder()) ?? "";
    const other = await sessions.open(aHolder({ accountId: "a2" }));
    ok(await sessions.read(mine.id));
    await sessions.endAllOf({ accountId: "a1", visitorId: null });
    deepStrictEqual([await sessions.read(mine.id), await tokens.read(token)], [null, null]);
    ok(await sessions.read(other.id));
  }));

// @spec accounts.changed-credentials
Deno.test("Sessions.endAllOf() ends a session that another process opens meanwhile", () =>
  withTwoProcesses(async ({ store, here, there, beforeCommit }) => {
    await here.open(aHolder());
    beforeCommit(() => there.open(aHolder()));
    await here.endAllOf(aHolder());
    deepStrictEqual(await handedOutTo(store, aHolder()), []);
  }));
