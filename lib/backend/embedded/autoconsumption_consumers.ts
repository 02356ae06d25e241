import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { MOST_CONSUMERS } from "../../domain/autoconsumption/limits.ts";
import { presencesAfter } from "../../domain/autoconsumption/presences.ts";
import type { ConsumerDraft } from "../../domain/autoconsumption/types.ts";
import { civilDateOf } from "../../domain/periods/zoned_days.ts";
import { CONSUMER_STATUS_LABELS } from "../../text/autoconsumption.ts";
import { newId } from "../accounts/secrets.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Stored } from "../kv/lists.ts";
import { consumerSubject } from "./autoconsumption_people.ts";
import { type ConsumerRecord, consumerRecord, readMembers } from "./autoconsumption_records.ts";
import { readHouse } from "./houses.ts";
import { readProject } from "./projects.ts";
import { isCurrent, readProjectVersion, retried, saveInProject, unchanged } from "./saving.ts";
import { projectSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** Adds a consumer, who is invited and takes no part yet. */
export function createConsumer(
  services: Services,
  { projectId, body }: Input<"createConsumer">,
  caller: Caller,
): Promise<Outcome<"createConsumer">> {
  const { version: _, ...consumer } = body;
  return retried<Outcome<"createConsumer">>(async () => {
    const version = await readProjectVersion(services, projectId);
    const { consumers } = await readMembers(services, projectId);
    if (consumers.length >= MOST_CONSUMERS) return { ok: false, code: "limit-reached" };
    const wrong = await wrongConsumer(services, projectId, { consumer, others: consumers });
    if (wrong !== null) return { ok: false, code: wrong };
    const id = newId();
    const record: ConsumerRecord = { ...consumer, status: "invited", presences: [] };
    const subject = await consumerSubject(services, projectId, consumer);
    const change = { caller, action: "createConsumer", projectId, subject } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(version)).set(keys.accConsumer(projectId, id), record);
    });
    return saved.ok ? { ok: true, answer: { id } } : null;
  });
}

/** Changes a consumer; whether it takes part stays as it is. */
export function putConsumer(
  services: Services,
  { projectId, consumerId, body }: Input<"putConsumer">,
  caller: Caller,
): Promise<Outcome<"putConsumer">> {
  const { version: quoted, ...consumer } = body;
  return retried<Outcome<"putConsumer">>(async () => {
    const version = await readProjectVersion(services, projectId);
    const { consumers } = await readMembers(services, projectId);
    const own = consumers.find(({ id }) => id === consumerId);
    if (own === undefined) return { ok: false, code: "not-found" };
    if (!isCurrent(quoted, own.entry)) return { ok: false, code: "conflict" };
    const others = consumers.filter((one) => one !== own);
    const wrong = await wrongConsumer(services, projectId, { consumer, others });
    if (wrong !== null) return { ok: false, code: wrong };
    const subject = await consumerSubject(services, projectId, consumer);
    const change = { caller, action: "putConsumer", projectId, subject } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(version), unchanged(own.entry));
      atomic.set(own.entry.key, { ...own.record, ...consumer });
    });
    return saved.ok ? { ok: true, answer: null } : null;
  });
}

/** Makes a consumer come in or leave from a day on; what it took part in before stays. */
export async function putConsumerStatus(
  services: Services,
  { projectId, consumerId, body }: Input<"putConsumerStatus">,
  caller: Caller,
): Promise<Outcome<"putConsumerStatus">> {
  const key = keys.accConsumer(projectId, consumerId);
  const [entry, { timeZone }] = await Promise.all([
    readEntry(services.store, key, consumerRecord),
    readProject(services, projectId),
  ]);
  if (entry.value === null) return { ok: false, code: "not-found" };
  if (!isCurrent(body.version, entry)) return { ok: false, code: "conflict" };
  const { status, date = civilDateOf(services.now(), timeZone) } = body;
  const presences = presencesAfter(entry.value.presences, status, date);
  const who = await consumerSubject(services, projectId, entry.value);
  const subject = `${who}, ${CONSUMER_STATUS_LABELS[status]}, ${date}`;
  const change = { caller, action: "putConsumerStatus", projectId, subject } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(entry)).set(key, { ...entry.value, status, presences });
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}

/** Deletes a consumer: it leaves the figures of the past too. */
export async function deleteConsumer(
  services: Services,
  { projectId, consumerId }: Input<"deleteConsumer">,
  caller: Caller,
): Promise<Outcome<"deleteConsumer">> {
  const key = keys.accConsumer(projectId, consumerId);
  const { value } = await readEntry(services.store, key, consumerRecord);
  if (value === null) return { ok: false, code: "not-found" };
  const subject = await consumerSubject(services, projectId, value);
  const change = { caller, action: "deleteConsumer", projectId, subject } as const;
  await saveInProject(services, change, (atomic) => atomic.delete(key));
  return { ok: true, answer: null };
}

/** A dwelling is metered by a series of dwellings, whoever else by one of the facilities. */
async function wrongConsumer(
  services: Services,
  projectId: string,
  { consumer, others }: {
    consumer: Omit<ConsumerDraft, "version">;
    others: readonly Stored<ConsumerRecord>[];
  },
): Promise<"unknown-reference" | "counted-twice" | null> {
  const { seriesId, houseId, prm } = consumer;
  const [series, house] = await Promise.all([
    projectSeries(services, projectId),
    houseId === null ? null : readHouse(services, projectId, houseId),
  ]);
  const expected = houseId === null ? "facilities" : "housing";
  const isMeter = seriesId === null ||
    series.some(({ id, dataUnitId, scope }) =>
      id === seriesId && dataUnitId === "ELEC" && scope === expected
    );
  if (!isMeter || (house !== null && house.value === null)) return "unknown-reference";
  const isTaken = others.some(({ record }) =>
    record.prm === prm ||
    (houseId === null
      ? seriesId !== null && record.seriesId === seriesId
      : record.houseId === houseId)
  );
  return isTaken ? "counted-twice" : null;
}
