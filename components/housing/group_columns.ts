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
  // Figures of a column have the same number of decimals.
  const amount: typeof numberColumn<GroupDay> = (field, label, figure, other) => {
    const decimals = columnDecimals(rows.map(figure));
    return numberColumn(field, label, figure, { ...other, most: decimals, least: decimals });
  };
  const figures = rows.flatMap(({ perHouse, before }) => [perHouse, before]);
  const smaller = unitOfSmall({ figures, dataUnitId, unit });
  const share = (field: "perHouse" | "before", label: string) =>
    smaller === null ? amount(field, label, (group) => group[field], { unit }) : {
      ...amount(field, label, (group) => inThousandths(group[field]), { unit: smaller }),
      header: `${label} (${unit})`,
      value: (group: GroupDay) => group[field],
    };
  return [
    textColumn("name", "Groupe", ({ name }) => name),
    numberColumn("houseCount", "Logements", ({ houseCount }) => houseCount),
    ...sum ? [amount("total", "Total", (group) => group.total, { unit })] : [],
    share("perHouse", sum ? "Par logement" : "Moyenne"),
    share("before", sum ? "Par logement un an avant" : "Un an avant"),
    completenessColumn(({ completeness }) => completeness),
  ];
}
