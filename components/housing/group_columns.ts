import { completenessColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { columnDecimals } from "@/lib/base/text_format.ts";
import { inThousandths, unitOfSmall } from "@/lib/timeseries/canonical_units.ts";
import type { ProjectSeries } from "@/lib/timeseries/schema.ts";

/** Figures of an anonymous group on a day. */
export interface GroupDay {
  readonly id: string;
  readonly name: string;
  readonly houseCount: number;
  /** Sum of an amount; null for other quantities. */
  readonly total: number | null;
  /** Mean of its dwellings. */
  readonly perHouse: number | null;
  /** The figure of that day a year before; null when the group was hidden then. */
  readonly before: number | null;
  /** 0 to 1. */
  readonly completeness: number;
}

/** The shares of a dwelling have one unit, since they are compared; the file has that of the series. */
export function groupColumns(
  { dataUnitId, unit: { sum, unit } }: ProjectSeries,
  rows: readonly GroupDay[],
): TableColumn<GroupDay>[] {
  const figures = rows.flatMap(({ perHouse, before }) => [perHouse, before]);
  const smaller = unitOfSmall({ figures, dataUnitId, unit });
  const share = (field: "perHouse" | "before", label: string) =>
    smaller === null ? amountColumn(rows, (group) => group[field], { field, label, unit }) : {
      ...amountColumn(rows, (group) => inThousandths(group[field]), {
        field,
        label,
        unit: smaller,
      }),
      header: `${label} (${unit})`,
      value: (group: GroupDay) => group[field],
    };
  const total = amountColumn(rows, (group) => group.total, {
    field: "total",
    label: "Total",
    unit,
  });
  return [
    textColumn("name", "Groupe", ({ name }) => name),
    numberColumn({ field: "houseCount", label: "Logements" }, ({ houseCount }) => houseCount),
    ...sum ? [total] : [],
    share("perHouse", sum ? "Par logement" : "Moyenne"),
    share("before", sum ? "Par logement un an avant" : "Un an avant"),
    completenessColumn(({ completeness }) => completeness),
  ];
}

/** A column of figures, which have the same number of decimals. */
function amountColumn(
  rows: readonly GroupDay[],
  figure: (group: GroupDay) => number | null,
  head: { field: string; label: string; unit: string },
): TableColumn<GroupDay> {
  const decimals = columnDecimals(rows.map(figure));
  return numberColumn(head, figure, decimals, decimals);
}
