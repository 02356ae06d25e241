import {
  deepStrictEqual,
  match,
  notStrictEqual,
  ok,
  rejects,
  strictEqual,
} from "node:assert/strict";
import { Upstream } from "@/lib/api/upstream.ts";
import { type CachedValue, type Scope, VersionedCache, Versions } from "@/lib/store/cache.ts";
import { type Store } from "@/lib/store/store.ts";
import { inBrowser, type Window } from "@/tests/helpers/a_browser_site.ts";
import { withPlatform } from "@/tests/helpers/a_platform.ts";
import { handlerOn } from "@/tests/helpers/a_site.ts";
import { observedStore } from "@/tests/helpers/changed_stores.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";
import { serve } from "@/tests/tools/loopback.ts";

const FIFTEEN_MINUTES = { freshForMs: 900_000, staleForMs: 0 };

function aCache(options: { limit?: number } = {}) {
  const clock = { at: 1_000_000 };
  return { clock, cache: new VersionedCache({ now: () => clock.at, ...options }) };
}

function aCounter() {
  let asked = 0;
  return { ask: () => Promise.resolve(++asked), asked: () => asked };
}

Deno.test("VersionedCache fetches once while the answer is fresh, again when it is not", async () => {
  const { clock, cache } = aCache();
  const { ask } = aCounter();
  strictEqual((await cache.get("k", FIFTEEN_MINUTES, ask)).value, 1);
  clock.at += 899_999;
  strictEqual((await cache.get("k", FIFTEEN_MINUTES, ask)).value, 1);
  clock.at += 1;
  strictEqual((await cache.get("k", FIFTEEN_MINUTES, ask)).value, 2);
});

Deno.test("VersionedCache fetches once for all concurrent readers", async () => {
  const { cache } = aCache();
  const { ask, asked } = aCounter();
  const answers = await Promise.all(
    Array.from({ length: 32 }, () => cache.get("k", FIFTEEN_MINUTES, ask)),
  );
  deepStrictEqual(new Set(answers.map((kept) => kept.value)), new Set([1]));
  strictEqual(asked(), 1);
});

Deno.test("VersionedCache fetches again for another version of its source, which replaces the first", async () => {
  const { cache } = aCache();
  const { ask, asked } = aCounter();
  const of = async (version: string) => {
    return (await cache.get("k", { ...FIFTEEN_MINUTES, version }, ask)).value;
  };
  deepStrictEqual([await of("1"), await of("1"), await of("2"), await of("2")], [1, 1, 2, 2]);
  strictEqual(await of("1"), 3);
  strictEqual(asked(), 3);
});

Deno.test("VersionedCache serves a stale answer while one fetch replaces it", async () => {
  const { clock, cache } = aCache();
  const { ask } = aCounter();
  const freshness = { freshForMs: 1000, staleForMs: 60_000 };
  await cache.get("k", freshness, ask);
  clock.at += 1500;
  strictEqual((await cache.get("k", freshness, ask)).value, 1);
  await Promise.resolve();
  await Promise.resolve();
  strictEqual((await cache.get("k", freshness, ask)).value, 2);
});

Deno.test("VersionedCache returns the stale answer when fetching fails, until it is too old, then fails", async () => {
  const { clock, cache } = aCache();
  const freshness = { freshForMs: 1000, staleForMs: 60_000 };
  const fail = () => Promise.reject(new Error("down"));
  await cache.get("k", freshness, () => Promise.resolve("old"));
  clock.at += 1500;
  const kept: CachedValue<string> = await cache.get<string>("k", freshness, fail);
  strictEqual(kept.value, "old");
  clock.at += 60_000;
  await rejects(cache.get("k", freshness, fail), /down/);
});

Deno.test("VersionedCache stores neither failures nor answers said not to be cached", async () => {
  const { cache } = aCache();
  const { ask } = aCounter();
  const odd = { ...FIFTEEN_MINUTES, keep: (value: unknown) => value === 2 };
  await rejects(cache.get("k", odd, () => Promise.reject(new Error("down"))));
  strictEqual((await cache.get("k", odd, ask)).value, 1);
  strictEqual((await cache.get("k", odd, ask)).value, 2);
  strictEqual((await cache.get("k", odd, ask)).value, 2);
});

Deno.test("VersionedCache reads the shared tier before fetching, and writes it", async () => {
  const written = new Map<string, CachedValue<unknown>>([["k", {
    value: "shared",
    keptAt: 999_000,
  }]]);
  const shared = {
    read: (key: string) => Promise.resolve(written.get(key) ?? null),
    write: (key: string, kept: CachedValue<unknown>) => {
      written.set(key, kept);
      return Promise.resolve();
    },
    remove: (key: string) => Promise.resolve(void written.delete(key)),
  };
  const cache = new VersionedCache({ now: () => 1_000_000, shared });
  const { ask } = aCounter();
  strictEqual((await cache.get<unknown>("k", FIFTEEN_MINUTES, ask)).value, "shared");
  strictEqual((await cache.get<unknown>("other", FIFTEEN_MINUTES, ask)).value, 1);
  deepStrictEqual(written.get("other"), { value: 1, keptAt: 1_000_000 });
});

Deno.test("VersionedCache.newest() returns the cached answer when fetching fails, while it is usable", async () => {
  const { clock, cache } = aCache();
  const usable = { freshForMs: 1_000, staleForMs: 2_000 };
  const whileDown = async () =>
    (await cache.newest("k", usable, () => Promise.reject(new TypeError("down")))).value;
  await rejects(whileDown(), { message: "down" });
  await cache.newest("k", usable, aCounter().ask);
  strictEqual(await whileDown(), 1);
  clock.at += 2_999;
  strictEqual(await whileDown(), 1);
  clock.at += 1;
  await rejects(whileDown(), { message: "down" });
  // A clock that was set back says nothing about the age of the answer.
  clock.at -= 3_001;
  await rejects(whileDown(), { message: "down" });
});

