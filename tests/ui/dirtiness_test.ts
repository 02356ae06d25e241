import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { dirtyFields, isDirty, isSameValue } from "@/lib/ui/dirty_fields.ts";

const saved = { name: "Les Tilleuls", location: { city: "Nancy", latitude: 48.69 }, tags: ["a"] };

Deno.test("isDirty() is false for the same values in other objects", () => {
  strictEqual(isDirty(saved, structuredClone(saved)), false);
});

Deno.test("isDirty() detects a change inside a group and inside a list", () => {
  strictEqual(isDirty(saved, { ...saved, location: { city: "Metz", latitude: 48.69 } }), true);
  strictEqual(isDirty(saved, { ...saved, tags: ["a", "b"] }), true);
});

Deno.test("isDirty() is false once the change is undone", () => {
  const changed = { ...saved, name: "La Roseraie" };
  strictEqual(isDirty(saved, changed), true);
  strictEqual(isDirty(saved, { ...changed, name: "Les Tilleuls" }), false);
});

Deno.test("isSameValue() distinguishes null, 0, an empty text and an empty list", () => {
  const values = [null, 0, "", [], {}];
  const same = values.map((left) => values.filter((right) => isSameValue(left, right)).length);
  deepStrictEqual(same, [1, 1, 1, 1, 1]);
});

Deno.test("isSameValue() treats an omitted field as undefined, and NaN as equal to itself", () => {
  strictEqual(isSameValue({ a: undefined }, {}), true);
  strictEqual(isSameValue({ a: NaN }, { a: NaN }), true);
});

Deno.test("dirtyFields() names the fields that changed", () => {
  const changed = { ...saved, name: "La Roseraie", tags: ["a"] };
  deepStrictEqual([...dirtyFields(saved, changed)], ["name"]);
});
