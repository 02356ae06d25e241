import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { comparisonLine, worstFirst } from "@/lib/energy_balance/comparison.ts";
import type { ComparisonLine } from "@/lib/energy_balance/schema.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { aYear, months } from "./builders.ts";

function room(boilerRoomId: string) {
  return {
    projectId: "p1",
    projectName: "Les Tilleuls",
    boilerRoomId,
    boilerRoomName: `Chaufferie ${boilerRoomId}`,
  };
}

/** A boiler room with the given consumption in January, m³. */
function lineOf(id: string, volumeM3: number | null): ComparisonLine {
  const series = { source: months({ "2023-01": volumeM3 }), ecs: months({ "2023-01": 60 }) };
  return comparisonLine(room(id), yearReport(aYear({ series })));
}

Deno.test("comparisonLine() has the boiler room and its cumulative row", () => {
  const report = yearReport(aYear());
  deepStrictEqual(comparisonLine(room("a"), report), {
    ...room("a"),
    cumulative: report.cumulative,
  });
});

Deno.test("comparisonLine() has no figures before the balance is set up", () => {
  strictEqual(comparisonLine(room("a"), null).cumulative, null);
});

// @spec balance.comparison
Deno.test("worstFirst() orders by gap, rooms without gap last in their own order", () => {
  const lines = [
    lineOf("none", null),
    lineOf("good", 1900),
    comparisonLine(room("unset"), null),
    lineOf("bad", 2300),
  ];
  deepStrictEqual(worstFirst(lines).map((line) => line.boilerRoomId), [
    "bad",
    "good",
    "none",
    "unset",
  ]);
  strictEqual(lines[0]?.boilerRoomId, "none");
});
