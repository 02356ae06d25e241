import { deepStrictEqual } from "node:assert/strict";
import { residenceLines } from "@/lib/portfolio/residence_list.ts";
import type { ProjectSummary } from "@/lib/residences/schema.ts";

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
  const summary = project as unknown as ProjectSummary;
  const lines = residenceLines([summary, { ...summary, id: "p3" }], [
    group("g1", "v1"),
    group("g2", "v2"),
  ], new Map([["p1", 3], ["p2", 1]]));
  const line = { tags: { g2: "Label v2" }, city: "Nancy", latitude: 48.7 };
  deepStrictEqual(
    lines.map(({ tags, city, latitude, alarmCount }) => ({ tags, city, latitude, alarmCount })),
    [{ ...line, alarmCount: 3 }, { ...line, alarmCount: 0 }],
  );
});
