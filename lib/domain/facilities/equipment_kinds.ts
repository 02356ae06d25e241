import { EQUIPMENT_KINDS, type EquipmentKind, type EquipmentKindEntry } from "./types.ts";

/** What a kind of equipment is, its French name apart. @spec F §3 "Equipment kinds" */
export interface EquipmentKindRules extends Omit<EquipmentKindEntry, "kind" | "label"> {
  /** Kinds of equipment it may stand in; none when it stands by itself. */
  readonly parents: readonly EquipmentKind[];
}

const PLACE: EquipmentKindRules = {
  needParent: false,
  useInDocuments: true,
  instrumentable: true,
  parents: [],
};

const IN_BOILER_ROOM: EquipmentKindRules = {
  needParent: true,
  useInDocuments: false,
  instrumentable: true,
  parents: ["boilerroom"],
};

const ACCESSORY: EquipmentKindRules = {
  needParent: true,
  useInDocuments: true,
  instrumentable: true,
  parents: ["boilerroom", "building"],
};

/** The rules of each kind. @spec F §3 "each kind has label, needParent, useInDocuments, instrumentable" */
export const EQUIPMENT_KIND_RULES: Readonly<Record<EquipmentKind, EquipmentKindRules>> = {
  "boilerroom": PLACE,
  "building": PLACE,
  "boilerroom-circuit": IN_BOILER_ROOM,
  "boilerroom-errorcode": IN_BOILER_ROOM,
  "boilerroom-faultdetector": IN_BOILER_ROOM,
  "cmv": ACCESSORY,
  "skydome": ACCESSORY,
  "gate": ACCESSORY,
};

/**
 * Whether an equipment may stand where somebody puts it.
 *
 * @spec F §3 "needParent"
 * @param parentKind kind of the equipment it would stand in; null when it would stand by itself
 */
export function isRightParent(kind: EquipmentKind, parentKind: EquipmentKind | null): boolean {
  const { needParent, parents } = EQUIPMENT_KIND_RULES[kind];
  return parentKind === null ? !needParent : parents.includes(parentKind);
}

/** Whether an equipment is one in which others stand. @spec facilities.equipment-kinds */
export function isPlace(kind: EquipmentKind): boolean {
  return EQUIPMENT_KINDS.some((one) => EQUIPMENT_KIND_RULES[one].parents.includes(kind));
}

/** Those who may write an equipment: whoever writes boiler rooms, or whoever writes buildings. */
export type EquipmentWriters = "boilerroom" | "building";

/**
 * Who writes an equipment, by where it stands.
 *
 * @spec facilities.equipment-roles
 * @param parentKind kind of the equipment it stands in; null when it stands by itself
 */
export function writersOf(kind: EquipmentKind, parentKind: EquipmentKind | null): EquipmentWriters {
  return kind === "building" || parentKind === "building" ? "building" : "boilerroom";
}

/** The kinds in the order of the specification, each once. */
export function kindsInOrder(kinds: Iterable<EquipmentKind>): EquipmentKind[] {
  const present = new Set(kinds);
  return EQUIPMENT_KINDS.filter((kind) => present.has(kind));
}
