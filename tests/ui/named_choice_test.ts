import { deepStrictEqual } from "node:assert/strict";
import { namedValues, namesNear, namesOf } from "@/lib/ui/named_choices.ts";

const HOUSES = ["A101", "A102", "Étage 1", "étage 1", "B101"]
  .map((label, rank) => ({ value: `h${rank}`, label }));

// @spec forms.named
Deno.test("namedValues() matches a name exactly, else ignoring accents and case, else an id", () => {
  const typed = {
    exact: "étage 1",
    plain: " b101 ",
    id: "h1",
    lines: "A101\r\n\r\na102\r\nh4",
    empty: "",
    other: "A101",
  };
  const choices = { exact: HOUSES, plain: HOUSES, id: HOUSES, lines: HOUSES, empty: HOUSES };
  const { values, unknown } = namedValues(typed, choices);
  deepStrictEqual(unknown, {});
  deepStrictEqual(values, {
    exact: "h3",
    plain: "h4",
    id: "h1",
    lines: "h0\nh1\nh4",
    empty: "",
    other: "A101",
  });
});

// @spec forms.named
Deno.test("namedValues() returns an unknown name as typed, with similar names", () => {
  const typed = { house: "101", several: "A101\nA9", twice: "ETAGE 1" };
  const { values, unknown } = namedValues(typed, { house: HOUSES, several: HOUSES, twice: HOUSES });
  deepStrictEqual(values, typed);
  deepStrictEqual(unknown, {
    house: { typed: "101", near: ["A101", "B101"], otherCount: 0 },
    several: { typed: "A9", near: [], otherCount: 0 },
    twice: { typed: "ETAGE 1", near: ["Étage 1", "étage 1"], otherCount: 0 },
  });
});

Deno.test("namedValues() names ten at most, and leaves names that may not be listed to the call", () => {
  const many = Array.from({ length: 30 }, (_, rank) => ({ value: `${rank}`, label: `C${rank}` }));
  const { values, unknown } = namedValues({ house: "C", secret: "x" }, { house: many, secret: [] });
  deepStrictEqual(values, { house: "C", secret: "x" });
  deepStrictEqual([unknown.house?.near.length, unknown.house?.otherCount], [10, 20]);
});

Deno.test("namesNear() starts with the names that have the prefix; namesOf() shows the names of ids", () => {
  const names = ["X A1", "A12", "A1"].map((label) => ({ value: label, label }));
  deepStrictEqual(namesNear(names, "a1"), ["A12", "A1", "X A1"]);
  deepStrictEqual(namesNear(names, " "), []);
  deepStrictEqual(namesOf(HOUSES, "h0\nh9"), "A101\nh9");
});
