import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/columns.tsx";
import type { GasPce } from "@/lib/domain/gas/types.ts";
import { links } from "@/lib/links/links.ts";

/** First columns of every list of delivery points: the point, its boiler room, its residence. */
export const PCE_COLUMNS: readonly TableColumn<GasPce>[] = [
  {
    field: "pce",
    label: "PCE",
    cell: ({ pce }) => <a class="mono" href={links.gasYear(pce)}>{pce}</a>,
    value: ({ pce }) => pce,
  },
  { field: "name", label: "Chaufferie", cell: roomLink, value: ({ name }) => name },
  textColumn("residence", "Résidence", ({ projectName }) => projectName),
];

/** The boiler room of a delivery point; empty when unset. */
function roomLink({ name, projectId, boilerRoomId }: GasPce) {
  if (projectId === null || boilerRoomId === null) return name;
  return <a href={links.boilerRoom(projectId, boilerRoomId)}>{name}</a>;
}
