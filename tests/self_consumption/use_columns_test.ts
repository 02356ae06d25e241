import { deepStrictEqual } from "node:assert/strict";
import { useColumns } from "@/components/self_consumption/use_columns.tsx";
import { sortedByColumn } from "@/components/ui/list.ts";
import { HOURLY } from "@/lib/series/pages.ts";
import { aUse } from "./a_use.ts";

// @spec periods.clock-changes
Deno.test("useColumns() sorts the repeated hour of autumn by time", () => {
  const hours = ["2026-10-25T01", "2026-10-25T02+02:00", "2026-10-25T02+01:00", "2026-10-25T03"];
  const slots = hours.map((slot) => aUse({ slot }));
  const range = { type: "hourly", year: 2026, month: 10, day: 25 } as const;
  const columns = useColumns(slots, { range, choices: HOURLY, hrefOf: () => "" });
  const sorted = (direction: "asc" | "desc") =>
    sortedByColumn(columns, slots, { sort: { field: "slot", direction } })?.map((one) => one.slot);
  deepStrictEqual(sorted("asc"), hours);
  deepStrictEqual(sorted("desc"), hours.toReversed());
});
