/** Tables of unknown and refused sources, of measures of dwellings, of senders and of tokens. @module */

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
import type { ProjectToken } from "@/lib/residences/schema.ts";
import type { RefusedSource, UnknownSource } from "@/lib/series/schema.ts";
import type { SeriesScope } from "@/lib/timeseries/schema.ts";
import { deviceOfSource, isMeasureKey } from "@/lib/timeseries/source_names.ts";
import { sortedOptions } from "@/lib/ui/tables.ts";

interface DwellingMeasureTableProps extends Pick<Attaching, "action" | "newSeriesHref"> {
  measures: readonly DwellingMeasure[];
  series: readonly SelectOption[];
  houses: ReadonlyMap<string, string>;
}

/** Dwellings named in a line; the others are counted. */
const NAMED = 4;

/** Measures of sources that name a dwelling: one series claims a measure of all of them, now and later. */
export function DwellingMeasureTable(props: DwellingMeasureTableProps) {
  const { action, measures, series: housing, houses, newSeriesHref } = props;
  const attaching = { action, newSeriesHref, series: { facilities: [], housing }, houses: null };
  const columns: TableColumn<DwellingMeasure>[] = [
    {
      field: "measure",
      label: "Mesure",
      cell: ({ measure }) => <code>{measureText(measure)}</code>,
    },
    numberColumn("sources", "Sources", ({ sourceCount }) => sourceCount, { most: 0 }),
    textColumn(
      "houses",
      "Logements reconnus",
      ({ houseIds }) => namedText(houseIds.map((id) => houses.get(id) ?? id)),
    ),
    {
      field: "attach",
      label: "Rattacher à",
      cell: ({ measure }) => <Attachment {...attaching} source={measure} />,
    },
  ];
  return <DataTable caption="Mesures des logements" columns={columns} rows={measures} />;
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
    numberColumn("count", "Relevés refusés", ({ count }) => count, { most: 0 }),
    dateColumn("since", "Depuis", ({ since }) => formatInstant(since, timeZone)),
    dateColumn("lastAt", "Dernier refus", ({ lastAt }) => formatInstant(lastAt, timeZone)),
  ];
}

/** Selectable series of a source, by scope. */
export type SeriesOptions = Readonly<Record<SeriesScope, readonly SelectOption[]>>;

/** What sources are attached to. */
interface Attaching {
  action: string;
  series: SeriesOptions;
  /** Id of the list of dwelling names, when there are few; null when dwellings cannot be selected. */
  houses: { readonly list?: string } | null;
  newSeriesHref(source: string): string;
}

interface UnknownSourceProps extends Attaching {
  path: string;
  timeZone: string;
  /** Devices that have several of the sources. */
  devices: readonly string[];
}

