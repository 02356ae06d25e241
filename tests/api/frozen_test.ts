import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { frozen, frozenAndMeasured, frozenBytes } from "@/lib/api/deep_freeze.ts";

Deno.test("frozen() freezes a value deeply, except bytes, which cannot be frozen", () => {
  const bytes = new Uint8Array([1, 2]);
  const value = { list: [{ name: "A" }, null], deep: { deeper: { bytes } }, text: "text" };
  strictEqual(frozen(value), value);
  for (const one of [value, value.list, value.list[0], value.deep.deeper]) ok(Object.isFrozen(one));
  ok(!Object.isFrozen(bytes));
});

Deno.test("the bytes of a measured value are about those of its objects, tables and texts", () => {
  const bytesOf = (value: unknown) => frozenBytes(frozenAndMeasured(value));
  const shared = frozenAndMeasured({ values: [1, 2, 3] });
  const table = Object.fromEntries(Array.from({ length: 365 }, (_, rank) => [`d${rank}`, rank]));
  deepStrictEqual(bytesOf([1, 2, 3]), 48);
  deepStrictEqual(bytesOf({ name: "Les Lilas", share: 0.5 }), 89);
  deepStrictEqual(bytesOf({ shared }), 32 + 80);
  deepStrictEqual(bytesOf(table), 24 + 1_024 * 3 * 8);
  deepStrictEqual(bytesOf({ bytes: new Uint8Array(1_000) }), 32 + 1_000);
  deepStrictEqual([frozenBytes({ never: "frozen" }), frozenBytes(null), frozenBytes(12)], [
    0,
    0,
    0,
  ]);
});

Deno.test("frozenAndMeasured() holds equal texts of a value once, and changes none", () => {
  const rows = () =>
    Array.from({ length: 100 }, (_, rank) => ({ kind: ["d", "w"].join("elling-"), at: `${rank}` }));
  const value = { rows: rows(), kinds: rows().map(({ kind }) => kind), long: "é".repeat(90) };
  const bytes = frozenBytes(frozenAndMeasured(value));
  deepStrictEqual(value, {
    rows: rows(),
    kinds: rows().map(({ kind }) => kind),
    long: "é".repeat(90),
  });
  // Objects and slots; the kind of 9 characters once; the texts of the ranks, of 190 characters; the long one.
  const slots = (24 + 3 * 8) + 2 * (24 + 800) + 100 * (24 + 2 * 8);
  deepStrictEqual(bytes, slots + (24 + 9) + (100 * 24 + 190) + (24 + 90));
});
