export type * from "./schema.ts";

/** The ways of sharing a production between consumers. */
export const SHARING_KINDS = ["static", "dynamic", "full-dynamic"] as const;

/** One of {@link SHARING_KINDS}. */
export type SharingKind = typeof SHARING_KINDS[number];

/** Statuses of a consumer, in order. @spec autoconsumption.presences */
export const CONSUMER_STATUSES = ["invited", "active", "left"] as const;

/** One of {@link CONSUMER_STATUSES}. */
export type ConsumerStatus = typeof CONSUMER_STATUSES[number];

/** A time during which a consumer takes part, in civil days. */
export interface Presence {
  /** First day in. */
  fromDate: string;
  /** First day out; null while it lasts. */
  toDate: string | null;
}

/** The operation itself. @spec autoconsumption.sharing */
export interface AutoconsumptionInfo {
  name: string;
  /** Identifier assigned by the distribution operator; empty before. */
  operationNumber: string;
  /** Civil day; null until it starts. */
  startDate: string | null;
  sharing: SharingKind;
}

/**
 * A slot of the operation, kWh: production and its use, shared hour by hour.
 *
 * When every meter was read, production = consumption on the spot + surplus.
 */
export interface AutoconsumptionSlot {
  /** Instant segment: "2024-07", "2024-W07", "2024-07-15", "2024-07-15T08". */
  slot: string;
  /** null when no generator was read. */
  producedKWh: number | null;
  /** Of those who take part; null when none was read, or when it is withheld. */
  consumedKWh: number | null;
  selfConsumedKWh: number | null;
  /** Sent to the grid. */
  surplusKWh: number | null;
  /** Share of the slot that readings of all the meters account for, 0 to 1. */
  completeness: number;
  /** Consumption is hidden: of too few anonymous dwellings, or finer than one of them allows. */
  isWithheld: boolean;
}
