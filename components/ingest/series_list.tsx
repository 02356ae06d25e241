/** The list of series of a residence, and the table of those of one place. @module */

import { fileColumn, linkColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatQuantity } from "@/lib/base/text_format.ts";
import { distinctEquipment } from "@/lib/facilities/equipment_rules.ts";
import type { Equipment, FacilityValue } from "@/lib/facilities/schema.ts";
import {
  lastValueText,
  SCOPE_LABELS,
  SERIES_LABELS,
  seriesPlaceText,
  useText,
} from "@/lib/ingest/text.ts";
import { catalogueValue, type SeriesLine, seriesName } from "@/lib/series/series_names.ts";
import { rhythmNote } from "@/lib/series/text.ts";
import type { ProjectSeries, ProjectSeriesRead } from "@/lib/timeseries/schema.ts";
import { links } from "@/lib/ui/links.ts";

interface SeriesListOptions {
  readonly project: { readonly id: string; readonly timeZone: string };
  canWrite(line: SeriesLine): boolean;
  /** True when the user may read series of dwellings. */
  readonly readsHouses: boolean;
  /** What to do when there is none. */
  readonly next: string;
}

/** The series of a residence: quantity, place, sources and last value. @spec series.list */
export function seriesList(
  all: readonly SeriesLine[],
  options: SeriesListOptions,
): List<SeriesLine> {
  const quantities = new Map<string, string>(all.map((line) => [line.dataUnitId, line.quantity]));
  const places = new Map(all.map(({ equipment }) => [equipment?.id ?? "", equipment?.name ?? ""]));
  return {
    path: links.seriesList(options.project.id),
    fileName: "series.csv",
    columns: columnsOf(all, options),
    order: "quantity",
    ties: catalogueValue,
    filters: [
      {
        field: "quantity",
        label: SERIES_LABELS.dataUnitId,
        value: ({ dataUnitId }) => dataUnitId,
        text: (id) => quantities.get(id) ?? id,
      },
      {
        field: "equipment",
        label: SERIES_LABELS.equipmentId,
        value: ({ equipment }) => equipment?.id ?? "",
        text: (id) => places.get(id) ?? id,
      },
      {
        field: "scope",
        label: "Portée",
        value: ({ scope }) => scope,
        text: (scope) => scope === "housing" ? SCOPE_LABELS.housing : SCOPE_LABELS.facilities,
        least: 2,
      },
    ],
    words: ({ name, quantity, equipment, source }) => [
      name,
      quantity,
      equipment?.name ?? "",
      source ?? "",
    ],
    noun: "série",
    nothing: "Aucune série trouvée",
    icon: "sensor",
    empty: { title: "Aucune série", text: options.next, icon: "sensor" },
  };
}

function columnsOf(
  all: readonly SeriesLine[],
  { project: { id: projectId, timeZone }, canWrite, readsHouses }: SeriesListOptions,
): TableColumn<SeriesLine>[] {
  const place = textColumn("equipment", "Mesurée sur", seriesPlaceText, {
    cell: (line) =>
      line.equipment === null
        ? seriesPlaceText(line)
        : <a href={links.equipment(projectId, line.equipment.id)}>{line.equipment.name}</a>,
    sort: ({ equipment }) => equipment?.name ?? null,
  });
  return [
    textColumn("name", "Série", ({ name }) => name, {
      cell: ({ id, name, scope, dataUnitId, last }) => {
        if (scope === "facilities") {
          return last === null ? name : <a href={links.facilitySeries(projectId, id)}>{name}</a>;
        }
        // A state cannot be aggregated.
        if (!readsHouses || dataUnitId === "ETAT") return name;
        return <a href={links.housingSeries({ projectId }, id)}>{name}</a>;
      },
    }),
    textColumn("quantity", SERIES_LABELS.dataUnitId, ({ quantity }) => quantity, {
      sort: catalogueValue,
    }),
    fileColumn("Unité", ({ unit }) => unit),
    place,
    all.some((line) => useText(line) !== "")
      ? textColumn("use", SERIES_LABELS.use, useText, { sort: (line) => useText(line) || null })
      : fileColumn(SERIES_LABELS.use, useText),
    {
      field: "last",
      label: "Dernière valeur",
      number: true,
      cell: lastValueText,
      sort: ({ last }) => last?.message ?? last?.value ?? null,
    },
    { field: "unit", label: "Unité", cell: ({ unit }) => unit, sort: ({ unit }) => unit || null },
    {
      field: "at",
      label: "Relevée le",
      unbroken: true,
      cell: ({ last }) => formatInstant(last?.at ?? null, timeZone),
      sort: ({ last }) => last?.at ?? null,
    },
    textColumn("source", "Source", ({ source }) => source, {
      cell: ({ source }) => source && <code>{source}</code>,
    }),
    fileColumn("Dernière valeur", ({ last }) => last?.message ?? last?.value ?? null),
    fileColumn("Relevée le (UTC)", ({ last }) => last?.at ?? null),
    {
      field: "settings",
      label: "Réglages",
      sortable: false,
      cell: (line) =>
        canWrite(line) && (
          <a
            href={links.seriesSettings(projectId, line.id)}
            aria-label={`Régler ${line.name}, ${seriesPlaceText(line)}`}
          >
            Régler
          </a>
        ),
    },
  ];
}

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
