import type { FieldErrors } from "@/lib/domain/forms/field_errors.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import {
  type Equipment,
  EQUIPMENT_KINDS,
  type EquipmentKind,
  type EquipmentKindEntry,
} from "./types.ts";

export const NAME_MAX_LENGTH = 100;

export const CODE_MAX_LENGTH = 30;

/** Rules of a kind of equipment, without its French name. @spec facilities.equipment-kinds */
interface EquipmentKindRules extends Omit<EquipmentKindEntry, "kind" | "label"> {
  /** Kinds of its possible parents; empty when it has none. */
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

/** The rules of each kind. @spec facilities.equipment-kinds */
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

/** The kinds for which documents are requested. @spec facilities.equipment-kinds "useInDocuments" */
export const DOCUMENTED_KINDS: readonly EquipmentKind[] = EQUIPMENT_KINDS.filter((kind) =>
  EQUIPMENT_KIND_RULES[kind].useInDocuments
);

/**
 * Whether an equipment of a kind may be placed in a parent.
 *
 * @spec facilities.equipment-kinds
 * @param parentKind kind of the parent; null when there is none
 */
export function isRightParent(
  { kind, parentKind }: { readonly kind: EquipmentKind; readonly parentKind: EquipmentKind | null },
): boolean {
  const { needParent, parents } = EQUIPMENT_KIND_RULES[kind];
  return parentKind === null ? !needParent : parents.includes(parentKind);
}

/** Whether an equipment contains others. @spec facilities.equipment-kinds */
export function isPlace(kind: EquipmentKind): boolean {
  return EQUIPMENT_KINDS.some((one) => EQUIPMENT_KIND_RULES[one].parents.includes(kind));
}

/** The roles that may edit an equipment: the boiler room roles, or the building roles. */
export type EquipmentWriters = "boilerroom" | "building";

/**
 * The roles that may edit an equipment, by its place.
 *
 * @spec facilities.equipment-roles
 * @param parentKind kind of its parent; null when there is none
 */
export function writersOf(
  { kind, parentKind }: { readonly kind: EquipmentKind; readonly parentKind: EquipmentKind | null },
): EquipmentWriters {
  return kind === "building" || parentKind === "building" ? "building" : "boilerroom";
}

const SERIES_READERS = {
  boilerroom: "collect:boilerroom:read",
  building: "collect:building:read",
} as const satisfies Readonly<Record<EquipmentWriters, Role>>;

/** Whether roles read the series of a place; those of the residence itself, null, are read with either role. */
export function readsSeriesOf(place: EquipmentWriters | null, roles: ReadonlySet<Role>): boolean {
  return place === null
    ? Object.values(SERIES_READERS).some((role) => roles.has(role))
    : roles.has(SERIES_READERS[place]);
}

/** The distinct kinds, in the order of the specification. */
export function kindsInOrder(kinds: Iterable<EquipmentKind>): EquipmentKind[] {
  const present = new Set(kinds);
  return EQUIPMENT_KINDS.filter((kind) => present.has(kind));
}

/** Error of the place of a new equipment: it must accept that kind. @spec facilities.equipment-kinds */
export function placeErrors(
  kindText: string,
  parentId: string,
  equipments: readonly Pick<Equipment, "id" | "kind">[],
): FieldErrors<"parentId"> {
  const kind = EQUIPMENT_KINDS.find((one) => one === kindText);
  if (kind === undefined) return {};
  const parent = equipments.find(({ id }) => id === parentId);
  if (parentId !== "" && parent === undefined) return { parentId: { code: "place" } };
  if (isRightParent({ kind, parentKind: parent?.kind ?? null })) return {};
  return { parentId: { code: parent === undefined ? "required" : "place" } };
}
