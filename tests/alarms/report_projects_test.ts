import { deepStrictEqual, ok, strictEqual } from "node:assert/strict";
import type { AlarmSelection, AvailableSelection } from "@/lib/alarms/schema.ts";
import {
  chosenProjects,
  followsAllProjects,
  keepsDifferentProjects,
  offeredProjects,
  ofProjects,
  withoutProjectFilter,
} from "@/lib/alarms/selections.ts";

const RESIDENCES = { name: "project", label: "Résidences" };

/** The selections that an organisation of two residences offers. */
const ACROSS: AvailableSelection[] = [
  {
    handler: "collect-online",
    label: "Capteurs",
    filters: [{
      ...RESIDENCES,
      values: [{ value: "p1", label: "A" }, { value: "p2", label: "B" }],
    }],
  },
];
/** The selections that one residence offers. */
const WITHIN: AvailableSelection[] = [{
  handler: "collect-online",
  label: "Capteurs",
  filters: [],
}];

/** A report on sensors, of some residences. */
function of(...project: string[]): AlarmSelection[] {
  return [{ handler: "collect-online", filters: project.length === 0 ? {} : { project } }];
}

Deno.test("offeredProjects() are the residences that may be selected, each once", () => {
  deepStrictEqual(offeredProjects([...ACROSS, ...ACROSS]), ["p1", "p2"]);
  strictEqual(offeredProjects(WITHIN), null);
});

Deno.test("ofProjects() limits a report to the chosen residences, even when they are all", () => {
  deepStrictEqual(ofProjects(of(), ["p2"]), of("p2"));
  deepStrictEqual(ofProjects(of("p1"), ["p2", "p1", "0", "p2"]), of("p2", "p1"));
});

Deno.test("chosenProjects() are those of the filters, none for a report on all residences", () => {
  deepStrictEqual(chosenProjects([...of("p2"), ...of("p2", "p1")]), ["p2", "p1"]);
  deepStrictEqual(chosenProjects([...of("p2"), ...of()]), []);
});

Deno.test("followsAllProjects() is true without a filter, not when all residences are named", () => {
  strictEqual(followsAllProjects(of()), true);
  strictEqual(followsAllProjects(of("p1", "p2")), false);
  strictEqual(followsAllProjects([...of("p1"), ...of()]), true);
  strictEqual(followsAllProjects([]), false);
});

Deno.test("withoutProjectFilter() leaves the other filters", () => {
  const [one] = of("p2");
  ok(one);
  const narrowed = { ...one, filters: { ...one.filters, building: ["b1"] } };
  deepStrictEqual(withoutProjectFilter([narrowed]), [{ ...one, filters: { building: ["b1"] } }]);
});

Deno.test("keepsDifferentProjects() is true when the selections of a report disagree", () => {
  const about = (...projects: (string[] | null)[]) =>
    keepsDifferentProjects(
      projects.map((ids) => ({ handler: "collect-online", filters: ids ? { project: ids } : {} })),
    );
  ok(!about());
  ok(!about(["p1", "p2"], ["p2", "p1"]));
  ok(about(["p1"], ["p2"]));
  ok(about(null, ["p2"]));
});
