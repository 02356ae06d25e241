/** Tables of unknown and refused sources, and of measures of dwellings. @module */

import { dateColumn, instantColumn, numberColumn, textColumn } from "@/components/ui/columns.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { RemovalForm } from "@/components/ui/FormBox.tsx";
import type { List } from "@/components/ui/list.ts";
import { Notice } from "@/components/ui/Page.tsx";
import { PostForm } from "@/components/ui/PostForm.tsx";
import { Options, type SelectOption } from "@/components/ui/SelectField.tsx";
import { formatInstant } from "@/lib/base/date_format.ts";
import { sumBy } from "@/lib/base/sums.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import type { DwellingMeasure } from "@/lib/ingest/sensors_pages.ts";
import {
  measureText,
  REFUSAL_WORDS,
  refusedExample,
  SCALES,
  SCOPE_LABELS,
} from "@/lib/ingest/text.ts";
import type { RefusedSource, UnknownSource } from "@/lib/series/schema.ts";
import type { SeriesScope } from "@/lib/timeseries/series_schema.ts";
import { deviceOfSource } from "@/lib/timeseries/source_names.ts";
import { sortedOptions } from "@/lib/ui/tables.ts";

interface DwellingMeasureTableProps {
  action: string;
  measures: readonly DwellingMeasure[];
  series: readonly SelectOption[];
  houses: ReadonlyMap<string, string>;
  newSeriesHref(measure: string): string;
}

/** Dwellings named in a line; the others are counted. */
const NAMED = 4;

/** Measures of sources that name a dwelling: one series claims a measure of all of them, now and later. */
export function DwellingMeasureTable(props: DwellingMeasureTableProps) {
  const { action, measures, series, houses, newSeriesHref } = props;
  const columns: TableColumn<DwellingMeasure>[] = [
    {
      field: "measure",
      label: "Mesure",
      cell: ({ measure }) => <code>{measureText(measure)}</code>,
    },
    numberColumn({ field: "sources", label: "Sources" }, ({ sourceCount }) => sourceCount, 0),
    textColumn(
      "houses",
      "Logements reconnus",
      ({ houseIds }) => namedText(houseIds.map((id) => houses.get(id) ?? id)),
    ),
    {
      field: "attach",
      label: "Rattacher à",
      cell: ({ measure }) => (
        <>
          {series.length > 0 && <AttachForm action={action} measure={measure} series={series} />}
          <a class="button button-plain button-small" href={newSeriesHref(measure)}>
            Créer une série pour elle
          </a>
        </>
      ),
    },
  ];
  return <DataTable caption="Mesures des logements" columns={columns} rows={measures} />;
}

function AttachForm(
  { action, measure, series }: {
    action: string;
    measure: string;
    series: readonly SelectOption[];
  },
) {
  return (
    <PostForm class="row-form" action={action} data-guard="watched">
      <input type="hidden" name="form" value="attach" />
      <input type="hidden" name="source" value={measure} />
      <select
        class="input"
        name="series"
        aria-label={`Série de la mesure ${measureText(measure)}`}
      >
        <option value="">Choisir une série…</option>
        <Options options={series} />
      </select>
      <ScaleInputs of={`de la mesure ${measureText(measure)}`} />
      <button type="submit" class="button button-small">Tout rattacher</button>
    </PostForm>
  );
}

function namedText(names: readonly string[]): string {
  const others = names.length - NAMED;
  const named = names.slice(0, NAMED).join(", ");
  return others > 0 ? `${named} et ${others} autre${others > 1 ? "s" : ""}` : named;
}

/** Readings of collectors refused in the last week, with the likely cause; nothing without any. */
export function RefusedSources(
  { refused, timeZone }: { refused: readonly RefusedSource[]; timeZone: string },
) {
  if (refused.length === 0) return null;
  const total = sumBy(refused, ({ count }) => count);
  const causes = [...new Set(refused.map(({ cause }) => cause))];
  return (
    <>
      <Notice
        tone="bad"
        title={`${countText(total, "relevé refusé", "relevés refusés")} depuis une semaine`}
      >
        <ul>
          {causes.map((cause) => (
            <li key={cause}>
              {REFUSAL_WORDS[cause].label}&nbsp;: {REFUSAL_WORDS[cause].advice}
            </li>
          ))}
        </ul>
      </Notice>
      <DataTable caption="Relevés refusés" columns={columnsIn(timeZone)} rows={refused} />
    </>
  );
}

function columnsIn(timeZone: string): TableColumn<RefusedSource>[] {
  return [
    {
      field: "source",
      label: "Source",
      cell: ({ source }) => source === "" ? "Autres sources" : <code>{source}</code>,
    },
    { field: "cause", label: "Motif", cell: ({ cause }) => REFUSAL_WORDS[cause].label },
    { field: "example", label: "Dernier exemple", cell: (one) => refusedExample(one, timeZone) },
    numberColumn({ field: "count", label: "Relevés refusés" }, ({ count }) => count, 0),
    dateColumn("since", "Depuis", ({ since }) => formatInstant(since, timeZone)),
    dateColumn("lastAt", "Dernier refus", ({ lastAt }) => formatInstant(lastAt, timeZone)),
  ];
}

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
          {hasSeries && <SourceAttachForm {...{ action, source, series, houses }} />}
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

function SourceAttachForm(
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
      <ScaleInputs of={`de la source ${source}`} />
      <button type="submit" class="button button-small">Rattacher</button>
    </PostForm>
  );
}

/** What a sent unit counts, when it is not one of the series. @spec collectors.scales */
function ScaleInputs({ of }: { of: string }) {
  return (
    <details>
      <summary>{SCALES.title}</summary>
      <input
        class="input"
        name="factor"
        placeholder="1 unité = 10 L…"
        aria-label={`${SCALES.factor}, ${of}`}
      />
      <input
        class="input"
        name="offset"
        inputMode="decimal"
        placeholder={SCALES.offset}
        aria-label={`${SCALES.offset} ${of}`}
      />
    </details>
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
