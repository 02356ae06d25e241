import { deepStrictEqual, strictEqual } from "node:assert/strict";
import type { Store } from "@/lib/store/store.ts";
import { StoreMemory } from "@/lib/store/store_memory.ts";
import { leaveOut, listLenient } from "@/lib/store/unreadable_values.ts";
import { withStore } from "@/tests/helpers/fixtures.ts";

const NUMBERS = new StoreMemory<number>("numbers", () => 8);
const MIB = 1_024 * 1_024;

function readNumber(store: Store, name: string, version: string | null, value: number) {
  return NUMBERS.of(store, name, version, () => Promise.resolve(value));
}

Deno.test("StoreMemory reads a value again at another version, and apart for each store and kind", () =>
  withStore(async (store) => {
    strictEqual(await readNumber(store, "a", "v1", 1), 1);
    strictEqual(await readNumber(store, "a", "v1", 2), 1);
    strictEqual(await readNumber(store, "b", "v1", 3), 3);
    strictEqual(await readNumber(store, "a", "v2", 4), 4);
    strictEqual(NUMBERS.at(store, "a", "v1"), undefined);
    strictEqual(new StoreMemory<number>("others", () => 8).at(store, "a", "v2"), undefined);
    await withStore((other) =>
      readNumber(other, "a", "v2", 5).then((read) => strictEqual(read, 5))
    );
  }));

// @spec calls.unread
Deno.test("StoreMemory does not remember a value that was read in part", () =>
  withStore(async (store) => {
    const readInPart = () =>
      listLenient(() =>
        NUMBERS.of(store, "a", "v1", () => {
          leaveOut(["damaged"], new TypeError("damaged"));
          return Promise.resolve(1);
        })
      );
    for (const _ of [1, 2]) {
      const { unread } = await readInPart();
      deepStrictEqual([...unread.keys()], ["damaged"]);
    }
  }));

Deno.test("StoreMemory forgets what was used least recently, of all kinds together, above 64 MiB", () =>
  withStore((store) => {
    const large = new StoreMemory<string>("large", ({ length }) => length * MIB);
    NUMBERS.set(store, "a", { version: null, value: 1 });
    large.set(store, "first", { version: null, value: "x".repeat(30) });
    large.set(store, "second", { version: null, value: "x".repeat(30) });
    large.set(store, "third", { version: null, value: "x".repeat(30) });
    large.set(store, "larger than all", { version: null, value: "x".repeat(65) });
    const names = ["first", "second", "third", "larger than all"];
    deepStrictEqual(names.filter((name) => large.at(store, name, null)), ["second", "third"]);
    strictEqual(NUMBERS.at(store, "a", null), undefined);
    return Promise.resolve();
  }));
