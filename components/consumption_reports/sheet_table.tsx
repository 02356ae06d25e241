import { ConsumptionBar } from "@/components/housing/running_month_table.tsx";
import { fileColumn } from "@/components/ui/columns.tsx";
import { type PageTable, type TableColumn, TotalRow } from "@/components/ui/DataTable.tsx";
import { Status } from "@/components/ui/Page.tsx";
import { formatEuros } from "@/lib/base/text_format.ts";
import { isCostDoubtful } from "@/lib/consumption_reports/month_list.ts";
import type { ConsumptionItem, ReportSheet } from "@/lib/consumption_reports/schema.ts";
import {
  correctedNote,
  doubtRemarks,
  type SheetColumn,
  sheetColumns,
  sheetFileName,
  statusText,
} from "@/lib/consumption_reports/text_sheet.ts";
import { REMARKS } from "@/lib/housing/text.ts";
import { withDoubt } from "@/lib/series/text.ts";

/** The uses of a dwelling, each with the year before, the mean and the reference. */
export function sheetTable(sheet: ReportSheet): PageTable<ConsumptionItem> {
  const columns = sheetColumns(sheet);
  const [, ...figures] = columns;
  const totalCost = withDoubt(formatEuros(sheet.totalCost), isCostDoubtful(sheet.items));
  return {
    fileName: `${sheetFileName(sheet)}.csv`,
    caption: "Usage par usage",
    wide: true,
    columns: [
      ...columns.map(tableColumn),
      fileColumn("Unité", ({ unit }) => unit),
      fileColumn(REMARKS, doubtRemarks),
    ],
    rows: sheet.items,
    foot: sheet.totalCost !== null && (
      <TotalRow
        cells={figures.map(({ field }) => field === "cost" ? totalCost : null)}
      />
    ),
  };
}

function tableColumn({ field, label, text, value }: SheetColumn): TableColumn<ConsumptionItem> {
  const cell = (item: ConsumptionItem) => cellOf(field, item, text);
  return { field, label, number: field !== "kind", cell, value };
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
