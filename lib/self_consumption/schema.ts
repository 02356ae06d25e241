/** Schemas of an operation, its producers, consumers and slots, with the kinds of sharing. @module */

import * as z from "zod/mini";
import * as field from "@/lib/base/field_schemas.ts";
import {
  draft,
  entitySchemas,
  namedObject,
  storedObject,
  withoutLimits,
} from "@/lib/base/object_schemas.ts";

/** A delivery point of electricity: fourteen digits. */
export const PRM_SHAPE = /^\d{14}$/;

/** Methods of sharing a production between consumers. */
export const SHARING_KINDS = ["static", "dynamic", "full-dynamic"] as const;

export type SharingKind = typeof SHARING_KINDS[number];

/** Statuses of a consumer, in order. @spec autoconsumption.presences */
export const CONSUMER_STATUSES = ["invited", "active", "left"] as const;

export type ConsumerStatus = typeof CONSUMER_STATUSES[number];

const sharing: z.ZodMiniType<SharingKind> = z.enum(SHARING_KINDS);
const status: z.ZodMiniType<ConsumerStatus> = z.enum(CONSUMER_STATUSES);
const prm: z.ZodMiniType<string> = z.string().check(z.trim(), z.regex(PRM_SHAPE));

const infoFields = {
  name: field.text(100),
  /** Identifier assigned by the distribution operator; empty before. */
  operationNumber: field.freeText(50),
  /** Civil day; null until it starts. */
  startDate: field.typedDateOrNull,
  sharing,
};

/** Draft of {@link AutoconsumptionInfo}. */
export const autoconsumptionInfoDraft = draft(infoFields);

/** A generator. @spec autoconsumption.sharing */
export const { stored: producer, draft: producerDraft } = entitySchemas("Producer", {
  name: field.text(100),
  /** Delivery point, 14 digits. */
  prm,
  /** Series of its production; null when there is none. */
  seriesId: field.idOrNull,
  /** Peak power, kW; null when unknown. */
  powerKW: z.nullable(field.numberBetween(0, 100_000)),
});

/** A period in which a consumer takes part, in civil days. */
export type Presence = z.output<typeof presence>;
const presence = z.object({
  fromDate: field.isoDate,
  /** First day out; null while it lasts. */
  toDate: field.isoDateOrNull,
});

const consumerFields = {
  name: field.text(100),
  /** Delivery point, 14 digits. */
  prm,
  /** Dwelling; null for another consumer. */
  houseId: field.idOrNull,
  /** Series of its consumption; null when there is none. */
  seriesId: field.idOrNull,
  /** Share of the production, %, for static sharing; null otherwise. */
  sharePercent: z.nullable(field.numberBetween(0, 100)),
};

/** A consumer of the operation. @spec autoconsumption.sharing */
export type Consumer = z.output<typeof consumer>;
export const consumer = storedObject("Consumer", {
  ...withoutLimits(consumerFields),
  status,
  /** Periods in which it takes part, oldest first, without overlap. */
  presences: z.array(presence),
});

/** Draft of a consumer; its status has a separate call. */
export const consumerDraft = draft(consumerFields);

/** Entry or exit of a consumer. */
export const consumerStatusDraft = draft({
  status,
  /** First day in, or first day out; today when absent. */
  date: z.optional(field.typedDate),
});

/** The settings of the operation. @spec autoconsumption.sharing */
export type AutoconsumptionInfo = z.output<typeof info>;
export const info = z.object(withoutLimits(infoFields));

/** The operation, its generators and its consumers. @spec autoconsumption.sharing */
export type AutoconsumptionConfig = z.output<typeof autoconsumptionConfig>;
export const autoconsumptionConfig = namedObject("AutoconsumptionConfig", {
  info,
  infoVersion: field.anyText,
  producers: z.array(producer),
  consumers: z.array(consumer),
  /** Sum of the shares of the consumers that take part, %: above 100, fixed shares are scaled down to 100 %. */
  sharesPercent: field.figure,
});

/**
 * A slot of the operation, kWh: production and its use, shared hour by hour.
 *
 * In hours when generators and consumers were read, production is local consumption + surplus, and consumption is local
 * consumption + supply of the grid. The other hours are in the totals only.
 */
export type AutoconsumptionSlot = z.output<typeof slot>;
const slot = z.object({
  /** Instant segment: "2024-07", "2024-W07", "2024-07-15", "2024-07-15T08". */
  slot: field.anyText,
  /** null when no generator was read. */
  producedKWh: field.numberOrNull,
  /** Consumption of the participants; null when none was read, or when withheld. */
  consumedKWh: field.numberOrNull,
  selfConsumedKWh: field.numberOrNull,
  /** Sent to the grid. */
  surplusKWh: field.numberOrNull,
  /** Supplied by the grid. */
  fromGridKWh: field.numberOrNull,
  /** Share of the slot covered by readings of all the meters, 0 to 1. */
  completeness: field.figure,
  /** Whether the consumption is hidden: too few anonymous dwellings, or too fine for one of them. */
  isWithheld: field.flag,
});

/** Production and its use over a range. @spec autoconsumption.sharing */
export type AutoconsumptionData = z.output<typeof autoconsumptionData>;
export const autoconsumptionData = namedObject("AutoconsumptionData", {
  slots: z.array(slot),
  /**
   * Highest sum of the fixed shares of the participants on a day of the range, %: above 100, they were scaled down to
   * 100 %. Absent where shares are not used.
   */
  sharesPercent: z.optional(field.figure),
});
