import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TotalRow } from "@/components/tables/TotalRow.tsx";
import { slotColumn } from "@/components/tables/columns.tsx";
import {
  selfConsumptionPercent,
  selfProductionPercent,
  useTotals,
} from "@/lib/domain/autoconsumption/figures.ts";
import type { AutoconsumptionSlot } from "@/lib/domain/autoconsumption/types.ts";
import type { PeriodRange } from "@/lib/domain/periods/period.ts";
import type { PeriodChoices } from "@/lib/domain/periods/switch.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { USE_HEADS } from "@/lib/text/autoconsumption/autoconsumption.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

interface UseTableProps {
  caption: string;
  range: PeriodRange;
  choices: PeriodChoices;
  /** In the chosen order. */
  slots: readonly AutoconsumptionSlot[];
  sorting: { path: string; state: TableState };
  hrefOf(to: PeriodRange): string;
}

type Figures = Omit<AutoconsumptionSlot, "slot">;

/** Heads that are wider than their figures, with possible line breaks. */
const BREAKABLE = {
  selfConsumption: USE_HEADS.selfConsumption.replace("auto", "auto\u00AD"),
  selfProduction: USE_HEADS.selfProduction.replace("auto", "auto\u00AD"),
} as const;

interface FigureColumn {
  readonly field: string;
  readonly label: string;
  readonly unit: string;
  cell(of: Figures): string;
}

const FIGURES: readonly FigureColumn[] = [
  kWhColumn("producedKWh", ({ producedKWh }) => producedKWh),
  kWhColumn("selfConsumedKWh", ({ selfConsumedKWh }) => selfConsumedKWh),
  kWhColumn("surplusKWh", ({ surplusKWh }) => surplusKWh),
  kWhColumn("consumedKWh", ({ consumedKWh }) => consumedKWh),
  kWhColumn("fromGrid", ({ fromGridKWh }) => fromGridKWh),
  rateColumn("selfConsumption", selfConsumptionPercent),
  rateColumn("selfProduction", selfProductionPercent),
  {
    field: "completeness",
    label: USE_HEADS.completeness,
    unit: "%",
    cell: ({ completeness }) => formatNumber(100 * completeness, 0),
  },
];

function kWhColumn(
  field: keyof typeof USE_HEADS,
  value: (of: Figures) => number | null,
): FigureColumn {
  return {
    field,
    label: USE_HEADS[field],
    unit: "kWh",
    cell: (of) => formatNumber(value(of), 1, 1),
  };
}

function rateColumn(
  field: keyof typeof BREAKABLE,
  value: (of: Figures) => number | null,
): FigureColumn {
  return { field, label: BREAKABLE[field], unit: "%", cell: (of) => formatNumber(value(of), 1, 1) };
}

/** Production of each slot and its distribution; each slot links to a finer range. */
export function UseTable({ caption, range, choices, slots, sorting, hrefOf }: UseTableProps) {
  const columns: TableColumn<AutoconsumptionSlot>[] = [
    slotColumn({ range, choices, hrefOf }),
    ...FIGURES.map((column) => ({ ...column, number: true })),
  ];
  const totals = useTotals(slots);
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={slots}
      rowKey={({ slot }) => slot}
      sorting={sorting}
      wide
      foot={slots.length > 1 && <TotalRow cells={FIGURES.map(({ cell }) => cell(totals))} />}
    />
  );
}
