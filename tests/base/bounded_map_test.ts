import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { LRUCache } from "@/lib/base/lru_cache.ts";
import { fc } from "@/tests/npm/fast_check.ts";

Deno.test("LRUCache retains the entries used last, and evicts the others", () => {
  const map = new LRUCache<number>(2);
  map.set("a", 1);
  map.set("b", 2);
  map.set("c", 3);
  strictEqual(map.get("a"), 1);
  // "c" and "a" are the two used last; "d" starts a new generation, "b" was in the previous one.
  map.set("d", 4);
  deepStrictEqual(["a", "b", "c", "d"].map((key) => map.get(key)), [1, undefined, 3, 4]);
});

Deno.test("LRUCache returns the value set last, even when an older one is still retained", () => {
  const map = new LRUCache<number>(1);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  strictEqual(map.get("a"), 3);
});

Deno.test("LRUCache.delete() removes every value of the key", () => {
  const map = new LRUCache<number>(1);
  strictEqual(map.isEmpty, true);
  map.set("a", 1);
  map.set("b", 2);
  map.set("a", 3);
  strictEqual(map.isEmpty, false);
  map.delete("a");
  map.delete("b");
  deepStrictEqual([map.get("a"), map.get("b"), map.isEmpty], [undefined, undefined, true]);
});

Deno.test("LRUCache with sizes retains the entries used last up to a size, and none larger than it", () => {
  const map = new LRUCache<string>(10, ({ length }) => length);
  const kept = (...keys: string[]) => keys.map((key) => map.get(key));
  map.set("a", "aaaa");
  map.set("b", "bbbb");
  map.set("a", "aa");
  map.set("c", "cccc");
  deepStrictEqual(kept("a", "b", "c"), ["aa", "bbbb", "cccc"]);
  map.set("b", "bbbbbb");
  map.delete("c");
  map.set("d", "dddd");
  deepStrictEqual(kept("a", "b", "c", "d"), ["aa", "bbbbbb", undefined, "dddd"]);
  map.set("b", "b".repeat(11));
  deepStrictEqual(kept("b"), [undefined]);
  for (const key of "efghij") map.set(key, "55555");
  deepStrictEqual(kept("a", "d", "i", "j"), [undefined, undefined, "55555", "55555"]);
});

Deno.test("LRUCache never returns an overwritten value, nor evicts one of those used last", () => {
  const LIMIT = 3;
  const step = fc.record({
    act: fc.constantFrom("get", "set", "delete"),
    key: fc.constantFrom(..."abcdef"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const map = new LRUCache<number>(LIMIT);
      const whole = new Map<string, number>();
      let lately: string[] = [];
      for (const [at, { act, key }] of steps.entries()) {
        if (act === "set") {
          map.set(key, at);
          whole.set(key, at);
        } else if (act === "delete") {
          map.delete(key);
          whole.delete(key);
        }
        const found = map.get(key);
        if (found !== undefined || lately.includes(key)) strictEqual(found, whole.get(key));
        const others = lately.filter((one) => one !== key);
        lately = (found === undefined ? others : [key, ...others]).slice(0, LIMIT);
      }
    }),
    { seed: 20260101 },
  );
});
