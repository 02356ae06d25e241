import type { IsoDate } from "@/lib/domain/periods/civil_dates.ts";
import type { CsvColumn } from "@/lib/domain/tables/csv.ts";
import { CONSUMER_LABELS } from "./autoconsumption.ts";

/** A user's participation in a collective self-consumption, in the export of their data. */
export interface Participation {
  readonly operation: string;
  /** Name in the operation; null when it is another person's, or was erased. */
  readonly name: string | null;
  /** Delivery point; "" in the same cases. */
  readonly prm: string;
  readonly sharePercent: number | null;
  /** First day; null for a user who was invited but never took part. */
  readonly from: IsoDate | null;
  /** Last day; null while it lasts. */
  readonly to: IsoDate | null;
}

export const PARTICIPATION_COLUMNS: readonly CsvColumn<Participation>[] = [
  { header: "Opération", value: ({ operation }) => operation },
  { header: CONSUMER_LABELS.name, value: ({ name }) => name ?? "" },
  { header: CONSUMER_LABELS.prm, value: ({ prm }) => prm },
  { header: `${CONSUMER_LABELS.sharePercent} (%)`, value: ({ sharePercent }) => sharePercent },
  { header: "Participe depuis le", value: ({ from }) => from ?? "" },
  { header: "Jusqu’au", value: ({ to }) => to ?? "" },
];
