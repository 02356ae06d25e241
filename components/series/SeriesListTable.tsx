import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { type ListFilter, ListTable } from "@/components/tables/ListTable.tsx";
import { dateColumn } from "@/components/tables/columns.tsx";
import { SERIES_ORDER, type SeriesLine } from "@/lib/domain/projects/series_list.ts";
import { filterOptions } from "@/lib/domain/tables/filter.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { formatInstant } from "@/lib/text/format/dates.ts";
import {
  lastValueText,
  SCOPE_LABELS,
  SERIES_LABELS,
  seriesPlaceText,
  useText,
} from "@/lib/text/series/series_settings.ts";

interface SeriesListTableProps {
  projectId: string;
  timeZone: string;
  /** Every series, for the options of the filters. */
  all: readonly SeriesLine[];
  /** Series that match the filters, in order. */
  kept: readonly SeriesLine[];
  state: TableState;
  canWrite(line: SeriesLine): boolean;
  /** True when the user may read series of dwellings. */
  readsHouses: boolean;
}

/** The series of a residence: quantity, place, sources and last value. */
export function SeriesListTable(props: SeriesListTableProps) {
  const { projectId, all, kept, state } = props;
  return (
    <ListTable
      path={links.seriesList(projectId)}
      state={state}
      order={SERIES_ORDER}
      allCount={all.length}
      kept={kept}
      columns={columnsOf(props)}
      rowKey={({ id }) => id}
      filters={filtersOf(all)}
      noun="série"
      nothing="Aucune série trouvée"
      icon="sensor"
    />
  );
}

function filtersOf(all: readonly SeriesLine[]): ListFilter[] {
  const quantities = new Map<string, string>(all.map((line) => [line.dataUnitId, line.quantity]));
  const places = new Map(all.map(({ equipment }) => [equipment?.id ?? "", equipment?.name ?? ""]));
  const scopes = filterOptions(all, ({ scope }) => scope, scopeLabel);
  return [
    {
      field: "quantity",
      label: SERIES_LABELS.dataUnitId,
      options: filterOptions(all, (line) => line.dataUnitId, (id) => quantities.get(id) ?? id),
    },
    {
      field: "equipment",
      label: SERIES_LABELS.equipmentId,
      options: filterOptions(all, (line) => line.equipment?.id ?? "", (id) => places.get(id) ?? id),
    },
    { field: "scope", label: "Portée", options: scopes.length > 1 ? scopes : [] },
  ];
}

function scopeLabel(scope: string): string {
  return scope === "housing" ? SCOPE_LABELS.housing : SCOPE_LABELS.facilities;
}

function columnsOf(
  { projectId, timeZone, all, canWrite, readsHouses }: SeriesListTableProps,
): TableColumn<SeriesLine>[] {
  return [
    {
      field: "name",
      label: "Série",
      cell: ({ id, name, scope, dataUnitId }) => {
        if (scope === "facilities") return <a href={links.facilitySeries(projectId, id)}>{name}</a>;
        // A state cannot be aggregated.
        if (!readsHouses || dataUnitId === "ETAT") return name;
        return <a href={links.housingSeries({ projectId }, id)}>{name}</a>;
      },
    },
    { field: "quantity", label: SERIES_LABELS.dataUnitId, cell: ({ quantity }) => quantity },
    {
      field: "equipment",
      label: "Mesurée sur",
      cell: (line) =>
        line.equipment === null
          ? seriesPlaceText(line)
          : <a href={links.equipment(projectId, line.equipment.id)}>{line.equipment.name}</a>,
    },
    ...all.some((line) => useText(line) !== "")
      ? [{ field: "use", label: SERIES_LABELS.use, cell: useText }]
      : [],
    { field: "last", label: "Dernière valeur", number: true, cell: lastValueText },
    { field: "unit", label: "Unité", cell: ({ unit }) => unit },
    dateColumn("at", "Relevée le", ({ last }) => formatInstant(last?.at ?? null, timeZone)),
    { field: "source", label: "Source", cell: ({ source }) => source && <code>{source}</code> },
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
