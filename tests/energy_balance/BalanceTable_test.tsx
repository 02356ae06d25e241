import { deepStrictEqual, ok } from "node:assert/strict";
import { BalanceTable } from "@/components/energy_balance/BalanceTable.tsx";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";
import { aYear, months } from "./builders.ts";

Deno.test("BalanceTable shows the share of data as a whole percentage, never rounded up", () => {
  const series = { source: months({ "2023-01": 4_000 }), ecs: months({ "2023-01": 60 }) };
  const report = yearReport(aYear({ series }));
  const [row] = report.rows;
  ok(row);
  const shown = [0.58, 0.996, 1].map((completeness) => {
    const rows = [{ ...row, completeness }];
    const html = drawn(<BalanceTable report={{ ...report, rows }} caption="Bilan" />);
    const [body = ""] = /<tbody>.*?<\/tbody>/s.exec(html) ?? [];
    const cells = [...body.matchAll(/<td.*?<\/td>/gs)].map(([cell]) => wordsOf(cell));
    return cells.at(-1);
  });
  deepStrictEqual(shown, ["58", "99", "100"]);
});
