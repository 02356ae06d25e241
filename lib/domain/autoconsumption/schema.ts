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
  type AutoconsumptionConfig,
  type AutoconsumptionData,
  type AutoconsumptionInfoDraft,
  type Consumer,
  CONSUMER_STATUSES,
  type ConsumerDraft,
  type ConsumerStatus,
  type ConsumerStatusDraft,
  type Producer,
  type ProducerDraft,
  SHARING_KINDS,
  type SharingKind,
} from "./types.ts";

const sharing: z.ZodMiniType<SharingKind> = z.enum(SHARING_KINDS);
const status: z.ZodMiniType<ConsumerStatus> = z.enum(CONSUMER_STATUSES);
const prm: z.ZodMiniType<string> = z.string().check(z.trim(), z.regex(PRM_SHAPE));

/** {@link AutoconsumptionInfoDraft} */
export const autoconsumptionInfoDraft: z.ZodMiniType<AutoconsumptionInfoDraft> = z.strictObject({
  name: text(100),
  operationNumber: freeText(50),
  startDate: isoDateOrNull,
  sharing,
  version,
});

const producer: z.ZodMiniType<Producer> = named(
  "Producer",
  z.object({
    id,
    name: anyText,
    prm: anyText,
    seriesId: idOrNull,
    powerKW: numberOrNull,
    version: anyText,
  }),
);

/** {@link ProducerDraft} */
export const producerDraft: z.ZodMiniType<ProducerDraft> = z.strictObject({
  name: text(100),
  prm,
  seriesId: idOrNull,
  powerKW: z.nullable(numberBetween(0, 100_000)),
  version,
});

const consumer: z.ZodMiniType<Consumer> = named(
  "Consumer",
  z.object({
    id,
    name: anyText,
    prm: anyText,
    houseId: idOrNull,
    seriesId: idOrNull,
    sharePercent: numberOrNull,
    status,
    presences: z.array(z.object({ fromDate: isoDate, toDate: isoDateOrNull })),
    version: anyText,
  }),
);

/** {@link ConsumerDraft} */
export const consumerDraft: z.ZodMiniType<ConsumerDraft> = z.strictObject({
  name: text(100),
  prm,
  houseId: idOrNull,
  seriesId: idOrNull,
  sharePercent: z.nullable(numberBetween(0, 100)),
  version,
});

/** {@link ConsumerStatusDraft} */
export const consumerStatusDraft: z.ZodMiniType<ConsumerStatusDraft> = z.strictObject({
  status,
  date: z.optional(isoDate),
  version,
});

/** {@link AutoconsumptionConfig} */
export const autoconsumptionConfig: z.ZodMiniType<AutoconsumptionConfig> = named(
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

/** {@link AutoconsumptionData} */
export const autoconsumptionData: z.ZodMiniType<AutoconsumptionData> = named(
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
