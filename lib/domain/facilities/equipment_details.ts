import type {
  BoilerRoom,
  Building,
  Cmv,
  EquipmentKind,
  ErrorCodeReader,
  FaultDetector,
  Gate,
  HeatingCircuit,
  Skydome,
} from "./types.ts";

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
