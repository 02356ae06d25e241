import type { UnknownSource } from "../../lib/domain/projects/types.ts";
import { formatInstant } from "../../lib/text/dates.ts";
import { formatNumber } from "../../lib/text/numbers.ts";
import { Removal } from "../forms/Removal.tsx";
import type { SelectOption } from "../forms/SelectField.tsx";
import { DataTable, type TableColumn } from "../tables/DataTable.tsx";

interface UnknownSourceTableProps {
  action: string;
  sources: readonly UnknownSource[];
  /** Series a source may feed. */
  series: readonly SelectOption[];
  /** Where a series is created for a source. */
  newSeriesHref(source: string): string;
  timeZone: string;
}

/** The sources no series claims yet: what they send, and the series to attach them to. */
export function UnknownSourceTable(props: UnknownSourceTableProps) {
  const { action, sources, series, newSeriesHref, timeZone } = props;
  const columns: TableColumn<UnknownSource>[] = [
    { field: "source", label: "Source", cell: ({ source }) => <code>{source}</code> },
    { field: "last", label: "Dernière valeur", number: true, cell: lastValueText },
    {
      field: "seen",
      label: "Dernier envoi",
      cell: ({ lastSeenAt }) => formatInstant(lastSeenAt, timeZone),
    },
    {
      field: "count",
      label: "Relevés gardés",
      number: true,
      cell: ({ readingCount }) => formatNumber(readingCount, 0),
    },
    {
      field: "attach",
      label: "Rattacher à",
      cell: ({ source }) => (
        <>
          {series.length > 0 && <AttachForm action={action} source={source} series={series} />}
          <a class="button button-plain button-small" href={newSeriesHref(source)}>
            Créer une série pour elle
          </a>
        </>
      ),
    },
    {
      field: "forget",
      label: "Action",
      cell: ({ source }) => (
        <form method="post" action={action}>
          <input type="hidden" name="form" value="forget" />
          <input type="hidden" name="source" value={source} />
          <Removal
            label="Oublier"
            text="Les relevés gardés pour cette source seront perdus."
            confirm="Oublier la source"
          />
        </form>
      ),
    },
  ];
  return (
    <DataTable
      caption="Sources à rattacher"
      columns={columns}
      rows={sources}
      rowKey={({ source }) => source}
    />
  );
}

function AttachForm(
  { action, source, series }: { action: string; source: string; series: readonly SelectOption[] },
) {
  return (
    <form class="row-form" method="post" action={action} data-guard="watched">
      <input type="hidden" name="form" value="attach" />
      <input type="hidden" name="source" value={source} />
      <select class="input" name="series" aria-label={`Série de la source ${source}`}>
        <option value="">Choisir une série…</option>
        {series.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
      <button type="submit" class="button button-small">Rattacher</button>
    </form>
  );
}

function lastValueText({ lastValue }: UnknownSource): string {
  return typeof lastValue === "number" ? formatNumber(lastValue) : lastValue ?? "";
}
