import type { Cmv, FacilityValue } from "../../lib/domain/facilities/types.ts";
import type { ProjectSeries } from "../../lib/domain/projects/types.ts";
import { links } from "../../lib/links/links.ts";
import { formatInstant } from "../../lib/text/dates.ts";
import { seriesName } from "../../lib/text/facilities.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";
import { BoundsState, boundsText } from "./BoundsState.tsx";

interface VentilationTableProps {
  projectId: string;
  cmvs: readonly Cmv[];
  series: readonly ProjectSeries[];
  /** Current values by series id. */
  values: ReadonlyMap<string, FacilityValue>;
  timeZone: string;
}

/** The ventilation units with their current value, beside its bounds (B §3 "cmv settings (name, min, max)"). */
export function VentilationTable(props: VentilationTableProps) {
  const { projectId, cmvs, series, values, timeZone } = props;
  const seriesOf = ({ seriesId }: Cmv) => series.find(({ id }) => id === seriesId);
  const currentOf = ({ seriesId }: Cmv) => values.get(seriesId ?? "");
  const columns: TableColumn<Cmv>[] = [
    {
      field: "name",
      label: "VMC",
      cell: ({ id, name }) => <a href={links.equipment(projectId, id)}>{name}</a>,
    },
    {
      field: "series",
      label: "Mesure",
      cell: (cmv) => {
        const one = seriesOf(cmv);
        if (one === undefined) return <span class="soft">Aucune série</span>;
        return <a href={links.facilitySeries(projectId, one.id)}>{seriesName(one)}</a>;
      },
    },
    {
      field: "value",
      label: "Valeur",
      number: true,
      cell: (cmv) => formatNumber(currentOf(cmv)?.value ?? null),
    },
    { field: "unit", label: "Unité", cell: (cmv) => seriesOf(cmv)?.unit.unit ?? "" },
    {
      field: "bounds",
      label: "Bornes",
      number: true,
      cell: ({ min, max }) => boundsText(min, max),
    },
    {
      field: "state",
      label: "État",
      cell: (cmv) => <BoundsState values={[{ ...cmv, value: currentOf(cmv)?.value ?? null }]} />,
    },
    {
      field: "at",
      label: "Relevée le",
      cell: (cmv) => formatInstant(currentOf(cmv)?.at ?? null, timeZone),
    },
  ];
  return <DataTable caption="Ventilation" columns={columns} rows={cmvs} rowKey={({ id }) => id} />;
}