/** The unclaimed sources: their readings, and the series to attach them to. */
export function unknownSources(props: UnknownSourceProps): List<UnknownSource> {
  const { path, devices } = props;
  return {
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
  return [
    textColumn("source", "Source", ({ source }) => source, {
      cell: ({ source }) => <code>{source}</code>,
    }),
    textColumn("last", "Dernière valeur", sentValueText, { number: true }),
    textColumn("unit", "Unité", ({ unit = null }) => unit),
    instantColumn("seen", "Dernier envoi", ({ lastSeenAt }) => lastSeenAt, timeZone),
    numberColumn("count", "Relevés gardés", ({ readingCount }) => readingCount, { most: 0 }),
    numberColumn("dropped", "Plus anciens, non gardés", ({ droppedCount = null }) => droppedCount, {
      most: 0,
    }),
    {
      field: "attach",
      label: "Rattacher à",
      sortable: false,
      cell: ({ source }) => <Attachment {...{ action, source, series, houses, newSeriesHref }} />,
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

/** Attaches a source, or a measure of each dwelling, to a series or to a new one. */
function Attachment(
  { action, source, series, houses, newSeriesHref }: Attaching & { source: string },
) {
  const isMeasure = isMeasureKey(source);
  const of = isMeasure ? `de la mesure ${measureText(source)}` : `de la source ${source}`;
  return (
    <>
      {series.facilities.length + series.housing.length > 0 && (
        <PostForm class="row-form" action={action} data-guard="watched">
          <input type="hidden" name="form" value="attach" />
          <input type="hidden" name="source" value={source} />
          <select class="input" name="series" aria-label={`Série ${of}`}>
            <option value="">Choisir une série…</option>
            <SeriesGroups series={series} />
          </select>
          {houses !== null && series.housing.length > 0 && (
            <input
              class="input"
              name="house"
              list={houses.list}
              placeholder="Logement"
              aria-label={`Logement ${of}, pour une série de logements`}
            />
          )}
          <ScaleInputs of={of} />
          <button type="submit" class="button button-small">
            {isMeasure ? "Tout rattacher" : "Rattacher"}
          </button>
        </PostForm>
      )}
      <a class="button button-plain button-small" href={newSeriesHref(source)}>
        Créer une série pour elle
      </a>
    </>
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

/** Options of the series of each scope. */
export function SeriesGroups({ series, chosen }: { series: SeriesOptions; chosen?: string }) {
  return (["facilities", "housing"] as const).map((scope) =>
    series[scope].length > 0 && (
      <optgroup key={scope} label={SCOPE_LABELS[scope]}>
        <Options options={series[scope]} chosen={chosen} />
      </optgroup>
    )
  );
}

export function sentValueText({ lastValue }: UnknownSource): string {
  return typeof lastValue === "number" ? formatNumber(lastValue) : lastValue ?? "";
}

/** A kind of collector: its endpoint, and where the token is configured. */
interface Sender {
  readonly name: string;
  readonly path: string;
  readonly token: string;
}

const SENDERS: readonly Sender[] = [
  {
    name: "InfluxDB v2 (Telegraf, Home Assistant, Node-RED)",
    path: "/api/v2/write",
    token: "En-tête «\u00A0Authorization: Token …\u00A0»",
  },
  { name: "InfluxDB v1", path: "/write", token: "Mot de passe, l’utilisateur étant libre" },
  {
    name: "Emoncms (emonHub, emonPi, ESPHome)",
    path: "/input/post, /input/bulk",
    token: "Clé «\u00A0apikey\u00A0»",
  },
  {
    name: "ChirpStack 3 et 4, intégration HTTP (JSON)",
    path: "/chirpstack",
    token: "En-tête «\u00A0Authorization: Bearer …\u00A0»",
  },
  {
    name: "The Things Stack, webhook (messages «\u00A0uplink\u00A0»)",
    path: "/things-stack",
    token: "En-tête «\u00A0Authorization: Bearer …\u00A0»",
  },
];

const COLUMNS: readonly TableColumn<Sender>[] = [
  { field: "name", label: "Collecteur", cell: ({ name }) => name },
  { field: "path", label: "Adresse", cell: ({ path }) => <span class="mono">{path}</span> },
  { field: "token", label: "Où donner le jeton", cell: ({ token }) => token },
];

/** Configuration of each kind of collector. */
export function SenderTable({ origin }: { origin: string }) {
  return (
    <details class="stack">
      <summary>Régler un collecteur</summary>
      <p>
        Adresse du serveur&nbsp;:{" "}
        <span class="mono">{origin}</span>. Une source est reconnue à son étiquette{" "}
        <span class="mono">serial</span>, <span class="mono">entity_id</span> ou{" "}
        <span class="mono">dev_eui</span>, sinon à l’ensemble de ses étiquettes. Un relevé vient
        d’un logement quand une étiquette <span class="mono">house</span>{" "}
        le nomme, ou quand son appareil porte le numéro de série du logement.
      </p>
      <DataTable caption="Collecteurs reconnus" columns={COLUMNS} rows={SENDERS} />
    </details>
  );
}

interface TokenTableProps {
  action: string;
  tokens: readonly ProjectToken[];
  timeZone: string;
  words: TokenWords;
}

interface TokenWords {
  readonly caption: string;
  readonly name: string;
  readonly used: string;
  loss(name: string): string;
}

/** The tokens of one kind of a residence, each with its revocation. */
export function TokenTable({ action, tokens, timeZone, words }: TokenTableProps) {
  const columns: TableColumn<ProjectToken>[] = [
    { field: "name", label: words.name, cell: ({ name }) => name },
    dateColumn("created", "Créé le", ({ createdAt }) => formatInstant(createdAt, timeZone)),
    dateColumn("used", words.used, (one) => formatInstant(one.lastUsedAt, timeZone) || "Jamais"),
    {
      field: "revoke",
      label: "Action",
      cell: ({ id, name }) => (
        <RemovalForm
          action={action}
          form="revoke"
          id={{ name: "id", value: id }}
          label="Révoquer"
          confirm="Confirmer la révocation"
          text={words.loss(name)}
        />
      ),
    },
  ];
  return <DataTable caption={words.caption} columns={columns} rows={tokens} />;
}
