import { atMost, entityOf } from "@/lib/backend/embedded/entities.ts";
import { readProject } from "@/lib/backend/embedded/projects/projects.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { readsWhatSuits } from "@/lib/backend/embedded/series_read.ts";
import { isCurrent } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import { readEntry } from "@/lib/backend/kv/store.ts";
import { keys } from "@/lib/backend/kv/keys.ts";
import { consumerRecord } from "@/lib/backend/records/autoconsumption.ts";
import { MOST_CONSUMERS } from "@/lib/domain/autoconsumption/limits.ts";
import { presencesAfter } from "@/lib/domain/autoconsumption/presences.ts";
import { civilDateOf } from "@/lib/domain/periods/zoned_days.ts";
import { byName } from "@/lib/domain/tables/sort.ts";
import { CONSUMER_STATUS_LABELS } from "@/lib/text/autoconsumption/autoconsumption.ts";
import { consumerSubject } from "./people.ts";

/** Consumers, initially invited; a deleted one is also removed from past figures. @spec autoconsumption.uniqueness */
export function consumersOf(services: Services) {
  return entityOf(services, ENTITIES.accConsumer, {
    initial: { status: "invited", presences: [] },
    compare: byName,
    subject: (record, { projectId }) => consumerSubject(services, projectId, record),
    full: atMost(MOST_CONSUMERS),
    rules: [
      readsWhatSuits(services, ENTITIES.accConsumer),
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
}

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
    const presences = presencesAfter(entry.value.presences, status, date);
    atomic.set(key, { ...entry.value, status, presences });
    const who = await consumerSubject(services, projectId, entry.value);
    const subject = `${who}, ${CONSUMER_STATUS_LABELS[status]}, ${date}`;
    return { ok: true, answer: null, subject };
  });
};
