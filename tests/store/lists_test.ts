import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import * as z from "zod";
import { VersionedCache } from "@/lib/store/cache.ts";
import { compareKeys } from "@/lib/store/key_families.ts";
import { keys } from "@/lib/store/keys.ts";
import { type Key, listStored, readById, type Store } from "@/lib/store/store.ts";
import {
  listLenient,
  oneInPart,
  readWhole,
  UnreadableValue,
} from "@/lib/store/unreadable_values.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const thing = (id: string) => ["thing", "p", id];

Deno.test("readById() returns the entries with the given ids, in their order, without the missing ones", () =>
  withStore(async (store) => {
    await store.atomic().set(thing("a"), 1).set(thing("b"), 2).commit();
    const found = await readById(store, ["b", "none", "a"], thing, z.number());
    deepStrictEqual([...found], [["b", 2], ["a", 1]]);
    strictEqual((await readById(store, [], thing, z.number())).size, 0);
  }));

/** Keys of every type of part, in the order of the store. */
const SORTED: readonly Key[] = [
  [new Uint8Array()],
  [new Uint8Array([1])],
  [new Uint8Array([1, 0])],
  [new Uint8Array([2])],
  [""],
  ["10"],
  ["9"],
  ["9", -1],
  ["9", 0],
  ["9", 9],
  ["9", 10],
  ["9", false],
  ["9", true],
  ["a"],
  ["é"],
  ["\ufffd"],
  ["😀"],
  [-10n],
  [9n],
  [10n],
  [-10],
  [-9],
  [9],
  [10],
  [false],
  [true],
];

Deno.test("compareKeys() has the order of the store, for parts of every type", () =>
  withStore(async (store) => {
    const atomic = store.atomic();
    for (const key of SORTED) atomic.set(key, true);
    await atomic.commit();
    const listed = (await Array.fromAsync(store.list({ prefix: [] }))).map(({ key }) => key);
    deepStrictEqual(listed, SORTED);
    deepStrictEqual(SORTED.toReversed().toSorted(compareKeys), SORTED);
    deepStrictEqual(SORTED.map((key) => compareKeys(key, key)), SORTED.map(() => 0));
  }));

const NAMED = z.object({ name: z.string() });
const WRONG = "tag/o1/t2";

/** Two categories, one of which cannot be read. */
async function writeTags(store: Store): Promise<void> {
  await store.atomic().set(keys.tag("o1", "t1"), { name: "Agence" })
    .set(keys.tag("o1", "t2"), { name: 2 }).commit();
}

async function listed(store: Store): Promise<string[]> {
  return (await listStored(store, keys.tag.under("o1"), NAMED)).map(({ id }) => id);
}

// @spec calls.unread
Deno.test("listLenient() leaves out what does not fit, and names it; elsewhere, and where all must fit, the list fails", () =>
  withStore(async (store) => {
    await writeTags(store);
    const { value, unread } = await listLenient(() => listed(store));
    deepStrictEqual([value, [...unread.keys()]], [["t1"], [WRONG]]);
    await rejects(listed(store), UnreadableValue);
    await rejects(listLenient(() => readWhole(() => listed(store))), UnreadableValue);
  }));

// @spec calls.unread
Deno.test("oneInPart() leaves out one result of a read in part, and hides no other fault", () =>
  withStore(async (store) => {
    await writeTags(store);
    const read = () => readWhole(() => listed(store));
    const { value, unread } = await listLenient(() => oneInPart(read));
    deepStrictEqual([value, [...unread.keys()]], [[], [WRONG]]);
    await rejects(oneInPart(read), UnreadableValue);
    const other = () => Promise.reject(new RangeError("other"));
    await rejects(listLenient(() => oneInPart(other)), RangeError);
  }));

// @spec calls.unread
Deno.test("VersionedCache names again what a cached value was read without, and reads it again for what must be whole", () =>
  withStore(async (store, { now }) => {
    await writeTags(store);
    const cache = new VersionedCache({ now });
    let reads = 0;
    const get = async () => {
      const freshness = { freshForMs: 60_000, staleForMs: 0 };
      const { value } = await cache.get("tags", freshness, () => {
        reads++;
        return listed(store);
      });
      return value;
    };
    for (const _ of [1, 2]) {
      const { value, unread } = await listLenient(get);
      deepStrictEqual([value, [...unread.keys()]], [["t1"], [WRONG]]);
    }
    strictEqual(reads, 1);
    await rejects(get(), UnreadableValue);
    await store.atomic().set(keys.tag("o1", "t2"), { name: "Année" }).commit();
    deepStrictEqual(await get(), ["t1", "t2"]);
    deepStrictEqual((await listLenient(get)).unread.size, 0);
    strictEqual(reads, 3);
  }));
