import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { askStarts } from "@/lib/backend/embedded/far_dates.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { isCurrent, versioned, versionOf } from "@/lib/backend/embedded/saving.ts";
import { hasSuitableSeries } from "@/lib/backend/embedded/series_read.ts";
import type { Handler } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import {
  consumerRecord,
  readMembers,
  readOperation,
} from "@/lib/backend/records/autoconsumption.ts";
import { sharesTotal } from "@/lib/domain/autoconsumption/figures.ts";
import { MOST_CONSUMERS, MOST_PRODUCERS } from "@/lib/domain/autoconsumption/limits.ts";
import { presencesAfter } from "@/lib/domain/autoconsumption/presences.ts";
import type { AutoconsumptionInfo } from "@/lib/domain/autoconsumption/types.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import { CONSUMER_STATUS_LABELS } from "@/lib/text/autoconsumption/autoconsumption.ts";
import { consumerSubject } from "./people.ts";

export * from "./data.ts";
export * from "./people.ts";

/** Placeholder of an operation before it is declared. */
const UNDECLARED: AutoconsumptionInfo = {
  name: "",
  operationNumber: "",
  startDate: null,
  sharing: "full-dynamic",
};

export const getAutoconsumptionConfig: Handler<"getAutoconsumptionConfig"> = async (
  services,
  input,
) => {
  const { projectId } = input;
  const [operation, { producers, consumers }] = await Promise.all([
    readOperation(services, projectId),
    readMembers(services, projectId),
  ]);
  return {
    ok: true,
    answer: {
      info: operation.value ?? UNDECLARED,
      infoVersion: versionOf(operation),
      producers: producers.map(versioned),
      consumers: consumers.map(versioned),
      sharesPercent: sharesTotal(consumers.map(({ record }) => record)),
    },
  };
};

export const putAutoconsumptionInfo: Handler<"putAutoconsumptionInfo"> = (
  services,
  input,
  caller,
) => {
  const { projectId, body } = input;
  const { version, ...info } = body;
  const change = { caller, action: "putAutoconsumptionInfo", projectId } as const;
  return write(services, change, async (atomic) => {
    const entry = await readOperation(services, projectId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const start = { date: info.startDate, before: entry.value?.startDate };
    const asked = await askStarts(services, change, [start]);
    if (asked !== null) return asked;
    atomic.set(entry.key, info);
    return { ok: true, answer: null, subject: info.name };
  });
};

/** Generators of a collective self-consumption; a deleted one is also removed from past figures. */
const producers = entityOf(ENTITIES.accProducer, {
  compare: byName,
  subject: ({ name }) => name,
  full: atMost(MOST_PRODUCERS),
  rules: [
    hasSuitableSeries(ENTITIES.accProducer),
    ({ seriesId, prm }, { others }) => {
      const isTaken = others.some(({ record }) =>
        record.prm === prm || (seriesId !== null && record.seriesId === seriesId)
      );
      return isTaken ? "counted-twice" : null;
    },
  ],
  actions: ["createProducer", "putProducer", "deleteProducer"],
});
export const createProducer = producers.create;
export const putProducer = producers.put;
export const deleteProducer = producers.remove;

/** Consumers, initially invited; a deleted one is also removed from past figures. @spec autoconsumption.uniqueness */
const consumers = entityOf(ENTITIES.accConsumer, {
  initial: { status: "invited", presences: [] },
  compare: byName,
  subject: (record, { projectId }, services) => consumerSubject(services, projectId, record),
  full: atMost(MOST_CONSUMERS),
  rules: [
    hasSuitableSeries(ENTITIES.accConsumer),
    ({ seriesId, houseId, prm }, { others }) => {
      const isTaken = others.some(({ record }) =>
        record.prm === prm ||
        (houseId === null
          ? seriesId !== null && record.seriesId === seriesId
          : record.houseId === houseId)
      );
      return isTaken ? "counted-twice" : null;
    },
  ],
  actions: ["createConsumer", "putConsumer", "deleteConsumer"],
});
export const createConsumer = consumers.create;
export const putConsumer = consumers.put;
export const deleteConsumer = consumers.remove;

/** Starts or ends the participation of a consumer on a day; earlier participation remains. */
export const putConsumerStatus: Handler<"putConsumerStatus"> = async (services, input, caller) => {
  const { projectId, consumerId, body } = input;
  const key = keys.accConsumer(projectId, consumerId);
  const { timeZone } = await readProject(services, projectId);
  const { version, status, date = civilDateOf(services.now(), timeZone) } = body;
  const change = { action: "putConsumerStatus", projectId, caller } as const;
  return await write(services, change, async (atomic) => {
    const entry = await readEntry(services.store, key, consumerRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const asked = await askStarts(services, change, [{ date }]);
    if (asked !== null) return asked;
    const presences = presencesAfter(entry.value.presences, status, date);
    atomic.set(key, { ...entry.value, status, presences });
    const who = await consumerSubject(services, projectId, entry.value);
    const subject = `${who}, ${CONSUMER_STATUS_LABELS[status]}, ${date}`;
    return { ok: true, answer: null, subject };
  });
};
