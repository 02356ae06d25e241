/** Columns of the slots of a range, with or without links to finer ranges. @module */

import { dateColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { readInstantSegment } from "@/lib/base/period_instants.ts";
import { finerRange, optionOf, type PeriodChoices } from "@/lib/base/period_selector.ts";
import type { PeriodRange } from "@/lib/base/periods.ts";
import { instantLabel, SLOT_HEADS, slotLabel } from "@/lib/base/text_periods.ts";

interface SlotsOfRange {
  range: PeriodRange;
  choices: PeriodChoices;
  hrefOf(to: PeriodRange): string;
}

/** The slots of a range, each linked to a finer range if there is one. */
export function slotColumn<Row extends { readonly slot: string }>(
  { range, choices, hrefOf }: SlotsOfRange,
): TableColumn<Row> {
  return {
    field: "slot",
    label: SLOT_HEADS[optionOf(range.type)],
    unbroken: true,
    cell: ({ slot }) => {
      const instant = readInstantSegment(slot);
      if (instant === null) return slot;
      const finer = finerRange(instant, choices);
      const label = instantLabel(instant);
      return finer === null ? label : <a href={hrefOf(finer)} aria-current="false">{label}</a>;
    },
  };
}

/** The slots of a table without links. */
export function plainSlotColumn<Row extends { readonly slot: string }>(
  label: string,
): TableColumn<Row> {
  const slotOf = ({ slot }: Row) => slot;
  return { ...dateColumn("slot", label, (row) => slotLabel(row.slot)), value: slotOf };
}
