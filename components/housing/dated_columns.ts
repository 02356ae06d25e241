import { dateColumn, statusColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import type { Tone } from "@/components/ui/Page.tsx";
import { labelledOptions } from "@/components/ui/SelectField.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { ALERT_STATES, type AlertState } from "@/lib/housing/alert_state.ts";
import type { HousingAlert } from "@/lib/housing/schema.ts";
import { ALERT_LABELS, ALERT_STATE_LABELS } from "@/lib/housing/text.ts";

/** A message shown between two days. */
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
  dateColumn("from", ALERT_LABELS.from, ({ from }) => from, {
    cell: ({ from }) => formatDay(from),
  }),
  dateColumn("to", ALERT_LABELS.to, ({ to }) => to, { cell: ({ to }) => formatDay(to) }),
];

interface AddressedRow extends DatedRow {
  /** Its recipients, in words. */
  readonly addressees: string;
}

const STATE = "État";

export const STATE_COLUMN: TableColumn<DatedRow> = statusColumn(
  "state",
  STATE,
  ({ state }) => ({ tone: TONES[state], label: ALERT_STATE_LABELS[state] }),
  { unbroken: true, sort: ({ state }) => ALERT_STATES.indexOf(state) },
);

export const ALERT_COLUMNS: readonly TableColumn<AddressedRow>[] = [
  MESSAGE_COLUMN,
  ...DAY_COLUMNS,
  textColumn("addressees", ALERT_LABELS.houseIds, ({ addressees }) => addressees),
  STATE_COLUMN,
];

export const MESSAGE_LIST = {
  heading: "Messages",
  noun: "message",
  nothing: "Aucun message trouvé",
  empty: {
    title: "Aucun message",
    text: "Les messages ajoutés se trouveront ici\u00A0: en cours, à venir, puis passés.",
  },
  order: STATE_COLUMN.field,
  filters: [{
    field: STATE_COLUMN.field,
    label: STATE,
    value: ({ state }: DatedRow) => state,
    options: labelledOptions(ALERT_STATES, ALERT_STATE_LABELS),
  }],
  words: ({ message }: DatedRow) => [message],
  says: {
    add: "Nouveau message",
    submit: "Ajouter",
    change: "Modifier le message",
    remove: "Supprimer le message",
  },
};
