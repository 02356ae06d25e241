import { fileColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { List } from "@/components/ui/list.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import {
  lastValueText,
  SCOPE_LABELS,
  SERIES_LABELS,
  seriesPlaceText,
  useText,
} from "@/lib/ingest/text.ts";
import { catalogueValue, type SeriesLine } from "@/lib/series/series_list.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES } from "@/lib/ui/page_titles.ts";

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
    title: PAGE_NAMES.seriesList,
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
