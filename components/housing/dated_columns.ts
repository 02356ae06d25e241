import { dateColumn, textColumn } from "@/components/ui/columns.tsx";
import type { TableColumn } from "@/components/ui/DataTable.tsx";
import { datedState } from "@/components/ui/dated_state.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import type { DatedState } from "@/lib/base/dated_states.ts";
import type { HousingAlert } from "@/lib/housing/schema.ts";
import { ALERT_LABELS, ALERT_STATE_LABELS } from "@/lib/housing/text.ts";

/** A message shown between two days. */
export interface DatedRow extends Pick<HousingAlert, "from" | "to" | "message"> {
  readonly state: DatedState;
}

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

export const STATE = datedState(ALERT_STATE_LABELS, "good");

export const ALERT_COLUMNS: readonly TableColumn<AddressedRow>[] = [
  MESSAGE_COLUMN,
  ...DAY_COLUMNS,
  textColumn("addressees", ALERT_LABELS.houseIds, ({ addressees }) => addressees),
  STATE.column,
];

export const MESSAGE_LIST = {
  heading: "Messages",
  noun: "message",
  nothing: "Aucun message trouvé",
  empty: {
    title: "Aucun message",
    text: "Les messages ajoutés se trouveront ici\u00A0: en cours, à venir, puis passés.",
  },
  order: STATE.column.field,
  filters: [STATE.filter],
  words: ({ message }: DatedRow) => [message],
  says: {
    add: "Nouveau message",
    submit: "Ajouter",
    change: "Modifier le message",
    remove: "Supprimer le message",
  },
};
