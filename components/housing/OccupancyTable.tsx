import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { LinkedRows } from "@/components/tables/LinkedRows.tsx";
import type { Occupancy } from "@/lib/domain/housing/occupancy.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { consentText, ERASED_OCCUPANT, OCCUPANCY_LABELS } from "@/lib/text/housing/occupancies.ts";
import { ACCESS_LABELS } from "@/lib/text/housing/own_house.ts";

interface OccupancyTableProps {
  occupancies: readonly Occupancy[];
  /** The one being changed. */
  chosenId: string | null;
  /** Where one is changed. */
  hrefOf(occupancyId: string): string;
  csv: CsvSource;
}

/** Those who live in a dwelling and have lived there, the last first. */
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
  {
    field: "name",
    label: OCCUPANCY_LABELS.name,
    cell: ({ name }) => name ?? ERASED_OCCUPANT,
    value: ({ name }) => name ?? ERASED_OCCUPANT,
  },
  {
    field: "email",
    label: OCCUPANCY_LABELS.email,
    cell: ({ email }) => email,
    value: ({ email }) => email,
  },
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
  {
    field: "consent",
    label: "Accord pour les données fines",
    cell: ({ consent }) => consentText(consent),
    value: ({ consent }) => consentText(consent),
  },
  {
    field: "access",
    label: "Page du logement",
    cell: ({ access }) => ACCESS_LABELS[access],
    value: ({ access }) => ACCESS_LABELS[access],
  },
];
