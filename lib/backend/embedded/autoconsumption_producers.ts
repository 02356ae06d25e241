import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import { MOST_PRODUCERS } from "../../domain/autoconsumption/limits.ts";
import { newId } from "../accounts/secrets.ts";
import { readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Stored } from "../kv/lists.ts";
import { type ProducerRecord, producerRecord, readMembers } from "./autoconsumption_records.ts";
import { isCurrent, readProjectVersion, retried, saveInProject, unchanged } from "./saving.ts";
import { projectSeries } from "./series.ts";
import type { Services } from "./services.ts";

/** Adds a generator. */
export function createProducer(
  services: Services,
  { projectId, body }: Input<"createProducer">,
  caller: Caller,
): Promise<Outcome<"createProducer">> {
  const { version: _, ...producer } = body;
  return retried<Outcome<"createProducer">>(async () => {
    const version = await readProjectVersion(services, projectId);
    const { producers } = await readMembers(services, projectId);
    if (producers.length >= MOST_PRODUCERS) return { ok: false, code: "limit-reached" };
    const wrong = await wrongProducer(services, projectId, { producer, others: producers });
    if (wrong !== null) return { ok: false, code: wrong };
    const id = newId();
    const change = { caller, action: "createProducer", projectId, subject: producer.name } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(version)).set(keys.accProducer(projectId, id), producer);
    });
    return saved.ok ? { ok: true, answer: { id } } : null;
  });
}

/** Changes a generator. */
export function putProducer(
  services: Services,
  { projectId, producerId, body }: Input<"putProducer">,
  caller: Caller,
): Promise<Outcome<"putProducer">> {
  const { version: quoted, ...producer } = body;
  return retried<Outcome<"putProducer">>(async () => {
    const version = await readProjectVersion(services, projectId);
    const { producers } = await readMembers(services, projectId);
    const own = producers.find(({ id }) => id === producerId);
    if (own === undefined) return { ok: false, code: "not-found" };
    if (!isCurrent(quoted, own.entry)) return { ok: false, code: "conflict" };
    const others = producers.filter((one) => one !== own);
    const wrong = await wrongProducer(services, projectId, { producer, others });
    if (wrong !== null) return { ok: false, code: wrong };
    const change = { caller, action: "putProducer", projectId, subject: producer.name } as const;
    const saved = await saveInProject(services, change, (atomic) => {
      atomic.check(unchanged(version), unchanged(own.entry)).set(own.entry.key, producer);
    });
    return saved.ok ? { ok: true, answer: null } : null;
  });
}

/** Deletes a generator: it leaves the figures of the past too. */
export async function deleteProducer(
  services: Services,
  { projectId, producerId }: Input<"deleteProducer">,
  caller: Caller,
): Promise<Outcome<"deleteProducer">> {
  const key = keys.accProducer(projectId, producerId);
  const { value } = await readEntry(services.store, key, producerRecord);
  if (value === null) return { ok: false, code: "not-found" };
  const change = { caller, action: "deleteProducer", projectId, subject: value.name } as const;
  await saveInProject(services, change, (atomic) => atomic.delete(key));
  return { ok: true, answer: null };
}

async function wrongProducer(
  services: Services,
  projectId: string,
  { producer, others }: { producer: ProducerRecord; others: readonly Stored<ProducerRecord>[] },
): Promise<"unknown-reference" | "counted-twice" | null> {
  const { seriesId, prm } = producer;
  const series = await projectSeries(services, projectId);
  const isMeter = seriesId === null ||
    series.some(({ id, dataUnitId, scope }) =>
      id === seriesId && dataUnitId === "PVE" && scope === "facilities"
    );
  if (!isMeter) return "unknown-reference";
  const isTaken = others.some(({ record }) =>
    record.prm === prm || (seriesId !== null && record.seriesId === seriesId)
  );
  return isTaken ? "counted-twice" : null;
}
