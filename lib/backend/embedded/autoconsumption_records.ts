import { z } from "zod";
import {
  type AutoconsumptionInfo,
  type Consumer,
  CONSUMER_STATUSES,
  type Producer,
  SHARING_KINDS,
} from "../../domain/autoconsumption/types.ts";
import { listEntries, readEntry } from "../kv/entries.ts";
import { idOf } from "../kv/key.ts";
import { keys } from "../kv/keys.ts";
import type { Entry, MaybeEntry } from "../kv/store.ts";
import type { Services } from "./services.ts";

const seriesId = z.string().nullable();

/** A collective self-consumption, as it was declared. */
export const operationRecord: z.ZodType<AutoconsumptionInfo> = z.object({
  name: z.string(),
  operationNumber: z.string(),
  startDate: z.string().nullable(),
  sharing: z.enum(SHARING_KINDS),
});

/** A generator. */
export type ProducerRecord = Omit<Producer, "id" | "version">;

export const producerRecord: z.ZodType<ProducerRecord> = z.object({
  name: z.string(),
  prm: z.string(),
  seriesId,
  powerKW: z.number().nullable(),
});

/** A consumer. */
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

/** A generator or a consumer as the store has it. */
export interface Member<MemberRecord> {
  readonly id: string;
  readonly record: MemberRecord;
  readonly entry: Entry<MemberRecord>;
}

/** Who produces and who consumes, by name. */
export interface Members {
  readonly producers: readonly Member<ProducerRecord>[];
  readonly consumers: readonly Member<ConsumerRecord>[];
}

/** The operation of a residence; its value is null when none was declared. */
export function readOperation(
  services: Services,
  projectId: string,
): Promise<MaybeEntry<AutoconsumptionInfo>> {
  return readEntry(services.store, keys.accOperation(projectId), operationRecord);
}

/** The generators and the consumers of a residence. */
export async function readMembers({ store }: Services, projectId: string): Promise<Members> {
  const [producers, consumers] = await Promise.all([
    listEntries(store, { prefix: keys.accProducer.under(projectId) }, producerRecord),
    listEntries(store, { prefix: keys.accConsumer.under(projectId) }, consumerRecord),
  ]);
  return { producers: membersOf(producers), consumers: membersOf(consumers) };
}

function membersOf<MemberRecord extends { name: string }>(
  entries: readonly Entry<MemberRecord>[],
): Member<MemberRecord>[] {
  return entries
    .map((entry) => ({ id: idOf(entry.key), record: entry.value, entry }))
    .sort((a, b) => BY_NAME.compare(a.record.name, b.record.name));
}

const BY_NAME = new Intl.Collator("fr", { numeric: true });
