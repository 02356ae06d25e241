import { linkColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatQuantity } from "@/lib/base/text_format.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import type { Equipment, FacilityValue } from "@/lib/facilities/schema.ts";
import { seriesName } from "@/lib/series/series_names.ts";
import { rhythmNote } from "@/lib/series/text.ts";
import type { ProjectSeries, ProjectSeriesRead } from "@/lib/timeseries/series_schema.ts";
import { links } from "@/lib/ui/links.ts";

interface SeriesTableProps {
  action: string;
  projectId: string;
  series: readonly ProjectSeriesRead[];
  equipments: readonly Equipment[];
  /** Last value of each series, of any age; null for users who may not read them. */
  values: readonly FacilityValue[] | null;
  timeZone: string;
}

/** Maximum number of rows; the list of the residence's series has pages. */
const MOST_ROWS = 50;

/** The first facility series of a residence: quantity, place, sources and last value. */
export function SeriesTable(props: SeriesTableProps) {
  const { action, projectId, series, equipments, values, timeZone } = props;
  const names = new Map(distinctEquipment(equipments).map(({ id, name }) => [id, name]));
  const last = new Map(values?.map((value) => [value.seriesId, value]));
  const columns: TableColumn<ProjectSeriesRead>[] = [
    linkColumn(
      "name",
      "Série",
      (one) => seriesName(one),
      ({ id }) => links.seriesSettings(projectId, id),
    ),
    textColumn("quantity", "Grandeur", values === null ? ({ unit }) => unit.label : quantityText),
    textColumn("equipment", "Équipement", (one) => names.get(one.equipmentId ?? "") ?? "Résidence"),
    ...(values === null ? [] : [lastValueColumn(last)]),
    ...(values === null ? [] : [lastTimeColumn(last, timeZone)]),
    ...(series.some(({ dataSourceId }) => dataSourceId !== null) ? [sourceColumn(action)] : []),
  ];
  const count = countText(series.length, "série");
  const rows = series.slice(0, MOST_ROWS);
  const isWhole = rows.length === series.length;
  return (
    <>
      <DataTable
        caption={isWhole ? count : `${rows.length} premières de ${count}`}
        columns={columns}
        rows={rows}
      />
      {!isWhole && (
        <p>
          <a href={links.seriesList(projectId)}>{`Toutes les ${count}`}</a>
        </p>
      )}
    </>
  );
}

/** Quantity, with its rhythm when it is slow or configured; only users who may read the values know it. */
function quantityText({ unit, expectedRhythm }: ProjectSeriesRead): string {
  const note = rhythmNote(expectedRhythm);
  return note === undefined ? unit.label : `${unit.label} (${note.toLowerCase()})`;
}

type LastValues = ReadonlyMap<string, FacilityValue>;

function lastValueColumn(values: LastValues): TableColumn<ProjectSeries> {
  const cell = ({ id, unit }: ProjectSeries) => {
    const last = values.get(id);
    return last?.message ??
      formatQuantity(last?.value ?? null, unit.unit, Math.min(1, unit.dailyPrecision));
  };
  return { field: "last", label: "Dernière valeur", number: true, cell };
}

function lastTimeColumn(values: LastValues, timeZone: string): TableColumn<ProjectSeries> {
  const cell = ({ id }: ProjectSeries) =>
    formatInstant(values.get(id)?.at ?? null, timeZone) || <span class="soft">Jamais</span>;
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
