import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import {
  areAllChosen,
  foundProjects,
  projectsError,
  withoutProjects,
  withProjects,
} from "@/lib/residences/project_selection.ts";
import { law, testLaws } from "@/tests/helpers/laws.ts";
import { fc } from "@/tests/npm/fast_check.ts";

const OFFERED = [
  { id: "p1", name: "Les Tilleuls", place: "Nancy" },
  { id: "p2", name: "Résidence Épinettes", place: "Metz" },
];

Deno.test("withProjects() ignores zero, an empty value, and residences already selected", () => {
  deepStrictEqual(withProjects(["p2"], ["0", "", "p1", "p2", "p1"]), ["p2", "p1"]);
});

Deno.test("withoutProjects() removes residences", () => {
  deepStrictEqual(withoutProjects(["p2", "p1"], ["p2", "p3"]), ["p1"]);
});

Deno.test("projectsError() requires one residence; zero does not count", () => {
  deepStrictEqual(projectsError([]), { code: "required" });
  deepStrictEqual(projectsError(["0"]), { code: "required" });
  strictEqual(projectsError(["p1"]), null);
});

// @spec forms.residences
Deno.test("areAllChosen() requires each one offered, and at least one", () => {
  ok(areAllChosen(OFFERED, ["p2", "p1", "p9"]));
  ok(!areAllChosen(OFFERED, ["p1"]));
  ok(areAllChosen(OFFERED.slice(0, 1), ["p1"]));
  ok(!areAllChosen([], []));
});

Deno.test("foundProjects() searches names and places, ignoring accents and case", () => {
  deepStrictEqual(foundProjects(OFFERED, "epin METZ").map(({ id }) => id), ["p2"]);
  deepStrictEqual(foundProjects(OFFERED, ""), OFFERED);
});

const ids = fc.array(fc.constantFrom("0", "", "a", "b", "c", "d"));

testLaws([
  law(
    "withProjects() never holds twins, nothing or zero, and keeps the order of before",
    fc.property(ids, ids, (chosen, added) => {
      const result = withProjects(chosen, added);
      strictEqual(new Set(result).size, result.length);
      ok(!result.includes("0") && !result.includes(""));
      const before = withProjects(chosen, []);
      deepStrictEqual(result.slice(0, before.length), before);
    }),
  ),
  law(
    "withoutProjects() undoes withProjects() where nothing was chosen of what is added",
    fc.property(ids, (added) => {
      deepStrictEqual(withoutProjects(withProjects(["z"], added), added), ["z"]);
    }),
  ),
]);
