/** How production is shared between consumers. */
export type SharingKind = "static" | "dynamic" | "full-dynamic";

/** Whether a consumer takes part. @spec B §7 "consumer status" */
export type ConsumerStatus = "invited" | "active" | "left";

/** The operation itself. @spec B §7 "Auto consumption collective: info" */
export interface AutoconsumptionInfo {
  name: string;
  /** Identifier given by the distribution operator; empty until it is. */
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

/** Somebody supplied by the operation. @spec B §7 "consumers" */
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
  version?: string | undefined;
}

/** The operation, its generators and its consumers. @spec B §7 "autoconsocollective … config" */
export interface AutoconsumptionConfig {
  info: AutoconsumptionInfo;
  infoVersion: string;
  producers: Producer[];
  consumers: Consumer[];
}

/** Production and its use over a range, kWh; null when not read. @spec B §7 "autoconsocollective rangedata" */
export interface AutoconsumptionData {
  slots: {
    slot: string;
    producedKWh: number | null;
    consumedKWh: number | null;
    selfConsumedKWh: number | null;
    /** Sent to the grid. */
    surplusKWh: number | null;
  }[];
}
