import { deepStrictEqual, strictEqual } from "node:assert/strict";
import { completenessColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { sortedByColumn } from "@/components/ui/list.ts";

interface Slot {
  readonly slot: string;
  readonly kWh: number | null;
}

const SLOTS: readonly Slot[] = [
  { slot: "2025-06", kWh: 30 },
  { slot: "2025-07", kWh: 20 },
  { slot: "2025-08", kWh: null },
];

const COLUMNS = [
  textColumn<Slot>("slot", "Mois", ({ slot }) => slot),
  numberColumn<Slot>({ field: "kWh", label: "Production" }, ({ kWh }) => kWh),
];

// @spec tables.sort
Deno.test("sortedByColumn() sorts by the column of the state, empty cells last; null without one", () => {
  const by = (field: string) =>
    sortedByColumn(COLUMNS, SLOTS, { sort: { field, direction: "asc" } })?.map(({ slot }) => slot);
  deepStrictEqual(by("kWh"), ["2025-07", "2025-06", "2025-08"]);
  strictEqual(by("nothing"), undefined);
  strictEqual(sortedByColumn(COLUMNS, SLOTS, { sort: null }), null);
});

Deno.test("completenessColumn() rounds down: what lacks a reading is not at 100 %", () => {
  const column = completenessColumn((share: number | null) => share);
  const shares = [0.58, 0.996, 1, null];
  deepStrictEqual(shares.map((share) => column.value?.(share)), [58, 99, 100, null]);
  deepStrictEqual(shares.map((share) => column.cell?.(share)), [
    "58\u00A0%",
    "99\u00A0%",
    "100\u00A0%",
    "",
  ]);
});
