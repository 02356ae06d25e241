import { PostForm } from "@/components/forms/PostForm.tsx";
import { Options, type SelectOption } from "@/components/forms/SelectField.tsx";
import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import type { DwellingMeasure } from "@/lib/domain/projects/dwelling_measures.ts";
import { measureText } from "@/lib/text/series/series_settings.ts";

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
      <button type="submit" class="button button-small">Tout rattacher</button>
    </PostForm>
  );
}

function namedText(names: readonly string[]): string {
  const others = names.length - NAMED;
  const named = names.slice(0, NAMED).join(", ");
  return others > 0 ? `${named} et ${others} autre${others > 1 ? "s" : ""}` : named;
}
