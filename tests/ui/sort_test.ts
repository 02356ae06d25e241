import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import { byName, compareValues, sortedRows, type SortValue } from "@/lib/ui/tables.ts";
import { testLaws } from "@/tests/helpers/laws.ts";
import { SORT_LAWS } from "@/tests/helpers/laws_of_tables.ts";

function sorted(values: readonly SortValue[], direction: "asc" | "desc" = "asc"): SortValue[] {
  return sortedRows(values, (value) => value, direction);
}

Deno.test("sortedRows() sorts texts in French order, with accents", () => {
  const names = ["Zola", "étoile", "Eluard", "école", "Érable", "zèbre"];
  deepStrictEqual(sorted(names), ["école", "Eluard", "Érable", "étoile", "zèbre", "Zola"]);
});

Deno.test("sortedRows() sorts the numbers inside texts by size", () => {
  deepStrictEqual(sorted(["Bât. 10", "Bât. 2", "Bât. 1"]), ["Bât. 1", "Bât. 2", "Bât. 10"]);
});

Deno.test("sortedRows() sorts numbers by size, not as text", () => {
  deepStrictEqual(sorted([10, 9, -1, 100]), [-1, 9, 10, 100]);
  deepStrictEqual(sorted([10, 9, -1, 100], "desc"), [100, 10, 9, -1]);
  deepStrictEqual(sorted([1.5, 1.25, -1, -5]), [-5, -1, 1.25, 1.5]);
});

// @spec tables.sort
Deno.test("sortedRows() puts empty cells last both ways", () => {
  deepStrictEqual(sorted([null, 2, null, 1]), [1, 2, null, null]);
  deepStrictEqual(sorted([null, 2, null, 1], "desc"), [2, 1, null, null]);
});

Deno.test("sortedRows() keeps the order of equal rows both ways", () => {
  const rows = [{ id: "a", n: 1 }, { id: "b", n: 1 }, { id: "c", n: 0 }];
  const ids = (direction: "asc" | "desc") =>
    sortedRows(rows, (row) => row.n, direction).map((row) => row.id).join("");
  strictEqual(ids("asc"), "cab");
  strictEqual(ids("desc"), "abc");
});

Deno.test("compareValues() compares arrays element by element, the shorter first", () => {
  ok(compareValues(["a", 2], ["a", 10]) < 0);
  ok(compareValues(["b"], ["a", "z"]) > 0);
  ok(compareValues(["a"], ["a", "a"]) < 0);
  strictEqual(compareValues(["a", 1], ["a", 1]), 0);
});

Deno.test("compareValues() puts booleans, numbers, texts and arrays in that order", () => {
  deepStrictEqual(sorted([["a"], "a", 1, null, true, false]), [false, true, 1, "a", ["a"], null]);
});

Deno.test("byName() sorts in French order, with numbers in names by size", () => {
  const named = ["Bât. 10", "eau", "Électricité", "Bât. 2"].map((name) => ({ name }));
  const names = named.toSorted(byName).map(({ name }) => name);
  deepStrictEqual(names, ["Bât. 2", "Bât. 10", "eau", "Électricité"]);
});

testLaws(SORT_LAWS);
