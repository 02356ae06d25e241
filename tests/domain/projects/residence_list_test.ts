import { deepStrictEqual } from "node:assert/strict";
import {
  filteredResidences,
  type Residence,
  residenceLines,
  tagField,
} from "@/lib/domain/projects/residence_list.ts";
import type { ProjectSummary } from "@/lib/domain/projects/types.ts";
import { UNTOUCHED_TABLE } from "@/lib/domain/tables/table_state.ts";

function aResidence(over: Partial<Residence> = {}): Residence {
  return {
    id: "p1",
    name: "Les Tilleuls",
    code: "0301",
    street: "3 rue des Lilas",
    zipCode: "54000",
    city: "Nancy",
    latitude: null,
    longitude: null,
    alarmCount: 0,
    tags: {},
    ...over,
  };
}

const LINES = [
  aResidence({ id: "a", name: "Été", code: "", city: "Metz", tags: { g: "Nord" } }),
  aResidence({ id: "b", name: "Bât. 10", code: "2", alarmCount: 2, tags: { g: "Sud" } }),
  aResidence({ id: "c", name: "Bât. 2", code: "10" }),
];

function ids(over: Partial<typeof UNTOUCHED_TABLE>): string[] {
  return filteredResidences(LINES, { ...UNTOUCHED_TABLE, ...over }).map(({ id }) => id);
}

Deno.test("residenceLines() has the residence's label for each group, and no others", () => {
  const project = {
    id: "p1",
    orgId: "o1",
    name: "Les Tilleuls",
    code: "",
    location: { street: "", zipCode: "", city: "Nancy", latitude: 48.7, longitude: 6.2 },
    tags: ["v2"],
    allRoles: [],
  };
  const group = (id: string, value: string) => ({
    id,
    name: id,
    sortOrder: 0,
    version: "1",
    values: [{ id: value, label: `Label ${value}`, sortOrder: 0 }],
  });
  // Only the fields of a project that the list reads.
  const lines = residenceLines([project as unknown as ProjectSummary], [
    group("g1", "v1"),
    group("g2", "v2"),
  ], new Map([["p1", 3], ["p2", 1]]));
  deepStrictEqual(
    lines.map(({ tags, city, latitude, alarmCount }) => ({ tags, city, latitude, alarmCount })),
    [{ tags: { g2: "Label v2" }, city: "Nancy", latitude: 48.7, alarmCount: 3 }],
  );
});

Deno.test("filteredResidences() sorts by name by default, digits as numbers and accents with their letter", () => {
  deepStrictEqual(ids({}), ["c", "b", "a"]);
});

Deno.test("filteredResidences() sorts by a column, empty cells last both ways", () => {
  deepStrictEqual(ids({ sort: { field: "code", direction: "asc" } }), ["b", "c", "a"]);
  deepStrictEqual(ids({ sort: { field: "code", direction: "desc" } }).at(-1), "a");
  deepStrictEqual(ids({ sort: { field: tagField("g"), direction: "asc" } }), ["a", "b", "c"]);
  deepStrictEqual(ids({ sort: { field: "alarms", direction: "desc" } }), ["b", "c", "a"]);
});

Deno.test("filteredResidences() sorts by name for a field the table does not have", () => {
  deepStrictEqual(ids({ sort: { field: "toString", direction: "asc" } }), ["c", "b", "a"]);
});

Deno.test("filteredResidences() keeps rows that match every filter; an unknown one keeps all", () => {
  deepStrictEqual(ids({ filters: { city: "Nancy", [tagField("g")]: "Sud" } }), ["b"]);
  deepStrictEqual(ids({ filters: { nothing: "x" } }).length, 3);
});

Deno.test("filteredResidences() finds every word anywhere in a line, ignoring accents and case", () => {
  deepStrictEqual(ids({ filters: { search: "ETE metz" } }), ["a"]);
  deepStrictEqual(ids({ filters: { search: "lilas 54000" } }).length, 3);
  deepStrictEqual(ids({ filters: { search: "lilas lyon" } }), []);
});
