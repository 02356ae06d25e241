import { finerRange } from "@/lib/domain/periods/finer.ts";
import { readInstantSegment } from "@/lib/domain/periods/instants.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import { optionOf, type PeriodChoices } from "@/lib/domain/periods/switch.ts";
import { instantLabel } from "@/lib/text/periods.ts";
import { SLOT_HEADS, slotLabel } from "@/lib/text/series/series.ts";
import type { TableColumn } from "./DataTable.tsx";
import { dateColumn } from "./text_column.ts";

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
