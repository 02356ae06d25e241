import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { type CachedValue, VersionedCache } from "@/lib/store/cache.ts";

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

Deno.test("VersionedCache refuses an answer dated in the future, after the clock was set back", async () => {
  const { clock, cache } = aCache();
  const { ask } = aCounter();
  await cache.get("k", FIFTEEN_MINUTES, ask);
  clock.at -= 3_600_000;
  strictEqual((await cache.get("k", FIFTEEN_MINUTES, ask)).value, 2);
});

Deno.test("VersionedCache evicts the answers read least recently beyond its limit", async () => {
  const { cache } = aCache({ limit: 2 });
  const { ask, asked } = aCounter();
  for (const key of ["a", "b", "a", "c", "a", "d", "a"]) await cache.get(key, FIFTEEN_MINUTES, ask);
  strictEqual(asked(), 4);
  await cache.get("b", FIFTEEN_MINUTES, ask);
  strictEqual(asked(), 5);
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

Deno.test("VersionedCache drops the content of an answer no longer worth caching", async () => {
  const { clock, cache } = aCache();
  const freshness = {
    freshForMs: 1000,
    staleForMs: 60_000,
    keep: (value: unknown) => value !== "forbidden",
  };
  await cache.get("k", freshness, () => Promise.resolve("figures"));
  clock.at += 1500;
  const refused = () => Promise.resolve("forbidden");
  strictEqual((await cache.get("k", freshness, refused)).value, "figures");
  await Promise.resolve();
  await Promise.resolve();
  strictEqual((await cache.get("k", freshness, refused)).value, "forbidden");
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
