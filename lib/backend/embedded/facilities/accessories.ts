import { Refused } from "@/lib/backend/core/refused.ts";
import { ENTITIES } from "@/lib/backend/embedded/references.ts";
import { referenceRefusal } from "@/lib/backend/embedded/series_read.ts";
import { isCurrent, versionOf } from "@/lib/backend/embedded/saving.ts";
import type { Handler, Services } from "@/lib/backend/embedded/services.ts";
import { write } from "@/lib/backend/embedded/writes.ts";
import type { EquipmentDetails, EquipmentRecord } from "@/lib/backend/records/facilities.ts";
import type { Caller } from "@/lib/contract/caller.ts";
import type { AuditAction } from "@/lib/contract/calls/audit.ts";
import type { Outcome } from "@/lib/contract/catalogue.ts";
import type { Cmv, EquipmentKind, Gate, Skydome } from "@/lib/domain/facilities/types.ts";
import { mayWrite, placeOfRecord, readEquipment, type StoredEquipment } from "./equipment.ts";

/** A ventilation unit. */
export function cmvOf({ id, record, entry }: StoredEquipment): Cmv {
  const cmv = record.details.cmv ?? { min: null, max: null, seriesId: null };
  return { id, name: record.name, ...cmv, version: versionOf(entry) };
}

/** A roof light. */
export function skydomeOf({ id, record, entry }: StoredEquipment): Skydome {
  const skydome = record.details.skydome ?? { seriesId: null };
  return { id, name: record.name, ...skydome, version: versionOf(entry) };
}

export function gateOf({ id, record, entry }: StoredEquipment): Gate {
  const gate = record.details.gate ?? {
    type: "gate" as const,
    alarmFrom: 24,
    hsType: "none" as const,
    seriesId: null,
  };
  return { id, name: record.name, ...gate, version: versionOf(entry) };
}

export interface DetailsChange {
  action: AuditAction;
  projectId: string;
  equipmentId: string;
  kind: EquipmentKind;
  /** Required parent equipment; any when undefined. */
  parentId?: string;
  name: string;
  version: string | undefined;
  details: EquipmentDetails;
}

export type DetailsOutcome = Outcome<"putCircuitSettings">;

/** Writes name and details of an equipment of a kind, over the version the edit was based on. */
export function putDetails(
  services: Services,
  { name, details, version, ...change }: DetailsChange,
  caller: Caller,
): Promise<DetailsOutcome> {
  const { projectId, equipmentId, kind, parentId, action } = change;
  return write(services, { action, projectId, caller }, async (atomic) => {
    const entry = await readEquipment(services, { projectId, equipmentId });
    const { key, value } = entry;
    const isThere = value?.kind === kind && (parentId ?? value.parentId) === value.parentId;
    if (!isThere) return { ok: false, code: "not-found" };
    const place = await placeOfRecord(services, projectId, value);
    const isAllowed = await mayWrite(services, caller, { projectId, place });
    if (!isAllowed) throw new Refused("forbidden");
    if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
    const record: EquipmentRecord = { ...value, name, details };
    const { refersTo } = ENTITIES.equipment;
    const refusal = await referenceRefusal(services, refersTo, { projectId, record, key });
    if (refusal !== null) return refusal;
    atomic.set(key, record);
    return { ok: true, answer: null, subject: name };
  });
}

export const putCmvSettings: Handler<"putCmvSettings"> = (services, input, caller) => {
  const { projectId, cmvId, body } = input;
  const { version, name, ...cmv } = body;
  const change = { action: "putCmvSettings", projectId, equipmentId: cmvId, kind: "cmv" } as const;
  return putDetails(services, { ...change, name, version, details: { cmv } }, caller);
};

export const putSkydomeSettings: Handler<"putSkydomeSettings"> = (services, input, caller) => {
  const { projectId, skydomeId, body } = input;
  const { version, name, ...skydome } = body;
  const at = { projectId, equipmentId: skydomeId, kind: "skydome" } as const;
  const change = { action: "putSkydomeSettings", ...at } as const;
  return putDetails(services, { ...change, name, version, details: { skydome } }, caller);
};

export const putGateSettings: Handler<"putGateSettings"> = (services, input, caller) => {
  const { projectId, gateId, body } = input;
  const { version, name, ...gate } = body;
  const at = { projectId, equipmentId: gateId, kind: "gate" } as const;
  const change = { action: "putGateSettings", ...at } as const;
  return putDetails(services, { ...change, name, version, details: { gate } }, caller);
};
