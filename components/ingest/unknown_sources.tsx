import { RemovalForm } from "@/components/forms/FormBox.tsx";
import { PostForm } from "@/components/forms/PostForm.tsx";
import { Options, type SelectOption } from "@/components/forms/SelectField.tsx";
import { instantColumn, numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import type { List } from "@/components/tables/list.ts";
import type { SeriesScope, UnknownSource } from "@/lib/domain/projects/types.ts";
import { deviceOfSource } from "@/lib/domain/series/sources.ts";
import { sortedOptions } from "@/lib/domain/tables/filter.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { SCOPE_LABELS } from "@/lib/text/series/series_settings.ts";

/** Selectable series of a source, by scope. */
export type SeriesOptions = Readonly<Record<SeriesScope, readonly SelectOption[]>>;

interface UnknownSourceProps {
  action: string;
  path: string;
  series: SeriesOptions;
  /** Id of the list of dwelling names, when there are few; null when dwellings cannot be selected. */
  houses: { readonly list?: string } | null;
  newSeriesHref(source: string): string;
  timeZone: string;
  /** Devices that have several of the sources. */
  devices: readonly string[];
}

/** The unclaimed sources: their readings, and the series to attach them to. */
export function unknownSources(props: UnknownSourceProps): List<UnknownSource> {
  const { path, devices } = props;
  return {
    title: "Sources à rattacher",
    path,
    fileName: "sources-inconnues.csv",
    columns: columnsOf(props),
    words: ({ source }) => [source],
    filters: [{
      field: "device",
      label: "Appareil",
      value: ({ source }) => deviceOfSource(source),
      options: sortedOptions(devices),
    }],
    noun: "source à rattacher",
    nouns: "sources à rattacher",
    nothing: "Aucune source trouvée",
    empty: { title: "Aucune source à rattacher" },
  };
}

function columnsOf(props: UnknownSourceProps): TableColumn<UnknownSource>[] {
  const { action, series, houses, newSeriesHref, timeZone } = props;
  const hasSeries = series.facilities.length + series.housing.length > 0;
  return [
    textColumn("source", "Source", ({ source }) => source, {
      cell: ({ source }) => <code>{source}</code>,
    }),
    textColumn("last", "Dernière valeur", lastValueText, { number: true }),
    textColumn("unit", "Unité", ({ unit = null }) => unit),
    instantColumn("seen", "Dernier envoi", ({ lastSeenAt }) => lastSeenAt, timeZone),
    numberColumn(
      { field: "count", label: "Relevés gardés" },
      ({ readingCount }) => readingCount,
      0,
    ),
    numberColumn(
      { field: "dropped", label: "Plus anciens, non gardés" },
      ({ droppedCount = null }) => droppedCount,
      0,
    ),
    {
      field: "attach",
      label: "Rattacher à",
      sortable: false,
      cell: ({ source }) => (
        <>
          {hasSeries && <AttachForm {...{ action, source, series, houses }} />}
          <a class="button button-plain button-small" href={newSeriesHref(source)}>
            Créer une série pour elle
          </a>
        </>
      ),
    },
    {
      field: "forget",
      label: "Action",
      sortable: false,
      cell: ({ source }) => (
        <RemovalForm
          action={action}
          form="forget"
          id={{ name: "source", value: source }}
          label="Oublier"
          text="Les relevés gardés pour cette source seront perdus."
          confirm="Oublier la source"
        />
      ),
    },
  ];
}

function AttachForm(
  { action, source, series, houses }:
    & Pick<UnknownSourceProps, "action" | "series" | "houses">
    & { source: string },
) {
  return (
    <PostForm class="row-form" action={action} data-guard="watched">
      <input type="hidden" name="form" value="attach" />
      <input type="hidden" name="source" value={source} />
      <select class="input" name="series" aria-label={`Série de la source ${source}`}>
        <option value="">Choisir une série…</option>
        <SeriesGroup label={SCOPE_LABELS.facilities} options={series.facilities} />
        <SeriesGroup label={SCOPE_LABELS.housing} options={series.housing} />
      </select>
      {houses !== null && series.housing.length > 0 && (
        <input
          class="input"
          name="house"
          list={houses.list}
          placeholder="Logement"
          aria-label={`Logement de la source ${source}, pour une série de logements`}
        />
      )}
      <button type="submit" class="button button-small">Rattacher</button>
    </PostForm>
  );
}

function SeriesGroup({ label, options }: { label: string; options: readonly SelectOption[] }) {
  if (options.length === 0) return null;
  return (
    <optgroup label={label}>
      <Options options={options} />
    </optgroup>
  );
}

function lastValueText({ lastValue }: UnknownSource): string {
  return typeof lastValue === "number" ? formatNumber(lastValue) : lastValue ?? "";
}
