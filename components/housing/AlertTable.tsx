import type { Tone } from "@/components/page/Notice.tsx";
import { Status } from "@/components/page/Status.tsx";
import type { CsvSource } from "@/components/tables/CsvLinks.tsx";
import type { TableColumn } from "@/components/tables/DataTable.tsx";
import { LinkedRows } from "@/components/tables/LinkedRows.tsx";
import type { AlertState } from "@/lib/domain/housing/alerts.ts";
import type { HousingAlert } from "@/lib/domain/housing/types.ts";
import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { ALERT_LABELS, ALERT_STATE_LABELS } from "@/lib/text/housing/housing_alerts.ts";

interface AlertRow extends HousingAlert {
  readonly state: AlertState;
  readonly addressees: string;
}

interface AlertTableProps {
  rows: readonly AlertRow[];
  chosenId: string | null;
  /** Where one is changed; null for a user who only reads. */
  hrefOf: ((alertId: string) => string) | null;
  csv: CsvSource;
}

const TONES: Readonly<Record<AlertState, Tone>> = { current: "good", coming: "info", past: "info" };

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
  {
    field: "message",
    label: ALERT_LABELS.message,
    cell: ({ message }) => message,
    value: ({ message }) => message,
  },
  {
    field: "from",
    label: ALERT_LABELS.from,
    cell: ({ from }) => formatDay(from),
    value: ({ from }) => from,
  },
  {
    field: "to",
    label: ALERT_LABELS.to,
    cell: ({ to }) => formatDay(to),
    value: ({ to }) => to,
  },
  {
    field: "addressees",
    label: ALERT_LABELS.houseIds,
    cell: ({ addressees }) => addressees,
    value: ({ addressees }) => addressees,
  },
  {
    field: "state",
    label: "État",
    unbroken: true,
    cell: ({ state }) => <Status tone={TONES[state]} label={ALERT_STATE_LABELS[state]} />,
    value: ({ state }) => ALERT_STATE_LABELS[state],
  },
];
