/** The ways of sharing a production between consumers. */
export const SHARING_KINDS = ["static", "dynamic", "full-dynamic"] as const;

/** One of {@link SHARING_KINDS}. */
export type SharingKind = typeof SHARING_KINDS[number];

/** Statuses of a consumer, in order. @spec B §7 "consumer status" */
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

/** The operation itself. @spec B §7 "Auto consumption collective: info" */
export interface AutoconsumptionInfo {
  name: string;
  /** Identifier assigned by the distribution operator; empty before. */
  operationNumber: string;
  /** Civil day; null until it starts. */
  startDate: string | null;
  sharing: SharingKind;
}

/** {@link AutoconsumptionInfo} to write. */
export interface AutoconsumptionInfoDraft extends AutoconsumptionInfo {
  version?: string | undefined;
}

/** A generator. @spec B §7 "producers" */
export interface Producer {
  id: string;
  name: string;
  /** Delivery point, 14 digits. */
  prm: string;
  /** Series of its production; null while it has none. */
  seriesId: string | null;
  /** Peak power, kW; null when unknown. */
  powerKW: number | null;
  version: string;
}

/** A generator to write. */
export interface ProducerDraft {
  name: string;
  prm: string;
  seriesId: string | null;
  powerKW: number | null;
  version?: string | undefined;
}

/** A consumer of the operation. @spec B §7 "consumers" */
export interface Consumer {
  id: string;
  name: string;
  /** Delivery point, 14 digits. */
  prm: string;
  /** Dwelling; null for another consumer. */
  houseId: string | null;
  /** Series of its consumption; null while it has none. */
  seriesId: string | null;
  /** Share of the production, %, for static sharing; null otherwise. */
  sharePercent: number | null;
  status: ConsumerStatus;
  /** When it took part, oldest first, none overlapping. */
  presences: Presence[];
  version: string;
}

/** A consumer to write; its status has a call of its own. */
export interface ConsumerDraft {
  name: string;
  prm: string;
  houseId: string | null;
  seriesId: string | null;
  sharePercent: number | null;
  version?: string | undefined;
}

/** A consumer comes in or leaves. */
export interface ConsumerStatusDraft {
  status: ConsumerStatus;
  /** First day in, or first day out; today when it is left out. */
  date?: string | undefined;
  version?: string | undefined;
}

/** The operation, its generators and its consumers. @spec B §7 "autoconsocollective … config" */
export interface AutoconsumptionConfig {
  info: AutoconsumptionInfo;
  infoVersion: string;
  producers: Producer[];
  consumers: Consumer[];
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

/** Production and its use over a range. @spec B §7 "autoconsocollective rangedata" */
export interface AutoconsumptionData {
  slots: AutoconsumptionSlot[];
}
