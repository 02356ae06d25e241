import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { PROVIDER_SESSION_MS, ProviderLinks } from "@/lib/identity/provider_links.ts";
import type { Store } from "@/lib/store/store.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";
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
    strictEqual(await links.emailOfSession(first.id), EMAIL.toLowerCase());
    clock.advance(1);
    strictEqual(await links.open(token), null);
    // A session ends with its link.
    strictEqual(await links.emailOfSession(first.id), null);
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
    strictEqual(await links.emailOfSession(left?.id ?? ""), null);
    clock.advance(PROVIDER_SESSION_MS - 1);
    ok(await links.emailOfSession(late?.id ?? ""));
    clock.advance(1);
    strictEqual(await links.emailOfSession(late?.id ?? ""), null);
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
    ok(await links.emailOfSession(session?.id ?? ""));
    ok(await links.open(asked));
    deepStrictEqual(
      await Promise.all([reminded, again, asked, later].map((token) => opens(links, token))),
      [null, null, EMAIL.toLowerCase(), EMAIL.toLowerCase()],
    );
    strictEqual(await links.emailOfSession(session?.id ?? ""), null);
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
      strictEqual(await links.emailOfSession(token), null);
    }
  }));
