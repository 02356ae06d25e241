import {
  type DatedRow,
  DAY_COLUMNS,
  MESSAGE_COLUMN,
  STATE_COLUMN,
} from "@/components/housing/dated_columns.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { textColumn } from "@/components/tables/text_column.ts";
import type { DisplayContact } from "@/lib/domain/display/types.ts";
import { CONTACT_LABELS, DISPLAY_LABELS } from "@/lib/text/display.ts";

type Columns<Row> = readonly [TableColumn<Row>, ...TableColumn<Row>[]];

interface MessageRow extends DatedRow {
  readonly id: string;
  readonly priority: number;
}

const PRIORITY: TableColumn<{ readonly priority: number }> = {
  field: "priority",
  label: DISPLAY_LABELS.priority,
  number: true,
  cell: ({ priority }) => priority,
  value: ({ priority }) => priority,
};

export const DISPLAY_MESSAGE_COLUMNS: Columns<MessageRow> = [
  MESSAGE_COLUMN,
  PRIORITY,
  ...DAY_COLUMNS,
  STATE_COLUMN,
];

export const DISPLAY_CONTACT_COLUMNS: Columns<DisplayContact> = [
  textColumn("name", CONTACT_LABELS.name, ({ name }) => name),
  PRIORITY,
  { ...textColumn("phone", CONTACT_LABELS.phone, ({ phone }) => phone), unbroken: true },
  textColumn("mail", CONTACT_LABELS.mail, ({ mail }) => mail),
];
