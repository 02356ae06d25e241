import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { LinkedRows } from "@/components/tables/LinkedRows.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { ALERT_LABELS } from "@/lib/text/housing/housing_alerts.ts";
import { type DatedRow, DAY_COLUMNS, MESSAGE_COLUMN, STATE_COLUMN } from "./dated_columns.tsx";

interface AlertRow extends DatedRow {
  readonly id: string;
  readonly addressees: string;
}

interface AlertTableProps {
  rows: readonly AlertRow[];
  chosenId: string | null;
  /** Where one is changed; null for a user who only reads. */
  hrefOf: ((alertId: string) => string) | null;
  csv: CsvSource;
}

/** The messages to tenants: those shown now, those to come, those of the past. */
export function AlertTable(list: AlertTableProps) {
  return (
    <LinkedRows
      {...list}
      caption={countText(list.rows.length, "message", "messages")}
      columns={ALERT_COLUMNS}
    />
  );
}

export const ALERT_COLUMNS: readonly [TableColumn<AlertRow>, ...TableColumn<AlertRow>[]] = [
  MESSAGE_COLUMN,
  ...DAY_COLUMNS,
  textColumn("addressees", ALERT_LABELS.houseIds, ({ addressees }) => addressees),
  STATE_COLUMN,
];
