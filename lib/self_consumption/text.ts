/** Words of an operation, its consumers, their presences and the use of the production. @module */

import { addDays, type IsoDate } from "@/lib/base/civil_dates.ts";
import type { CsvColumn } from "@/lib/base/csv.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { formatPercent } from "@/lib/base/text_format.ts";
import type { Consumer, ConsumerStatus, Presence, SharingKind } from "./schema.ts";

export const SHARING_LABELS: Readonly<Record<SharingKind, string>> = {
  "static": "Parts fixes",
  "dynamic": "Parts fixes, puis partage du reste",
  "full-dynamic": "Au prorata des consommations",
};

/** How each method of sharing treats an unused share. */
export const SHARING_HINTS: Readonly<Record<SharingKind, string>> = {
  "static":
    "chacun se voit offrir sa part de la production de chaque heure ; ce qu’il n’en consomme pas part au réseau.",
  "dynamic":
    "chacun se voit offrir sa part ; ce qu’il n’en consomme pas est partagé entre ceux qui consomment encore.",
  "full-dynamic":
    "la production de chaque heure est partagée en proportion de ce que chacun consomme.",
};

export const CONSUMER_STATUS_LABELS: Readonly<Record<ConsumerStatus, string>> = {
  invited: "Invité",
  active: "Participe",
  left: "Sorti",
};

const ERASED_CONSUMER = "Consommateur effacé";

export function consumerName({ name }: Pick<Consumer, "name">): string {
  return name || ERASED_CONSUMER;
}

/** Labels of a consumer's fields, in its form, its list and the export of a user's data. */
export const CONSUMER_LABELS = {
  name: "Nom",
  prm: "Point de livraison (PRM)",
  sharePercent: "Part de la production",
} as const;

/** Decimals of a sum of shares: 100.04 % is not shown as 100 %. */
const SHARE_DECIMALS = 4;

/** Effect of shares that do not add up to 100 %; null when they do, or when they are unused. */
export function sharesText(sharing: SharingKind, total: number): string | null {
  if (sharing === "full-dynamic" || total === 100) return null;
  const scaled = scaledSharesText(total);
  return scaled === null
    ? `${shareSum(total)} : le reste de la production ne revient d’avance à personne.`
    : `${scaled} Corrigez-les.`;
}

/** Effect of fixed shares above 100 % together; null for others. @spec autoconsumption.sharing */
export function scaledSharesText(total: number): string | null {
  return total > 100 ? `${shareSum(total)} : elles sont ramenées à 100 % dans les calculs.` : null;
}

function shareSum(total: number): string {
  return `Les parts de ceux qui participent font ${formatPercent(total, SHARE_DECIMALS)}`;
}

/** Presences of a consumer: « depuis le 01/04/2024 », « du 01/04/2024 au 31/05/2024 ». */
export function presencesText(presences: readonly Presence[]): string {
  return presences.map(({ fromDate, toDate }) =>
    toDate === null
      ? `depuis le ${formatDay(fromDate)}`
      : `du ${formatDay(fromDate)} au ${formatDay(addDays(toDate, -1))}`
  ).join(", ");
}

/** Names of the series of an operation's chart. */
export const USE_NAMES = {
  selfConsumed: "Autoconsommé",
  surplus: "Surplus de la production",
  fromGrid: "Complément du réseau",
  unshared: "Répartition non connue",
} as const;

export const USE_HEADS = {
  producedKWh: "Production",
  selfConsumedKWh: "Autoconsommé",
  surplusKWh: "Surplus",
  consumedKWh: "Consommation",
  fromGrid: "Complément du réseau",
  selfConsumption: "Taux d’autoconsommation",
  selfProduction: "Taux d’autoproduction",
  completeness: "Complétude",
} as const;

/** Label of a meter outside the dwellings. */
export const OTHER_THAN_DWELLING = "hors logements";

/** Label of a dwelling whose name the user may not see. */
export const STORED_DWELLING = "Logement enregistré";

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
