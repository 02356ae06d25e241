import type { Caller } from "../../contract/caller.ts";
import type { Input, Outcome } from "../../contract/catalogue.ts";
import {
  EQUIPMENT_KIND_RULES,
  isRightParent,
  kindsInOrder,
} from "../../domain/facilities/equipment_kinds.ts";
import {
  type Equipment,
  EQUIPMENT_KINDS,
  type EquipmentKind,
  type EquipmentKindEntry,
} from "../../domain/facilities/types.ts";
import { EQUIPMENT_KIND_LABELS } from "../../text/equipment_kinds.ts";
import { newId } from "../accounts/secrets.ts";
import { listEntries, readEntry } from "../kv/entries.ts";
import { keys } from "../kv/keys.ts";
import type { Entry, MaybeEntry } from "../kv/store.ts";
import { BARE_BOILER_ROOM, type EquipmentRecord, equipmentRecord } from "./facility_records.ts";
import { projectIds } from "./projects.ts";
import { isCurrent, saveInProject, unchanged, versionOf } from "./saving.ts";
import type { Services } from "./services.ts";

/** An equipment as the store has it, with its id. */
export interface StoredEquipment {
  id: string;
  record: EquipmentRecord;
  entry: Entry<EquipmentRecord>;
}

/** Every equipment of a residence. */
export async function readEquipments(
  services: Services,
  projectId: string,
): Promise<StoredEquipment[]> {
  const prefix = keys.equipment.under(projectId);
  const entries = await listEntries(services.store, { prefix }, equipmentRecord);
  return entries
    .map((entry) => ({ id: String(entry.key.at(-1)), record: entry.value, entry }))
    .sort((a, b) => a.record.name.localeCompare(b.record.name, "fr", { numeric: true }));
}

/** One equipment of a residence; its value is null when there is none. */
export function readEquipment(
  services: Services,
  projectId: string,
  equipmentId: string,
): Promise<MaybeEntry<EquipmentRecord>> {
  return readEntry(services.store, keys.equipment(projectId, equipmentId), equipmentRecord);
}

/** What an equipment is called, for the audit log; its id when it is gone. */
export async function equipmentName(
  services: Services,
  projectId: string,
  equipmentId: string,
): Promise<string> {
  return (await readEquipment(services, projectId, equipmentId)).value?.name ?? equipmentId;
}

/** Whether a caller may write what stands in boiler rooms, or in buildings. */
export async function mayWrite(
  services: Services,
  caller: Caller,
  { projectId, place }: { projectId: string; place: "boilerroom" | "building" },
): Promise<boolean> {
  const standing = services.standings.of(caller);
  const roles = await standing.rolesOn(projectId);
  if (roles.has(`collect:${place}:write`)) return true;
  const orgId = await standing.organisationOf(projectId);
  return orgId !== null && await standing.isAdminOf(orgId);
}

/** The kinds of equipment there are. */
export function listEquipmentKinds(): Promise<Outcome<"listEquipmentKinds">> {
  return Promise.resolve({ ok: true, answer: EQUIPMENT_KINDS.map(kindEntry) });
}

/** The kinds of equipment that the residences of an organisation have. */
export async function listAvailableKinds(
  services: Services,
  orgId: string,
): Promise<Outcome<"listAvailableEquipmentKinds">> {
  const ids = await projectIds(services, orgId);
  const equipments = await Promise.all(ids.map((id) => readEquipments(services, id)));
  const kinds = equipments.flat().map(({ record }) => record.kind);
  return { ok: true, answer: kindsInOrder(kinds).map(kindEntry) };
}

/** Every equipment of a residence, or those that carry sensors. */
export async function listEquipments(
  services: Services,
  projectId: string,
  { instrumentedOnly }: { instrumentedOnly: boolean },
): Promise<Outcome<"listEquipments">> {
  const equipments = await readEquipments(services, projectId);
  const shown = instrumentedOnly
    ? equipments.filter(({ record }) => record.instrumented)
    : equipments;
  return { ok: true, answer: shown.map(equipmentOf) };
}

/** Adds an equipment; a boiler room or a building is complete from then on. */
export async function addEquipment(
  services: Services,
  { projectId, body }: Input<"addEquipment">,
  caller: Caller,
): Promise<Outcome<"addEquipment">> {
  const { kind, instrumented, parentId, settings } = body;
  const parent = parentId === null ? null : await readEquipment(services, projectId, parentId);
  if (parent !== null && parent.value === null) return { ok: false, code: "unknown-reference" };
  const parentKind = parent?.value?.kind ?? null;
  if (!isRightParent(kind, parentKind)) return { ok: false, code: "unknown-reference" };
  const place = placeOf(kind, parentKind);
  if (!(await mayWrite(services, caller, { projectId, place }))) {
    return { ok: false, code: "forbidden" };
  }
  const id = newId();
  const record: EquipmentRecord = { kind, ...settings, parentId, instrumented, details: {} };
  const change = { caller, action: "addEquipment", projectId, subject: settings.name } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.set(keys.equipment(projectId, id), record);
    if (parent) atomic.check(unchanged(parent));
    if (kind === "boilerroom") atomic.set(keys.boilerRoom(projectId, id), BARE_BOILER_ROOM);
  });
  return saved.ok ? { ok: true, answer: { id } } : { ok: false, code: "unknown-reference" };
}

/** Changes name, code and instrumentation of an equipment. */
export async function putEquipmentSettings(
  services: Services,
  { projectId, equipmentId, body }: Input<"putEquipmentSettings">,
  caller: Caller,
): Promise<Outcome<"putEquipmentSettings">> {
  const { version, ...settings } = body;
  const entry = await readEquipment(services, projectId, equipmentId);
  if (entry.value === null) return { ok: false, code: "not-found" };
  const place = await placeOfRecord(services, projectId, entry.value);
  if (!(await mayWrite(services, caller, { projectId, place }))) {
    return { ok: false, code: "forbidden" };
  }
  if (!isCurrent(version, entry)) return { ok: false, code: "conflict" };
  const record = { ...entry.value, ...settings };
  const subject = settings.name;
  const change = { caller, action: "putEquipmentSettings", projectId, subject } as const;
  const saved = await saveInProject(services, change, (atomic) => {
    atomic.check(unchanged(entry)).set(entry.key, record);
  });
  return saved.ok ? { ok: true, answer: null } : saved;
}

function kindEntry(kind: EquipmentKind): EquipmentKindEntry {
  const { parents: _, ...rules } = EQUIPMENT_KIND_RULES[kind];
  return { kind, label: EQUIPMENT_KIND_LABELS[kind], ...rules };
}

function equipmentOf({ id, record, entry }: StoredEquipment): Equipment {
  const { kind, name, code, instrumented, parentId } = record;
  const version = versionOf(entry);
  return { id, kind, name, instrumented, parentId, settings: { name, code }, version };
}

/** Whether an equipment belongs to those who write boiler rooms or to those who write buildings. */
function placeOf(kind: EquipmentKind, parentKind: EquipmentKind | null): "boilerroom" | "building" {
  if (kind === "building" || parentKind === "building") return "building";
  return "boilerroom";
}

/** The same for an equipment that is already there. */
export async function placeOfRecord(
  services: Services,
  projectId: string,
  { kind, parentId }: EquipmentRecord,
): Promise<"boilerroom" | "building"> {
  if (parentId === null) return placeOf(kind, null);
  const parent = await readEquipment(services, projectId, parentId);
  return placeOf(kind, parent.value?.kind ?? null);
}
