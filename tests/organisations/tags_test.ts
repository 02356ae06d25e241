import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { tagGroupDraft } from "@/lib/organisations/schema.ts";
import { moved, nextPlace, type Ordered, reordered } from "@/lib/organisations/tag_rules.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const THREE: Ordered[] = [
  { id: "a", sortOrder: 0 },
  { id: "b", sortOrder: 1 },
  { id: "c", sortOrder: 2 },
];

Deno.test("moved() swaps two neighbours, and does nothing at the ends", () => {
  deepStrictEqual(moved(THREE, "a", 1), [{ id: "b", sortOrder: 0 }, { id: "a", sortOrder: 1 }]);
  deepStrictEqual(moved(THREE, "c", -1), [{ id: "c", sortOrder: 1 }, { id: "b", sortOrder: 2 }]);
  deepStrictEqual(moved(THREE, "a", -1), []);
  deepStrictEqual(moved(THREE, "c", 1), []);
  deepStrictEqual(moved(THREE, "z", 1), []);
});

Deno.test("moved() leaves the places of all but two neighbours", () => {
  const four = [...THREE, { id: "d", sortOrder: 3 }];
  deepStrictEqual(moved(four, "a", 1), [{ id: "b", sortOrder: 0 }, { id: "a", sortOrder: 1 }]);
  deepStrictEqual(moved(four, "c", -1), [{ id: "c", sortOrder: 1 }, { id: "b", sortOrder: 2 }]);
});

Deno.test("moved() gives distinct places to elements that shared one", () => {
  const same = THREE.map(({ id }) => ({ id, sortOrder: 5 }));
  deepStrictEqual(moved(same, "b", 1), [
    { id: "a", sortOrder: 0 },
    { id: "c", sortOrder: 1 },
    { id: "b", sortOrder: 2 },
  ]);
});

Deno.test("reordered() follows the ids, and puts the others last in their order", () => {
  deepStrictEqual(reordered(THREE, ["c", "a", "c", "ghost"]), [
    { id: "c", sortOrder: 0 },
    { id: "a", sortOrder: 1 },
    { id: "b", sortOrder: 2 },
  ]);
  deepStrictEqual(reordered(THREE, ["c"]), [
    { id: "c", sortOrder: 0 },
    { id: "a", sortOrder: 1 },
    { id: "b", sortOrder: 2 },
  ]);
  deepStrictEqual(reordered(THREE, ["a", "b", "c"]), []);
});

Deno.test("reordered() loses no element and gives each a distinct place", () => {
  const things = fc.uniqueArray(fc.string({ maxLength: 3 })).map((ids) =>
    ids.map((id, at) => ({ id, sortOrder: at * 3 % 5 }))
  );
  fc.assert(
    fc.property(things, fc.array(fc.string({ maxLength: 3 })), (list, ids) => {
      const places = new Map(reordered(list, ids).map(({ id, sortOrder }) => [id, sortOrder]));
      const after = list.map(({ id, sortOrder }) => places.get(id) ?? sortOrder);
      deepStrictEqual(after.toSorted((a, b) => a - b), list.map((_, rank) => rank));
    }),
    { seed: 20260101 },
  );
});

Deno.test("nextPlace() is after all of them", () => {
  strictEqual(nextPlace([]), 0);
  strictEqual(nextPlace([{ id: "a", sortOrder: 4 }, { id: "b", sortOrder: 2 }]), 5);
});

Deno.test("nextPlace() is accepted even after an element with the maximum sort order", () => {
  const isAccepted = (sortOrder: number) =>
    tagGroupDraft.safeParse({ name: "Agence", sortOrder }).success;
  let last = 0;
  while (isAccepted(last + 1)) last += 1;
  const things = [{ id: "a", sortOrder: last }];
  strictEqual(isAccepted(nextPlace(things)), true);
  // A move gives distinct places again.
  deepStrictEqual(moved([...things, { id: "b", sortOrder: last }], "b", -1), [
    { id: "b", sortOrder: 0 },
    { id: "a", sortOrder: 1 },
  ]);
});
