import { deepStrictEqual } from "node:assert/strict";
import { compareKeys, keyText } from "@/lib/store/key_families.ts";
import type { Key } from "@/lib/store/store.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

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

Deno.test("keyText() differs for different keys", () => {
  const texts = SORTED.map(keyText);
  deepStrictEqual(new Set(texts).size, SORTED.length);
});
