import {
  type DatedRow,
  DAY_COLUMNS,
  MESSAGE_COLUMN,
  STATE_COLUMN,
} from "@/components/housing/dated_columns.ts";
import { countColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { DisplayContact } from "@/lib/display/schema.ts";
import { CONTACT_LABELS, DISPLAY_LABELS } from "@/lib/display/text.ts";

interface MessageRow extends DatedRow {
  readonly id: string;
  readonly priority: number;
}

const PRIORITY = countColumn<{ readonly priority: number }>(
  "priority",
  DISPLAY_LABELS.priority,
  ({ priority }) => priority,
);

export const DISPLAY_MESSAGE_COLUMNS: readonly TableColumn<MessageRow>[] = [
  MESSAGE_COLUMN,
  PRIORITY,
  ...DAY_COLUMNS,
  STATE_COLUMN,
];

export const DISPLAY_CONTACT_COLUMNS: readonly TableColumn<DisplayContact>[] = [
  textColumn("name", CONTACT_LABELS.name, ({ name }) => name),
  PRIORITY,
  textColumn("phone", CONTACT_LABELS.phone, ({ phone }) => phone, { unbroken: true }),
  textColumn("mail", CONTACT_LABELS.mail, ({ mail }) => mail),
];
