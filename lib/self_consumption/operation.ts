/** Reads and edits an operation, its producers and its consumers. @module */

import { atMost, crud } from "@/lib/api/entities.ts";
import { isCurrent, transact, versioned, versionOf } from "@/lib/api/writes.ts";
import { civilDateOf } from "@/lib/base/time_zones.ts";
import { askStarts, readProject } from "@/lib/residences/residences.ts";
import { hasSuitableSeries } from "@/lib/series/series.ts";
import { keys } from "@/lib/store/keys.ts";
import { readEntry } from "@/lib/store/store.ts";
import { byName } from "@/lib/ui/tables.ts";
import type { Handler } from "./calls.ts";
import { consumerSubject } from "./consumers.ts";
import { presencesAfter } from "./participation.ts";
import {
  consumerRecord,
  readMembers,
  readOperation,
  SELF_CONSUMPTION_ENTITIES,
} from "./records.ts";
import type { AutoconsumptionInfo } from "./schema.ts";
import { CONSUMER_STATUS_LABELS } from "./text.ts";
import { sharesTotal } from "./use_figures.ts";

/** Maximum number of generators of an operation. */
const MOST_PRODUCERS = 50;

const MOST_CONSUMERS = 500;

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
  return transact(services, change, async (atomic) => {
    const entry = await readOperation(services, projectId);
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const start = { date: info.startDate, before: entry.value?.startDate };
    const confirmation = await askStarts(services, change, [start]);
    if (confirmation !== null) return confirmation;
    atomic.set(entry.key, info);
    return { ok: true, answer: null, subject: info.name };
  });
};

/** Generators of a collective self-consumption; a deleted one is also removed from past figures. */
const producers = crud(SELF_CONSUMPTION_ENTITIES.accProducer, {
  compare: byName,
  subject: ({ name }) => name,
  full: atMost(MOST_PRODUCERS),
  rules: [
    hasSuitableSeries(SELF_CONSUMPTION_ENTITIES.accProducer),
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
const consumers = crud(SELF_CONSUMPTION_ENTITIES.accConsumer, {
  initial: { status: "invited", presences: [] },
  compare: byName,
  subject: (record, { projectId }, services) => consumerSubject(services, projectId, record),
  full: atMost(MOST_CONSUMERS),
  rules: [
    hasSuitableSeries(SELF_CONSUMPTION_ENTITIES.accConsumer),
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
  return await transact(services, change, async (atomic) => {
    const entry = await readEntry(services.store, key, consumerRecord);
    if (entry.value === null) return { ok: false, code: "not-found" };
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const confirmation = await askStarts(services, change, [{ date }]);
    if (confirmation !== null) return confirmation;
    const presences = presencesAfter(entry.value.presences, status, date);
    atomic.set(key, { ...entry.value, status, presences });
    const who = await consumerSubject(services, projectId, entry.value);
    const subject = `${who}, ${CONSUMER_STATUS_LABELS[status]}, ${date}`;
    return { ok: true, answer: null, subject };
  });
};
