/** Rules of the kinds of equipment, their settings and places, and the lists and names of equipment. @module */

import type { FieldErrors } from "@/lib/base/validators.ts";
import { comparableName } from "@/lib/base/visible_text.ts";
import type { Role } from "@/lib/identity/roles.ts";
import type { SortValue } from "@/lib/ui/tables.ts";
import { EQUIPMENT_KINDS, type EquipmentKind } from "./equipment_kinds.ts";
import type {
  BoilerRoom,
  Building,
  Cmv,
  Equipment,
  EquipmentKindEntry,
  ErrorCodeReader,
  FaultDetector,
  Gate,
  HeatingCircuit,
  Skydome,
} from "./schema.ts";

/** Name of an equipment after that of the place that contains it, in every list, document and mail. @param place "" for none */
export function placedName(name: string, place: string): string {
  return place === "" ? name : `${place}, ${name}`;
}

/**
 * Equipment with distinct names: repeated names follow that of their place, or have their code where there is no place.
 * Each boiler room may have its own « Circuit ECS ».
 *
 * @spec facilities.equipment-codes
 * @param equipments all those of a residence, since any may have the same name as another
 */
export function distinctEquipment(
  equipments: readonly Pick<Equipment, "id" | "name" | "parentId" | "settings">[],
): { readonly id: string; readonly name: string }[] {
  const byName = Map.groupBy(equipments, ({ name }) => comparableName(name));
  const byId = new Map(equipments.map((one) => [one.id, one]));
  const nameOf = ({ name, parentId, settings: { code } }: typeof equipments[number]): string => {
    if (byName.get(comparableName(name))?.length === 1) return name;
    const parent = byId.get(parentId ?? "");
    if (parent !== undefined) return placedName(name, nameOf(parent));
    return code === "" ? name : `${name}, ${code}`;
  };
  return equipments.map((one) => ({ id: one.id, name: nameOf(one) }));
}

/** A kind of equipment with its own settings, placed in a boiler room or a building. */
export type DetailedKind = Exclude<EquipmentKind, "boilerroom" | "building">;

type Own<Entity extends { id: string; name: string; version: string }> = Omit<
  Entity,
  "id" | "name" | "version"
>;

/** An equipment's own settings, by kind. @spec facilities.equipment-details */
export type EquipmentDetail =
  | { kind: "boilerroom-circuit"; own: Own<HeatingCircuit> }
  | { kind: "boilerroom-errorcode"; own: Own<ErrorCodeReader> }
  | { kind: "boilerroom-faultdetector"; own: Own<FaultDetector> }
  | { kind: "cmv"; own: Own<Cmv> }
  | { kind: "skydome"; own: Own<Skydome> }
  | { kind: "gate"; own: Own<Gate> };

/** Types of gates, in the order of the form. */
export const GATE_TYPES: readonly Gate["type"][] = ["door", "gate"];
export const GATE_OUT_OF_SERVICE: readonly Gate["hsType"][] = ["none", "hours", "signal"];

export function isDetailed(kind: EquipmentKind): kind is DetailedKind {
  return kind !== "boilerroom" && kind !== "building";
}

/** The settings of an equipment of a building or boiler room. @returns null when it is not there */
export function detailIn(
  place: Pick<Building, "cmvs" | "skydomes" | "gates"> & Partial<BoilerRoom>,
  { id, kind }: { id: string; kind: DetailedKind },
): EquipmentDetail | null {
  const ofId = <Entity extends { id: string }>(list: readonly Entity[] = []) =>
    list.find((one) => one.id === id);
  switch (kind) {
    case "boilerroom-circuit":
      return withOwn(kind, ofId(place.circuits));
    case "boilerroom-errorcode":
      return withOwn(kind, ofId(place.errorCodes));
    case "boilerroom-faultdetector":
      return withOwn(kind, ofId(place.faultDetectors));
    case "cmv":
      return withOwn(kind, ofId(place.cmvs));
    case "skydome":
      return withOwn(kind, ofId(place.skydomes));
    case "gate":
      return withOwn(kind, ofId(place.gates));
  }
}

function withOwn<Kind extends DetailedKind, Entity>(
  kind: Kind,
  own: Entity | undefined,
): { kind: Kind; own: Entity } | null {
  return own === undefined ? null : { kind, own };
}

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

/** An equipment as a row of its residence's list. @spec facilities.equipment-kinds */
export interface EquipmentLine {
  readonly id: string;
  readonly kind: EquipmentKind;
  readonly name: string;
  readonly code: string;
  /** Its parent; null when there is none. */
  readonly place: { readonly id: string; readonly name: string } | null;
  readonly instrumented: boolean;
  /** Number of series measured on it. */
  readonly seriesCount: number;
}

/** The equipments of a residence as rows, with the number of its series measured on each. */
export function equipmentLines(
  equipments: readonly Equipment[],
  series: readonly { readonly equipmentId: string | null }[],
): EquipmentLine[] {
  const byId = new Map(equipments.map((one) => [one.id, one]));
  return equipments.map(({ id, kind, name, settings, parentId, instrumented }) => {
    const parent = byId.get(parentId ?? "");
    const place = parent === undefined ? null : { id: parent.id, name: parent.name };
    const seriesCount = series.filter(({ equipmentId }) => equipmentId === id).length;
    return { id, kind, name, code: settings.code, place, instrumented, seriesCount };
  });
}

/** Ids of a place and of the equipment in it. */
export function idsAtPlace(
  equipments: readonly Pick<Equipment, "id" | "parentId">[],
  placeId: string,
): ReadonlySet<string> {
  const inside = equipments.filter(({ parentId }) => parentId === placeId);
  return new Set([placeId, ...inside.map(({ id }) => id)]);
}

/** Order of the list: places by name, each followed by its content, by kind and name. @spec tables.sort */
export function placeValue({ id, kind, name, place }: EquipmentLine): SortValue {
  const position = EQUIPMENT_KINDS.indexOf(kind);
  return [place?.name ?? name, place?.id ?? id, place === null ? -1 : position, name];
}
