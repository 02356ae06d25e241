import { Status } from "@/components/page/Status.tsx";
import { DataTable, type TableColumn } from "@/components/tables/DataTable.tsx";
import { TotalRow } from "@/components/tables/TotalRow.tsx";
import type { ConsumptionItem, ReportSheet } from "@/lib/domain/consumption_reports/types.ts";
import { sheetFileName } from "@/lib/text/consumption_reports/sheet.ts";
import {
  correctedNote,
  type SheetColumn,
  sheetColumns,
  statusText,
} from "@/lib/text/consumption_reports/sheet_table.ts";
import { formatEuros } from "@/lib/text/format/numbers.ts";
import { ConsumptionBar } from "./ConsumptionBar.tsx";

/** The uses of a dwelling, each with the year before, the mean and the reference. */
export function SheetTable({ sheet, page }: { sheet: ReportSheet; page: URL }) {
  const columns = sheetColumns(sheet);
  const [, ...figures] = columns;
  return (
    <DataTable
      caption="Usage par usage"
      wide
      columns={columns.map(tableColumn)}
      rows={sheet.items}
      rowKey={({ kind }) => kind}
      csv={{ page }}
      foot={sheet.totalCost !== null && (
        <TotalRow
          cells={figures.map(({ field }) => field === "cost" ? formatEuros(sheet.totalCost) : null)}
        />
      )}
    />
  );
}

export function sheetFile(sheet: ReportSheet) {
  return {
    fileName: `${sheetFileName(sheet)}.csv`,
    columns: [...sheetColumns(sheet), {
      label: "Unité",
      value: ({ unit }: ConsumptionItem) => unit,
    }],
    rows: sheet.items,
  };
}

function tableColumn({ field, label, text }: SheetColumn): TableColumn<ConsumptionItem> {
  return { field, label, number: field !== "kind", cell: (item) => cellOf(field, item, text) };
}

function cellOf(field: SheetColumn["field"], item: ConsumptionItem, text: SheetColumn["text"]) {
  const shown = text(item);
  if (shown === "") return null;
  switch (field) {
    case "before":
      return <Before item={item} text={shown} />;
    case "reference":
      return (
        <>
          <div>{shown}</div>
          <ConsumptionBar percent={item.referencePercent} label={shown} />
        </>
      );
    default:
      return shown;
  }
}

/** The year before, its value in this year's weather, and the change since. */
function Before({ item, text }: { item: ConsumptionItem; text: string }) {
  const note = correctedNote(item);
  return (
    <>
      {text}
      {note !== "" && <small class="slot-mark">{note}</small>}
      {item.status && <Status tone={item.status} label={statusText(item)} />}
    </>
  );
}
