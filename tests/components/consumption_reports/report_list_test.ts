import { deepStrictEqual } from "node:assert/strict";
import { reportList } from "@/components/consumption_reports/report_list.tsx";
import { kindsOf, type ReportLine } from "@/lib/domain/consumption_reports/report_list.ts";
import type { ConsumptionItem, ConsumptionKind } from "@/lib/domain/consumption_reports/types.ts";
import { keptUnder } from "@/tests/components/tables/a_list.ts";

function item(
  kind: ConsumptionKind,
  value: number | null,
  rest: Partial<ConsumptionItem> = {},
): ConsumptionItem {
  return {
    kind,
    unit: kind === "coldWater" ? "m³" : "kWh",
    value,
    completeness: 1,
    cost: null,
    reference: null,
    referencePercent: null,
    progress: null,
    previousYear: null,
    previousYearCorrected: null,
    previousYearPercent: null,
    status: null,
    mean: null,
    yearToDate: null,
    projected: null,
    isPart: false,
    ...rest,
  };
}

function line(name: string, items: ConsumptionItem[], rest: Partial<ReportLine> = {}): ReportLine {
  const facts = { floor: null, totalCost: null, completeness: 1, isShared: false };
  return { id: name, name, items, ...facts, ...rest };
}

const A2 = line("A2", [item("coldWater", 6), item("heating", 200, { status: "bad" })], {
  totalCost: 40,
});
const A10 = line("A10", [item("coldWater", null), item("temp", 20)], { completeness: 0.5 });

const LIST = reportList({
  project: { id: "p1", name: "Les Tilleuls" },
  month: "2026-01",
  kinds: kindsOf([A2, A10]),
  mean: null,
  shown: null,
});

// @spec reports.month-list
Deno.test("reportList() sorts names naturally and kinds with unknown values last, and filters by state", () => {
  const names = (query: string) => keptUnder(LIST, [A2, A10], query).map(({ name }) => name);
  deepStrictEqual(names("sort=name:asc"), ["A2", "A10"]);
  deepStrictEqual(names("sort=coldWater:asc"), ["A2", "A10"]);
  deepStrictEqual(names("sort=completeness:asc"), ["A10", "A2"]);
  deepStrictEqual(names("filter:state=unread"), ["A10"]);
});
