/** Stored records of an operation, its producers and its consumers. @module */

import * as z from "zod";
import { entity, NOT_STORED } from "@/lib/api/entity.ts";
import { readBy } from "@/lib/series/records.ts";
import { keys } from "@/lib/store/keys.ts";
import { listStored, type MaybeEntry, readEntry, type Store } from "@/lib/store/store.ts";
import { readWhole } from "@/lib/store/unreadable_values.ts";
import { byName } from "@/lib/ui/tables.ts";
import { type AutoconsumptionInfo, consumer, info, producer } from "./schema.ts";

/** A collective self-consumption as declared. */
export const operationRecord = z.object(info.shape);

/** A generator. */
export type ProducerRecord = z.output<typeof producerRecord>;
const producerRecord = z.object(producer.shape).omit(NOT_STORED);

export type ConsumerRecord = z.output<typeof consumerRecord>;
export const consumerRecord = z.object(consumer.shape).omit(NOT_STORED);

/** The operation of a residence; its value is null when none was declared. */
export function readOperation(
  { store }: { readonly store: Store },
  projectId: string,
): Promise<MaybeEntry<AutoconsumptionInfo>> {
  return readEntry(store, keys.accOperation(projectId), operationRecord);
}

/** The generators and the consumers of a residence. All must be readable: each share depends on the others. */
export async function readMembers({ store }: { readonly store: Store }, projectId: string) {
  const [producers, consumers] = await readWhole(() =>
    Promise.all([
      listStored(store, keys.accProducer.under(projectId), producerRecord),
      listStored(store, keys.accConsumer.under(projectId), consumerRecord),
    ])
  );
  return {
    producers: producers.sort((a, b) => byName(a.record, b.record)),
    consumers: consumers.sort((a, b) => byName(a.record, b.record)),
  };
}

export const SELF_CONSUMPTION_ENTITIES = {
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
