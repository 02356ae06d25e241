import * as z from "zod/mini";
import {
  anyText,
  figure,
  flag,
  freeText,
  id,
  idOrNull,
  isoDate,
  isoDateOrNull,
  named,
  numberBetween,
  numberOrNull,
  text,
  version,
} from "@/lib/domain/forms/schema.ts";
import { PRM_SHAPE } from "./prm.ts";
import {
  CONSUMER_STATUSES,
  type ConsumerStatus,
  SHARING_KINDS,
  type SharingKind,
} from "./types.ts";

const sharing: z.ZodMiniType<SharingKind> = z.enum(SHARING_KINDS);
const status: z.ZodMiniType<ConsumerStatus> = z.enum(CONSUMER_STATUSES);
const prm: z.ZodMiniType<string> = z.string().check(z.trim(), z.regex(PRM_SHAPE));

/** {@link AutoconsumptionInfo} to write. */
export const autoconsumptionInfoDraft = z.strictObject({
  name: text(100),
  operationNumber: freeText(50),
  startDate: isoDateOrNull,
  sharing,
  version,
});

/** A generator. @spec autoconsumption.sharing */
export type Producer = z.output<typeof producer>;

const producer = named(
  "Producer",
  z.object({
    id,
    name: anyText,
    /** Delivery point, 14 digits. */
    prm: anyText,
    /** Series of its production; null while it has none. */
    seriesId: idOrNull,
    /** Peak power, kW; null when unknown. */
    powerKW: numberOrNull,
    version: anyText,
  }),
);

export type ProducerDraft = z.output<typeof producerDraft>;

export const producerDraft = z.strictObject({
  name: text(100),
  prm,
  seriesId: idOrNull,
  powerKW: z.nullable(numberBetween(0, 100_000)),
  version,
});

/** A consumer of the operation. @spec autoconsumption.sharing */
export type Consumer = z.output<typeof consumer>;

const consumer = named(
  "Consumer",
  z.object({
    id,
    name: anyText,
    /** Delivery point, 14 digits. */
    prm: anyText,
    /** Dwelling; null for another consumer. */
    houseId: idOrNull,
    /** Series of its consumption; null while it has none. */
    seriesId: idOrNull,
    /** Share of the production, %, for static sharing; null otherwise. */
    sharePercent: numberOrNull,
    status,
    /** When it took part, oldest first, none overlapping. */
    presences: z.array(z.object({ fromDate: isoDate, toDate: isoDateOrNull })),
    version: anyText,
  }),
);

/** A consumer to write; its status has a call of its own. */
export type ConsumerDraft = z.output<typeof consumerDraft>;

export const consumerDraft = z.strictObject({
  name: text(100),
  prm,
  houseId: idOrNull,
  seriesId: idOrNull,
  sharePercent: z.nullable(numberBetween(0, 100)),
  version,
});

/** A consumer comes in or leaves. */
export const consumerStatusDraft = z.strictObject({
  status,
  /** First day in, or first day out; today when it is left out. */
  date: z.optional(isoDate),
  version,
});

/** The operation, its generators and its consumers. @spec autoconsumption.sharing */
export type AutoconsumptionConfig = z.output<typeof autoconsumptionConfig>;

export const autoconsumptionConfig = named(
  "AutoconsumptionConfig",
  z.object({
    info: z.object({
      name: anyText,
      operationNumber: anyText,
      startDate: isoDateOrNull,
      sharing,
    }),
    infoVersion: anyText,
    producers: z.array(producer),
    consumers: z.array(consumer),
  }),
);

/** Production and its use over a range. @spec autoconsumption.sharing */
export const autoconsumptionData = named(
  "AutoconsumptionData",
  z.object({
    slots: z.array(z.object({
      slot: anyText,
      producedKWh: numberOrNull,
      consumedKWh: numberOrNull,
      selfConsumedKWh: numberOrNull,
      surplusKWh: numberOrNull,
      completeness: figure,
      isWithheld: flag,
    })),
  }),
);
