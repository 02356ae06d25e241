import { deepStrictEqual, match, notStrictEqual, ok, strictEqual } from "node:assert/strict";
import { CODE_MS, codeUse, forgetCodes, isCode, newCode } from "@/lib/identity/mailed_codes.ts";
import { PROVIDER_SESSION_MS, ProviderLinks } from "@/lib/identity/provider_links.ts";
import type { Store } from "@/lib/store/store.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";
import { opens } from "@/tests/helpers/some_documents.ts";
import { withLives } from "./with_lives.ts";

const EMAIL = "Lea@Thermalia.example";
const DAY_MS = 24 * 3_600_000;

async function kept(store: Store, links: ProviderLinks, asked = false): Promise<string> {
  const { token, keep } = links.create(EMAIL, { requested: asked });
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return token;
}

// @spec providers.links
Deno.test("ProviderLinks: a link can be used again for 30 days, and only its hash is stored", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const token = await kept(store, links);
    for await (const { key, value } of store.list({ prefix: [] })) {
      ok(!JSON.stringify([key, value]).includes(token), String(key));
    }
    clock.advance(30 * DAY_MS - 1);
    const first = await links.open(token);
    const second = await links.open(token);
    ok(first !== null && second !== null && first.id !== second.id);
    // The cookie ends with the link: within a second.
    strictEqual(first.maxAgeS, 1);
    strictEqual((await links.ofSession(first.id))?.email, EMAIL.toLowerCase());
    clock.advance(1);
    strictEqual(await links.open(token), null);
    // A session ends with its link.
    strictEqual(await links.ofSession(first.id), null);
  }));

Deno.test("ProviderLinks: the rows of a link and of its session are removed once it ends", () =>
  withStore(async (store, clock) => {
    const lives: (number | undefined)[] = [];
    const watched = withLives(store, lives);
    const links = new ProviderLinks(watched, clock.now, 30);
    const token = await kept(watched, links);
    // Its hash, and its line in the list of the address.
    deepStrictEqual(lives, [30 * DAY_MS, 30 * DAY_MS]);
    clock.advance(30 * DAY_MS - 1_000);
    await links.open(token);
    deepStrictEqual(lives.slice(2), [1_000]);
  }));

// @spec providers.links
Deno.test("ProviderLinks: a session ends after a day, or when its user signs out; the link stays valid", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const token = await kept(store, links);
    const [late, left] = [await links.open(token), await links.open(token)];
    await links.end(left?.id ?? "");
    strictEqual(await links.ofSession(left?.id ?? ""), null);
    clock.advance(PROVIDER_SESSION_MS - 1);
    ok(await links.ofSession(late?.id ?? ""));
    clock.advance(1);
    strictEqual(await links.ofSession(late?.id ?? ""), null);
    ok(await links.open(token));
  }));

// @spec providers.links
Deno.test("ProviderLinks: opening a requested link replaces the earlier ones; requesting alone ends nothing", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const reminded = await kept(store, links);
    clock.advance(1);
    const again = await kept(store, links);
    const session = await links.open(reminded);
    clock.advance(1);
    const asked = await kept(store, links, true);
    clock.advance(1);
    const later = await kept(store, links);
    // Two reminder links opened in two tabs.
    ok(await links.open(again));
    ok(await links.ofSession(session?.id ?? ""));
    ok(await links.open(asked));
    deepStrictEqual(
      await Promise.all([reminded, again, asked, later].map((token) => opens(links, token))),
      [null, null, EMAIL.toLowerCase(), EMAIL.toLowerCase()],
    );
    strictEqual(await links.ofSession(session?.id ?? ""), null);
  }));

Deno.test("ProviderLinks: a link sent by a clock that was ahead by more than its lifetime opens nothing", () =>
  withStore(async (store, clock) => {
    const links = new ProviderLinks(store, clock.now, 30);
    const token = await kept(store, links);
    clock.advance(-30 * DAY_MS);
    ok(await links.open(token));
    clock.advance(-1);
    strictEqual(await links.open(token), null);
  }));

Deno.test("ProviderLinks: an unknown link opens nothing", () =>
  withStore(async (store, { now }) => {
    const links = new ProviderLinks(store, now, 30);
    for (const token of ["", "a", "a".repeat(43), "../x", "a".repeat(5_000)]) {
      strictEqual(await links.open(token), null);
      strictEqual(await links.ofSession(token), null);
    }
  }));

const RESET_EMAIL = "ada@bailleur.fr";

