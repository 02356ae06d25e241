import type { Tone } from "@/components/page/Notice.tsx";
import { Status } from "@/components/page/Status.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { dateColumn, textColumn } from "@/components/tables/text_column.ts";
import type { AlertState } from "@/lib/domain/housing/alerts.ts";
import type { HousingAlert } from "@/lib/domain/housing/types.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { ALERT_LABELS, ALERT_STATE_LABELS } from "@/lib/text/housing/housing_alerts.ts";

/** A message that is shown from a day to another. */
export interface DatedRow extends Pick<HousingAlert, "from" | "to" | "message"> {
  readonly state: AlertState;
}

const TONES: Readonly<Record<AlertState, Tone>> = { current: "good", coming: "info", past: "info" };

export const MESSAGE_COLUMN: TableColumn<DatedRow> = textColumn(
  "message",
  ALERT_LABELS.message,
  ({ message }) => message,
);

export const DAY_COLUMNS: readonly TableColumn<DatedRow>[] = [
  {
    ...dateColumn("from", ALERT_LABELS.from, ({ from }: DatedRow) => from),
    cell: ({ from }) => formatDay(from),
  },
  {
    ...dateColumn("to", ALERT_LABELS.to, ({ to }: DatedRow) => to),
    cell: ({ to }) => formatDay(to),
  },
];

export const STATE_COLUMN: TableColumn<DatedRow> = {
  field: "state",
  label: "État",
  unbroken: true,
  cell: ({ state }) => <Status tone={TONES[state]} label={ALERT_STATE_LABELS[state]} />,
  value: ({ state }) => ALERT_STATE_LABELS[state],
};
