import type { Caller } from "../../contract/caller.ts";
import type { AuditAction } from "../../contract/audit.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import type { Cmv, EquipmentKind, Gate, Skydome } from "../../domain/facilities/types.ts";
import { mayWrite, placeOfRecord, readEquipment, type StoredEquipment } from "./equipment.ts";
import type { EquipmentDetails, EquipmentRecord } from "./facility_records.ts";
import { Refused } from "../refused.ts";
import { isCurrent, saveInProject, unchanged, versionOf } from "./saving.ts";
import { areSeries } from "./series.ts";
import type { Services } from "./services.ts";

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

/** A door or gate. */
export function gateOf({ id, record, entry }: StoredEquipment): Gate {
  const gate = record.details.gate ?? {
    type: "gate" as const,
    alarmFrom: 24,
    hsType: "none" as const,
    seriesId: null,
  };
  return { id, name: record.name, ...gate, version: versionOf(entry) };
}

/** What is written of an equipment that has details of its own. */
export interface DetailsChange {
  action: AuditAction;
  projectId: string;
  equipmentId: string;
  kind: EquipmentKind;
  /** Equipment it must stand in; any when undefined. */
  parentId?: string;
  name: string;
  version: string | undefined;
  details: EquipmentDetails;
  /** Series the details refer to. */
  series: readonly (string | null)[];
}

/** What writing details ends in. */
export type DetailsOutcome = Outcome<"putCircuitSettings">;

/** Writes name and details of an equipment of a kind, over the version the edit was based on. */
export async function putDetails(
  services: Services,
  { name, details, version, ...change }: DetailsChange,
  caller: Caller,
): Promise<DetailsOutcome> {
  const { projectId, equipmentId, kind, parentId, action } = change;
  const entry = await readEquipment(services, projectId, equipmentId);
  const record = entry.value;
  const isThere = record?.kind === kind && (parentId ?? record.parentId) === record.parentId;
  if (!isThere) return { ok: false, code: "not-found" };
  const place = await placeOfRecord(services, projectId, record);
  const isAllowed = await mayWrite(services, caller, { projectId, place });
  if (!isAllowed) throw new Refused("forbidden");
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  if (!(await areSeries(services, projectId, change.series))) {
    return { ok: false, code: "unknown-reference" };
  }
  const changed: EquipmentRecord = { ...record, name, details };
  const saved = await saveInProject(
    services,
    { caller, action, projectId, subject: name },
    (atomic) => atomic.check(unchanged(entry)).set(entry.key, changed),
  );
  return saved.ok ? { ok: true, answer: null } : saved;
}

/** Changes a ventilation unit. */
export function putCmv(
  services: Services,
  { projectId, cmvId, body }: Input<"putCmvSettings">,
  caller: Caller,
): Promise<Outcome<"putCmvSettings">> {
  const { version, name, ...cmv } = body;
  const change = { action: "putCmvSettings", projectId, equipmentId: cmvId, kind: "cmv" } as const;
  const series = [cmv.seriesId];
  return putDetails(services, { ...change, name, version, details: { cmv }, series }, caller);
}

/** Changes a roof light. */
export function putSkydome(
  services: Services,
  { projectId, skydomeId, body }: Input<"putSkydomeSettings">,
  caller: Caller,
): Promise<Outcome<"putSkydomeSettings">> {
  const { version, name, ...skydome } = body;
  const at = { projectId, equipmentId: skydomeId, kind: "skydome" } as const;
  const change = { action: "putSkydomeSettings", ...at, series: [skydome.seriesId] } as const;
  return putDetails(services, { ...change, name, version, details: { skydome } }, caller);
}

/** Changes a door or gate. */
export function putGate(
  services: Services,
  { projectId, gateId, body }: Input<"putGateSettings">,
  caller: Caller,
): Promise<Outcome<"putGateSettings">> {
  const { version, name, ...gate } = body;
  const at = { projectId, equipmentId: gateId, kind: "gate" } as const;
  const change = { action: "putGateSettings", ...at, series: [gate.seriesId] } as const;
  return putDetails(services, { ...change, name, version, details: { gate } }, caller);
}
