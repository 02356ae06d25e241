import { deepStrictEqual, match, strictEqual } from "node:assert/strict";
import { reportList } from "@/components/consumption_reports/report_list.tsx";
import { kindsOf } from "@/lib/consumption_reports/month_list.ts";
import { drawn, keptUnder } from "@/tests/helpers/drawn.ts";
import { A10, A2, item, line } from "./some_report_lines.ts";

const LIST = reportList({
  project: { id: "p1", name: "Les Tilleuls" },
  month: "2026-01",
  lines: [A2, A10],
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

// @spec reports.month-list
Deno.test("reportList() shows no change beside an unknown value", () => {
  const cellOf = (value: number | null) => {
    const compared = { projected: 9.5, previousYear: 10, previousYearPercent: 95 };
    const one = line("A1", [item("coldWater", value, { ...compared, status: "good" })]);
    const column = LIST.columns.find(({ field }) => field === "coldWater");
    return drawn(<>{column?.cell?.(one)}</>);
  };
  // 95 % of the year before is -5 %.
  match(cellOf(4), /4,0.*-5\s%/);
  strictEqual(cellOf(null), "");
});
