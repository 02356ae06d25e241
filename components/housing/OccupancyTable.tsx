import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { LinkedRows } from "@/components/tables/LinkedRows.tsx";
import { textColumn } from "@/components/tables/columns.tsx";
import type { Occupancy } from "@/lib/domain/housing/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { consentText, ERASED_OCCUPANT, OCCUPANCY_LABELS } from "@/lib/text/housing/occupancies.ts";
import { ACCESS_LABELS } from "@/lib/text/housing/own_house.ts";

interface OccupancyTableProps {
  occupancies: readonly Occupancy[];
  /** Id of the one being edited. */
  chosenId: string | null;
  /** URL of the edit form. */
  hrefOf(occupancyId: string): string;
  csv: CsvSource;
}

/** Current and former occupants of a dwelling, newest first. */
export function OccupancyTable({ occupancies, ...list }: OccupancyTableProps) {
  return (
    <LinkedRows
      {...list}
      caption={countText(occupancies.length, "occupation", "occupations")}
      columns={OCCUPANCY_COLUMNS}
      rows={occupancies}
    />
  );
}

export const OCCUPANCY_COLUMNS: readonly [TableColumn<Occupancy>, ...TableColumn<Occupancy>[]] = [
  textColumn("name", OCCUPANCY_LABELS.name, ({ name }) => name ?? ERASED_OCCUPANT),
  textColumn("email", OCCUPANCY_LABELS.email, ({ email }) => email),
  {
    field: "from",
    label: OCCUPANCY_LABELS.from,
    cell: ({ from }) => formatDay(from),
    value: ({ from }) => from,
  },
  {
    field: "to",
    label: OCCUPANCY_LABELS.to,
    cell: ({ to }) => formatDay(to),
    value: ({ to }) => to,
  },
  textColumn("consent", "Accord pour les données fines", ({ consent }) => consentText(consent)),
  textColumn("access", "Page du logement", ({ access }) => ACCESS_LABELS[access]),
];
