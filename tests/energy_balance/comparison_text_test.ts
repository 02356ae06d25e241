import { deepStrictEqual, ok } from "node:assert/strict";
import { comparisonLine } from "@/lib/energy_balance/comparison.ts";
import { COMPARISON_FIGURES } from "@/lib/energy_balance/comparison_text.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { aYear } from "./builders.ts";

Deno.test("the share of readings is whole only when all are there, and exactly 29 % is shown as 29 %", () => {
  const room = { projectId: "p1", projectName: "A", boilerRoomId: "c1", boilerRoomName: "B" };
  const line = comparisonLine(room, yearReport(aYear()));
  const { cumulative } = line;
  ok(cumulative);
  const data = COMPARISON_FIGURES.find(({ field }) => field === "data");
  const share = (completeness: number) =>
    data?.value({ ...line, cumulative: { ...cumulative, completeness } });
  // 28.999999999999996 % in binary.
  deepStrictEqual([share(0.29), share(0.999), share(1)], [29, 99, 100]);
});
