import { deepStrictEqual, match } from "node:assert/strict";
import { comparisonColumns } from "@/components/energy_balance/comparison_columns.tsx";
import { DataTable } from "@/components/ui/DataTable.tsx";
import { comparisonLine } from "@/lib/energy_balance/comparison.ts";
import { yearReport } from "@/lib/energy_balance/year_report.ts";
import { drawn, wordsOf } from "@/tests/helpers/drawn.ts";
import { aYear, months } from "./builders.ts";

const ROOM = {
  projectId: "p1",
  projectName: "Les Tilleuls",
  boilerRoomId: "a",
  boilerRoomName: "Chaufferie",
};

Deno.test("comparisonColumns() show the compared days under their gap, without a column for them", () => {
  const series = { source: months({ "2023-01": 4_000 }), ecs: months({ "2023-01": 60 }) };
  const html = drawn(
    <DataTable
      caption="Chaufferies, année 2023"
      columns={comparisonColumns(() => "/")}
      rows={[comparisonLine(ROOM, yearReport(aYear({ series })))]}
    />,
  );
  const heads = [...html.matchAll(/<th scope="col".*?<\/th>/gs)].map(([head]) => wordsOf(head));
  deepStrictEqual(heads.length, 9);
  match(wordsOf(html), /-?\d+,\d sur 31\s?j/);
});
