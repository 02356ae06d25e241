import { deepStrictEqual, notStrictEqual, strictEqual } from "node:assert/strict";
import { type Scope, Versions } from "@/lib/store/cache.ts";
import { LISTED_FROM, type Store } from "@/lib/store/store.ts";
import { countedStore, observedStore } from "@/tests/helpers/changed_stores.ts";
import { type HandClock, withStore } from "@/tests/helpers/fixtures.ts";

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

Deno.test("Versions read before the clock was set back do not keep later ones from memory", () =>
  withVersions(async (versions, _, clock) => {
    await versions.of([TILLEULS]);
    clock.advance(-3_600_000);
    const read = await versions.of([TILLEULS]);
    strictEqual(versions.known([TILLEULS]), read);
  }));

Deno.test("Versions of ten thousand residences stay in memory once read", () =>
  withVersions(async (versions) => {
    const scopes = Array.from({ length: 10_000 }, (_, rank): Scope => {
      return { kind: "project", id: `p${rank}` };
    });
    await versions.newest(scopes);
    notStrictEqual(versions.known(scopes), null);
  }));

Deno.test("Versions requested at the same time read each scope once, and recently read ones not at all", () =>
  withStore(async (real) => {
    const { store, asked } = countedStore(real);
    const versions = new Versions(store, () => 5_000_000);
    const both = [TILLEULS, ANNE];
    const texts = await Promise.all([both, [TILLEULS], both].map((some) => versions.of(some)));
    deepStrictEqual([texts, asked.getMany], [["0.0.", "0.", "0.0."], 1]);
    await versions.bump([TILLEULS]);
    const again = await Promise.all([both, [ANNE, TILLEULS]].map((some) => versions.of(some)));
    deepStrictEqual([again, asked.getMany], [["1.0.", "0.1."], 2]);
  }));

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

Deno.test("Versions are read of as many scopes as are listed, and of one less or more", () =>
  withVersions(async (versions) => {
    for (const count of [LISTED_FROM - 1, LISTED_FROM, LISTED_FROM + 1]) {
      const scopes = Array.from({ length: count }, (_, rank): Scope => {
        return { kind: "project", id: `${count} ${rank}` };
      });
      await versions.bump(scopes);
      deepStrictEqual(new Set(await versions.newest(scopes)), new Set(["1"]));
    }
  }));

Deno.test("Versions count each of many concurrent bumps", async () => {
  await withVersions(async (one, other) => {
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? one : other).bump([TILLEULS])),
    );
    strictEqual(await one.of([TILLEULS]), `${(40).toString(36)}.`);
  });
});

Deno.test("Versions of a few scopes are distinguished from their neighbours", async () => {
  await withVersions(async (versions) => {
    await versions.bump([TILLEULS]);
    const first = await versions.of([TILLEULS, ACACIAS]);
    const second = await versions.of([ACACIAS, TILLEULS]);
    notStrictEqual(first, second);
  });
});

Deno.test("Versions read while a bump commits are not reused afterwards", async () => {
  await withVersions(async (versions) => {
    const [read] = await Promise.all([versions.of([TILLEULS]), versions.bump([TILLEULS])]);
    strictEqual(typeof read, "string");
    strictEqual(await versions.of([TILLEULS]), "1.");
  });
});
