import { textColumn } from "@/components/tables/columns.tsx";
import type { PageTable } from "@/components/tables/DataTable.tsx";
import type { Occupancy } from "@/lib/domain/housing/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { consentText, ERASED_OCCUPANT, OCCUPANCY_LABELS } from "@/lib/text/housing/occupancies.ts";
import { ACCESS_LABELS } from "@/lib/text/housing/own_house.ts";

interface OccupancyTableOptions {
  readonly houseName: string;
  readonly chosen: Occupancy | null;
  hrefOf(occupancyId: string): string;
}

/** Current and former occupants of a dwelling, newest first. */
export function occupancyTable(
  rows: readonly Occupancy[],
  { houseName, chosen, hrefOf }: OccupancyTableOptions,
): PageTable<Occupancy> {
  const nameOf = ({ name }: Occupancy) => name ?? ERASED_OCCUPANT;
  return {
    fileName: `occupants ${houseName}.csv`,
    caption: countText(rows.length, "occupation", "occupations"),
    columns: [
      textColumn("name", OCCUPANCY_LABELS.name, nameOf, {
        cell: (one) => <a aria-current="false" href={hrefOf(one.id)}>{nameOf(one)}</a>,
      }),
      textColumn("email", OCCUPANCY_LABELS.email, ({ email }) => email),
      textColumn("from", OCCUPANCY_LABELS.from, ({ from }) => from, {
        cell: ({ from }) => formatDay(from),
      }),
      textColumn("to", OCCUPANCY_LABELS.to, ({ to }) => to, { cell: ({ to }) => formatDay(to) }),
      textColumn("consent", "Accord pour les données fines", ({ consent }) => consentText(consent)),
      textColumn("access", "Page du logement", ({ access }) => ACCESS_LABELS[access]),
    ],
    rows,
    isCurrent: ({ id }) => id === chosen?.id,
  };
}