interface Elsewhere extends Window {
  /** Address of the host. */
  origin: string;
  /** Sets the state of the host, and advances the clock. */
  become(state: "up" | "down", minutes: number): void;
}

const HOUSES = "/collect/p01/houses";
const WATER = `${HOUSES}/all/p01-l-efs/monthly/2025`;

/**
 * A window on an instance of the program whose API host is another instance, with the demo's sites.
 */
function withAnotherHost(test: (place: Elsewhere) => Promise<void>): Promise<void> {
  return withPlatform(async ({ platform, clock }) => {
    const answer = await handlerOn(platform);
    let state: "up" | "down" = "up";
    const { url: origin, close } = serve(async (request) =>
      state === "down" ? new Response("gone", { status: 503 }) : await answer(request)
    );
    // The first pages were read an hour ago.
    let agoMs = 3_600_000;
    const now = () => clock.now() - agoMs;
    const store = await Deno.openKv(":memory:");
    const versions = new Versions(store, now);
    // An answering host never counts as slow.
    const upstream = new Upstream({ origin, store, versions, now, timeoutMs: 60_000 });
    try {
      await inBrowser(
        (window) =>
          test({
            ...window,
            origin,
            become: (next, minutes) => {
              state = next;
              agoMs -= minutes * 60_000;
            },
          }),
        {},
        { demo: false, upstream },
      );
    } finally {
      store.close();
      await close();
    }
  }, { demo: true });
}

async function textOf({ page }: Window): Promise<string> {
  return (await page.locator("main").innerText()).replace(/\s+/g, " ");
}

Deno.test("the same pages come from another host; while it is down, pages already read are shown with their age", () =>
  withAnotherHost(async (place) => {
    strictEqual(await place.go(WATER), 200);
    match(await textOf(place), /Eau froide/);
    ok(!(await textOf(place)).includes("Données du"));
    place.become("down", 30);
    strictEqual(await place.go(WATER), 200);
    match(await textOf(place), /Données du .*, il y a 1 h .* ne répond pas, ou tarde .*Eau froide/);
    // A page never read cannot be shown, and the error does not blame the user.
    strictEqual(await place.go("/collect/p02/houses"), 502);
    match(await textOf(place), /[Rr]éessayez|plus tard|injoignable/);
    const again = place.page.locator("main .button-primary");
    deepStrictEqual([await again.innerText(), await again.getAttribute("href")], [
      "Réessayer",
      "?",
    ]);
    place.become("up", 1);
    strictEqual(await place.go(HOUSES), 200);
    ok(!(await textOf(place)).includes("Données du"));
  }));

// @spec collectors.host
Deno.test("collectors get the address of the residence's host, not of the front", () =>
  withAnotherHost(async (place) => {
    strictEqual(await place.go("/collect/p01/sensors"), 200);
    await place.page.click("text=Régler un collecteur");
    ok((await textOf(place)).includes(`Adresse du serveur : ${place.origin}.`));
  }));

const TILLEULS: Scope = { kind: "project", id: "tilleuls" };
const ACACIAS: Scope = { kind: "project", id: "acacias" };
const ANNE: Scope = { kind: "account", id: "anne" };

function withVersions(
  test: (one: Versions, other: Versions, clock: HandClock) => Promise<void>,
): Promise<void> {
  return withStore((store, clock) =>
    test(new Versions(store, clock.now), new Versions(store, clock.now), clock)
  );
}

Deno.test("Versions change for a bumped scope, and for no other", async () => {
  await withVersions(async (versions) => {
    const before = await versions.of([TILLEULS, ANNE]);
    const other = await versions.of([ACACIAS]);
    await versions.bump([TILLEULS]);
    notStrictEqual(await versions.of([TILLEULS, ANNE]), before);
    strictEqual(await versions.of([ACACIAS]), other);
  });
});

// @spec calls.other-processes
Deno.test("Versions bumped by another process are read again half a second after they were", async () => {
  await withVersions(async (one, other, clock) => {
    const before = await one.of([TILLEULS]);
    await other.bump([TILLEULS]);
    strictEqual(one.known([TILLEULS]), before);
    clock.advance(499);
    strictEqual(one.known([TILLEULS]), before);
    clock.advance(1);
    strictEqual(one.known([TILLEULS]), null);
    notStrictEqual(await one.of([TILLEULS]), before);
  });
});

Deno.test("Versions read before a bump are not reused, although the read ends after it", () =>
  withStore(async (real) => {
    const [read, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const getMany: Store["getMany"] = async (some) => {
      const entries = await real.getMany(some);
      read.resolve();
      await ended.promise;
      return entries;
    };
    const store: Store = { ...observedStore(real, () => {}), getMany };
    const versions = new Versions(store, () => 5_000_000);
    const early = versions.newest([TILLEULS]);
    await read.promise;
    await versions.bump([TILLEULS]);
    ended.resolve();
    deepStrictEqual(await early, ["0"]);
    strictEqual(await versions.of([TILLEULS]), "1.");
  }));

Deno.test("Versions read while a bump commits are not reused afterwards", async () => {
  await withVersions(async (versions) => {
    const [read] = await Promise.all([versions.of([TILLEULS]), versions.bump([TILLEULS])]);
    strictEqual(typeof read, "string");
    strictEqual(await versions.of([TILLEULS]), "1.");
  });
});
