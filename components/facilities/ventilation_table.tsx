import {
  dateColumn,
  nameColumn,
  numberColumn,
  statusColumn,
  textColumn,
} from "@/components/ui/columns.tsx";
import type { PageTable, TableColumn } from "@/components/ui/DataTable.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import type { Building, Cmv } from "@/lib/facilities/schema.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { links } from "@/lib/ui/links.ts";
import { boundsStatus, boundsText, type PlaceValues } from "./CurrentValues.tsx";

/** The ventilation units with their current value and its bounds (B §3 "cmv settings (name, min, max)"). */
export function ventilationTable(
  { name, cmvs }: Pick<Building, "name" | "cmvs">,
  place: PlaceValues,
): PageTable<Cmv> {
  return {
    table: "ventilation",
    fileName: `${name} ventilation.csv`,
    caption: "Ventilation",
    columns: ventilationColumns(place),
    rows: cmvs,
  };
}

function ventilationColumns(
  { projectId, series, values, timeZone }: PlaceValues,
): TableColumn<Cmv>[] {
  const seriesOf = ({ seriesId }: Cmv) => series.find(({ id }) => id === seriesId);
  const currentOf = ({ seriesId }: Cmv) => values.get(seriesId ?? "");
  const boundedOf = (cmv: Cmv) => [{ ...cmv, value: currentOf(cmv)?.value ?? null }];
  return [
    nameColumn("VMC", (id) => links.equipment(projectId, id)),
    {
      field: "series",
      label: "Mesure",
      cell: (cmv) => {
        const one = seriesOf(cmv);
        if (one === undefined) return <span class="soft">Aucune série</span>;
        return <a href={links.facilitySeries(projectId, one.id)}>{seriesName(one)}</a>;
      },
      value: (cmv) => {
        const one = seriesOf(cmv);
        return one === undefined ? null : seriesName(one);
      },
    },
    numberColumn({ field: "value", label: "Valeur" }, (cmv) => currentOf(cmv)?.value ?? null),
    textColumn("unit", "Unité", (cmv) => seriesOf(cmv)?.unit.unit ?? ""),
    textColumn("bounds", "Bornes", ({ min, max }) => boundsText(min, max), { number: true }),
    statusColumn("state", "État", (cmv) => boundsStatus(boundedOf(cmv))),
    dateColumn("at", "Relevée le", (cmv) => formatInstant(currentOf(cmv)?.at ?? null, timeZone)),
  ];
}
