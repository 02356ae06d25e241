import { PostForm } from "@/components/forms/PostForm.tsx";
import { Removal } from "@/components/forms/Removal.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TableFoot } from "@/components/tables/TableFoot.tsx";
import { numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { IndexLine } from "@/lib/domain/projects/index_lines.ts";
import { PAGE_SIZE, paginated } from "@/lib/domain/tables/paginate.ts";
import type { TableState } from "@/lib/domain/tables/table_state.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { meterMarkTexts } from "@/lib/text/series/meter_events.ts";

/** Registers show thousandths of their unit. */
const DECIMALS = 3;

/** The manually entered indexes of a residence, newest first, each with its deletion. */
export function ManualIndexTable(
  { path, lines, state }: { path: string; lines: readonly IndexLine[]; state: TableState },
) {
  const page = paginated(lines, state.page, PAGE_SIZE);
  return (
    <div class="table-block">
      <DataTable
        caption={countText(lines.length, "index saisi", "index saisis")}
        columns={[...INDEX_COLUMNS, removalColumn(path)]}
        rows={page.rows}
        rowKey={({ id }) => id}
      />
      <TableFoot path={path} state={state} page={page} />
    </div>
  );
}

export const INDEX_COLUMNS: readonly TableColumn<IndexLine>[] = [
  textColumn("date", "Relevé le", ({ date }) => formatDay(date)),
  textColumn("meter", "Compteur", ({ meter }) => meter),
  textColumn("house", "Logement", ({ house }) => house),
  numberColumn({ field: "value", label: "Index" }, ({ value }) => value, DECIMALS),
  {
    field: "difference",
    label: "Depuis le précédent",
    number: true,
    cell: (line) => <Counted {...line} />,
    value: ({ difference }) => difference,
  },
  textColumn("unit", "Unité", ({ unit }) => unit),
  textColumn("email", "Saisi par", ({ email }) => email),
];

/** Additional column of the file. */
export const INDEX_EVENTS_COLUMN: TableColumn<IndexLine> = {
  field: "events",
  label: "Entre les deux",
  cell: () => null,
  value: ({ events }) => meterMarkTexts(events).join(" / "),
};

/** The consumption, and the events of the meter in between. */
function Counted({ difference, events }: IndexLine) {
  return (
    <>
      {formatNumber(difference, DECIMALS)}
      {meterMarkTexts(events).map((text) => <small key={text} class="slot-mark">{text}</small>)}
    </>
  );
}

function removalColumn(path: string): TableColumn<IndexLine> {
  return {
    field: "remove",
    label: "Action",
    cell: ({ id, date }) => (
      <PostForm action={path}>
        <input type="hidden" name="indexId" value={id} />
        <Removal
          text={`L’index du ${formatDay(date)} et la consommation qu’il donne seront perdus.`}
        />
      </PostForm>
    ),
  };
}
