import { deepStrictEqual, notDeepStrictEqual, ok } from "node:assert/strict";
import { seedDemo } from "@/lib/demo/seed/seed_demo.ts";
import { keys } from "@/lib/store/keys.ts";
import type { Store } from "@/lib/store/store.ts";
import { CHEAP, copyDemo, isOf } from "@/tests/helpers/a_platform.ts";
import { NOW, withStore } from "@/tests/helpers/fixtures.ts";

const OPTIONS = { now: NOW, passwordCost: CHEAP };

/** Families whose keys end with a random text. */
const isByChance = isOf(keys.audit, keys.arrival);

async function keysOf(store: Store): Promise<string[]> {
  return (await Array.fromAsync(store.list({ prefix: [] }))).map(({ key }) =>
    JSON.stringify(isByChance(key) ? key.slice(0, -1) : key)
  );
}

async function valuesOf(store: Store): Promise<unknown[]> {
  return (await Array.fromAsync(store.list({ prefix: [] }))).map(({ value }) => value);
}

Deno.test("copyDemo() writes what seedDemo() writes, and each copy is independent", () =>
  withStore((seeded) =>
    withStore(async (first) => {
      await seedDemo(seeded, OPTIONS);
      await copyDemo(first, OPTIONS);
      const written = await keysOf(first);
      ok(written.length > 5_000, `${written.length} entries`);
      deepStrictEqual(written, await keysOf(seeded));
      const values = await valuesOf(first);
      for await (const { key } of first.list({ prefix: keys.org.under() })) {
        await first.atomic().set(key, { name: "Autre" }).commit();
      }
      notDeepStrictEqual(await valuesOf(first), values);
      await withStore(async (second) => {
        await copyDemo(second, OPTIONS);
        deepStrictEqual(await valuesOf(second), values);
      });
    })
  ));