async function storedCodes(store: Store, kind: "reset" | "invitation" = "reset"): Promise<string> {
  const { code, keep } = newCode(RESET_EMAIL, kind, NOW);
  const atomic = store.atomic();
  keep(atomic);
  await atomic.commit();
  return code;
}

function tried(store: Store, code: string, now = NOW): Promise<boolean> {
  return isCode(store, { email: RESET_EMAIL, code, now });
}

Deno.test("newCode() returns three groups of four random letters, of which the store contains a hash", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    match(code, /^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    notStrictEqual(newCode(RESET_EMAIL, "reset", NOW).code, code);
    for await (const { key, value } of store.list({ prefix: [] })) {
      const text = JSON.stringify([key, value]);
      ok(!text.includes(code) && !text.includes(RESET_EMAIL), text);
    }
  }));

Deno.test("isCode() ignores case and spaces, and refuses any other code and another address's", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    strictEqual(await tried(store, ` ${code.toUpperCase()} `), true);
    strictEqual(await tried(store, code.replaceAll("-", " \u2013 ")), true);
    strictEqual(await tried(store, code.replaceAll("-", "")), true);
    strictEqual(await isCode(store, { email: "Ada@Bailleur.fr", code, now: NOW }), true);
    strictEqual(await tried(store, "aaaa-aaaa-aaaa"), false);
    strictEqual(await isCode(store, { email: "bob@bailleur.fr", code, now: NOW }), false);
  }));

// @spec accounts.forgotten-password
Deno.test("isCode() is true for thirty minutes to the millisecond, seven days for an invitation", () =>
  withStore(async (store) => {
    const [reset, invitation] = [await storedCodes(store), await storedCodes(store, "invitation")];
    strictEqual(await tried(store, reset, NOW + 30 * 60_000 - 1), true);
    strictEqual(await tried(store, reset, NOW + 30 * 60_000), false);
    strictEqual(await tried(store, invitation, NOW + CODE_MS.invitation - 1), true);
    strictEqual(await tried(store, invitation, NOW + CODE_MS.invitation), false);
  }));

Deno.test("isCode() refuses a code issued by a clock that was ahead by more than its lifetime", () =>
  withStore(async (store) => {
    const [reset, invitation] = [await storedCodes(store), await storedCodes(store, "invitation")];
    strictEqual(await tried(store, reset, NOW - CODE_MS.reset - 1), false);
    strictEqual(await tried(store, reset, NOW - CODE_MS.reset), true);
    strictEqual(await tried(store, invitation, NOW - CODE_MS.invitation - 1), false);
    strictEqual(await tried(store, invitation, NOW - CODE_MS.invitation), true);
  }));

Deno.test("isCode() is false from the sixth attempt on, even for the right code", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    for (let tries = 0; tries < 4; tries++) strictEqual(await tried(store, "wrong"), false);
    strictEqual(await tried(store, code), true);
    strictEqual(await tried(store, code), false);
  }));

Deno.test("isCode() called a thousand times at once counts five attempts, and refuses the right code that comes after", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    const wrong = Array.from({ length: 999 }, (_, index) => tried(store, `wrong-${index}`));
    deepStrictEqual((await Promise.all(wrong)).filter(Boolean), []);
    strictEqual(await tried(store, code), false);
    const [entry] = await Array.fromAsync(store.list({ prefix: ["reset_code"] }));
    strictEqual(Reflect.get(Object(entry?.value), "value").triesLeft, 0);
  }));

Deno.test("forgetCodes() ends every code of the address", () =>
  withStore(async (store) => {
    const codes = [await storedCodes(store), await storedCodes(store, "invitation")];
    const atomic = store.atomic();
    forgetCodes(atomic, RESET_EMAIL);
    await atomic.commit();
    for (const code of codes) strictEqual(await tried(store, code), false);
  }));

Deno.test("codeUse() accepts one of two concurrent uses, and ends every other code of the address", () =>
  withStore(async (store) => {
    const code = await storedCodes(store);
    await storedCodes(store, "invitation");
    const uses = [
      await codeUse(store, { email: RESET_EMAIL, code }),
      await codeUse(store, { email: RESET_EMAIL, code }),
    ];
    const committed = await Promise.all(uses.map((use) => {
      const atomic = store.atomic();
      use?.(atomic);
      return atomic.commit();
    }));
    strictEqual(committed.filter(({ ok }) => ok).length, 1);
    strictEqual(await codeUse(store, { email: RESET_EMAIL, code }), null);
    deepStrictEqual(await Array.fromAsync(store.list({ prefix: ["reset_code"] })), []);
  }));
