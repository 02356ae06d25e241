import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { z } from "zod";
import { readById, readNamed } from "@/lib/store/store.ts";
import { countedStore } from "@/tests/helpers/changed_stores.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const thing = (id: string) => ["thing", "p", id];

Deno.test("readById() returns the entries with the given ids, in their order, without the missing ones", () =>
  withStore(async (store) => {
    await store.atomic().set(thing("a"), 1).set(thing("b"), 2).commit();
    const found = await readById(store, ["b", "none", "a"], thing, z.number());
    deepStrictEqual([...found], [["b", 2], ["a", 1]]);
    strictEqual((await readById(store, [], thing, z.number())).size, 0);
  }));

Deno.test("readNamed() reads each key once, and returns it under its name", () =>
  withStore(async (real) => {
    await real.atomic().set(thing("a"), 1).commit();
    const { store, asked } = countedStore(real);
    const named = ["x", "y", "x"].map((name) => [name, thing("a")] as const);
    deepStrictEqual([...await readNamed(store, named, z.number())], [["x", 1], ["y", 1]]);
    strictEqual(asked.getMany, 1);
  }));
