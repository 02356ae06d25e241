import { PostForm } from "@/components/forms/PostForm.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type { Equipment, FacilityValue } from "@/lib/domain/facilities/types.ts";
import type { ProjectSeries, ProjectSeriesRead } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { seriesName } from "@/lib/text/facilities/facilities.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import { formatQuantity } from "@/lib/text/format/numbers.ts";
import { rhythmNote } from "@/lib/text/series/series.ts";

interface SeriesTableProps {
  action: string;
  projectId: string;
  series: readonly ProjectSeriesRead[];
  equipments: readonly Equipment[];
  /** Last value of each series, however old; null for who may not read them. */
  values: readonly FacilityValue[] | null;
  timeZone: string;
}

/** The facility series of a residence: what each measures, where, what feeds it and what it said last. */
export function SeriesTable(props: SeriesTableProps) {
  const { action, projectId, series, equipments, values, timeZone } = props;
  const names = new Map(equipments.map(({ id, name }) => [id, name]));
  const columns: TableColumn<ProjectSeriesRead>[] = [
    {
      field: "name",
      label: "Série",
      cell: (one) => <a href={links.seriesSettings(projectId, one.id)}>{seriesName(one)}</a>,
    },
    {
      field: "quantity",
      label: "Grandeur",
      cell: values === null ? ({ unit }) => unit.label : quantityText,
    },
    {
      field: "equipment",
      label: "Équipement",
      cell: ({ equipmentId }) => names.get(equipmentId ?? "") ?? "Résidence",
    },
    ...(values === null ? [] : [lastValueColumn(values)]),
    ...(values === null ? [] : [lastTimeColumn(values, timeZone)]),
    ...(series.some(({ dataSourceId }) => dataSourceId !== null) ? [sourceColumn(action)] : []),
  ];
  return (
    <DataTable
      caption={countText(series.length, "série")}
      columns={columns}
      rows={series}
      rowKey={({ id }) => id}
    />
  );
}

/** With how often it is read, where that is seldom or set; only who reads the values knows it. */
function quantityText({ unit, expectedRhythm }: ProjectSeriesRead): string {
  const note = rhythmNote(expectedRhythm);
  return note === undefined ? unit.label : `${unit.label} (${note.toLowerCase()})`;
}

type Values = readonly FacilityValue[];

function lastValueColumn(values: Values): TableColumn<ProjectSeries> {
  const cell = ({ id, unit }: ProjectSeries) => {
    const last = values.find(({ seriesId }) => seriesId === id);
    return last?.message ??
      formatQuantity(last?.value ?? null, unit.unit, Math.min(1, unit.dailyPrecision));
  };
  return { field: "last", label: "Dernière valeur", number: true, cell };
}

function lastTimeColumn(values: Values, timeZone: string): TableColumn<ProjectSeries> {
  const cell = ({ id }: ProjectSeries) => {
    const last = values.find(({ seriesId }) => seriesId === id);
    return formatInstant(last?.at ?? null, timeZone) || <span class="soft">Jamais</span>;
  };
  return { field: "at", label: "Relevée le", unbroken: true, cell };
}

function sourceColumn(action: string): TableColumn<ProjectSeries> {
  return {
    field: "source",
    label: "Source",
    cell: (one) => <Source action={action} series={one} />,
  };
}

function Source({ action, series }: { action: string; series: ProjectSeries }) {
  const { id, dataSourceId } = series;
  if (dataSourceId === null) return <>Aucune</>;
  return (
    <PostForm class="row-form" action={action}>
      <input type="hidden" name="form" value="detach" />
      <input type="hidden" name="series" value={id} />
      <input type="hidden" name="source" value={dataSourceId} />
      <code>{dataSourceId}</code>
      <button
        type="submit"
        class="button button-small"
        aria-label={`Détacher la source de ${seriesName(series)}`}
      >
        Détacher
      </button>
    </PostForm>
  );
}
