import { z } from "zod";
import {
  freeText,
  id,
  idOrNull,
  isoDateOrNull,
  numberBetween,
  numberOrNull,
  text,
  version,
} from "../forms/schema.ts";
import type {
  AutoconsumptionConfig,
  AutoconsumptionData,
  AutoconsumptionInfoDraft,
  Consumer,
  ConsumerDraft,
  ConsumerStatus,
  ConsumerStatusDraft,
  Producer,
  ProducerDraft,
  SharingKind,
} from "./types.ts";

const sharing: z.ZodType<SharingKind> = z.enum(["static", "dynamic", "full-dynamic"]);
const status: z.ZodType<ConsumerStatus> = z.enum(["invited", "active", "left"]);
const prm: z.ZodType<string> = z.string().trim().regex(/^\d{14}$/);

/** {@link AutoconsumptionInfoDraft} */
export const autoconsumptionInfoDraft: z.ZodType<AutoconsumptionInfoDraft> = z.strictObject({
  name: text(100),
  operationNumber: freeText(50),
  startDate: isoDateOrNull,
  sharing,
  version,
});

const producer: z.ZodType<Producer> = z.object({
  id,
  name: z.string(),
  prm: z.string(),
  seriesId: idOrNull,
  powerKW: numberOrNull,
  version: z.string(),
}).meta({ id: "Producer" });

/** {@link ProducerDraft} */
export const producerDraft: z.ZodType<ProducerDraft> = z.strictObject({
  name: text(100),
  prm,
  seriesId: idOrNull,
  powerKW: numberBetween(0, 100_000).nullable(),
  version,
});

const consumer: z.ZodType<Consumer> = z.object({
  id,
  name: z.string(),
  prm: z.string(),
  houseId: idOrNull,
  seriesId: idOrNull,
  sharePercent: numberOrNull,
  status,
  version: z.string(),
}).meta({ id: "Consumer" });

/** {@link ConsumerDraft} */
export const consumerDraft: z.ZodType<ConsumerDraft> = z.strictObject({
  name: text(100),
  prm,
  houseId: idOrNull,
  seriesId: idOrNull,
  sharePercent: numberBetween(0, 100).nullable(),
  version,
});

/** {@link ConsumerStatusDraft} */
export const consumerStatusDraft: z.ZodType<ConsumerStatusDraft> = z.strictObject({
  status,
  version,
});

/** {@link AutoconsumptionConfig} */
export const autoconsumptionConfig: z.ZodType<AutoconsumptionConfig> = z.object({
  info: z.object({
    name: z.string(),
    operationNumber: z.string(),
    startDate: isoDateOrNull,
    sharing,
  }),
  infoVersion: z.string(),
  producers: z.array(producer),
  consumers: z.array(consumer),
}).meta({ id: "AutoconsumptionConfig" });

/** {@link AutoconsumptionData} */
export const autoconsumptionData: z.ZodType<AutoconsumptionData> = z.object({
  slots: z.array(z.object({
    slot: z.string(),
    producedKWh: numberOrNull,
    consumedKWh: numberOrNull,
    selfConsumedKWh: numberOrNull,
    surplusKWh: numberOrNull,
  })),
}).meta({ id: "AutoconsumptionData" });
