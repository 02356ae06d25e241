import { PostForm, Removal } from "@/components/forms/PostForm.tsx";
import type { PageTable, TableColumn } from "@/components/tables/DataTable.tsx";
import { fileColumn, numberColumn, textColumn } from "@/components/tables/columns.tsx";
import type { IndexLine } from "@/lib/domain/projects/index_lines.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import { meterMarkTexts } from "@/lib/text/series/meter_events.ts";

/** Registers show thousandths of their unit. */
const DECIMALS = 3;

/** The manually entered indexes of a residence, newest first, each with its deletion. */
export function manualIndexTable(rows: readonly IndexLine[], path: string): PageTable<IndexLine> {
  return {
    fileName: "index.csv",
    caption: countText(rows.length, "index saisi", "index saisis"),
    columns: [...COLUMNS, removalColumn(path)],
    rows,
  };
}

const COLUMNS: readonly TableColumn<IndexLine>[] = [
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
  fileColumn("Entre les deux", ({ events }) => meterMarkTexts(events).join(" / ")),
];

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
