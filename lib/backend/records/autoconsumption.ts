import { z } from "zod";
import { keys } from "@/lib/backend/kv/keys.ts";
import { listStored, type Stored } from "@/lib/backend/kv/lists.ts";
import { type MaybeEntry, readEntry, type Store } from "@/lib/backend/kv/store.ts";
import {
  type AutoconsumptionInfo,
  type Consumer,
  CONSUMER_STATUSES,
  type Producer,
  SHARING_KINDS,
} from "@/lib/domain/autoconsumption/types.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import { entity, readBy } from "./entity.ts";

const seriesId = z.string().nullable();

/** A collective self-consumption as declared. */
export const operationRecord: z.ZodType<AutoconsumptionInfo> = z.object({
  name: z.string(),
  operationNumber: z.string(),
  startDate: z.string().nullable(),
  sharing: z.enum(SHARING_KINDS),
});

/** A generator. */
export type ProducerRecord = Omit<Producer, "id" | "version">;

const producerRecord: z.ZodType<ProducerRecord> = z.object({
  name: z.string(),
  prm: z.string(),
  seriesId,
  powerKW: z.number().nullable(),
});

export type ConsumerRecord = Omit<Consumer, "id" | "version">;

export const consumerRecord: z.ZodType<ConsumerRecord> = z.object({
  name: z.string(),
  prm: z.string(),
  houseId: z.string().nullable(),
  seriesId,
  sharePercent: z.number().nullable(),
  status: z.enum(CONSUMER_STATUSES),
  presences: z.array(z.object({ fromDate: z.string(), toDate: z.string().nullable() })),
});

export interface Members {
  readonly producers: readonly Stored<ProducerRecord>[];
  readonly consumers: readonly Stored<ConsumerRecord>[];
}

/** The operation of a residence; its value is null when none was declared. */
export function readOperation(
  { store }: { readonly store: Store },
  projectId: string,
): Promise<MaybeEntry<AutoconsumptionInfo>> {
  return readEntry(store, keys.accOperation(projectId), operationRecord);
}

/** The generators and the consumers of a residence. */
export async function readMembers(
  { store }: { readonly store: Store },
  projectId: string,
): Promise<Members> {
  const [producers, consumers] = await Promise.all([
    listStored(store, keys.accProducer.under(projectId), producerRecord),
    listStored(store, keys.accConsumer.under(projectId), consumerRecord),
  ]);
  return {
    producers: producers.sort((a, b) => byName(a.record, b.record)),
    consumers: consumers.sort((a, b) => byName(a.record, b.record)),
  };
}

export const AUTOCONSUMPTION_ENTITIES = {
  accProducer: entity(keys.accProducer, producerRecord, {
    dataseries: ({ seriesId }) => [readBy("producer", "seriesId", seriesId)],
  }),
  accConsumer: entity(keys.accConsumer, consumerRecord, {
    // A dwelling is metered by a housing series, the other consumers by a series of the facilities.
    dataseries: ({ seriesId, houseId }) => [
      readBy("consumer", "seriesId", seriesId, houseId === null ? "facilities" : "housing"),
    ],
    house: ({ houseId }) => [houseId],
  }),
};
