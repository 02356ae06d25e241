/** The pages of a residence's equipment: access checks, and their data. @module */
import type { Answer } from "@/lib/contract/catalogue.ts";
import {
  type DetailedKind,
  detailIn,
  type EquipmentDetail,
} from "@/lib/domain/facilities/equipment_details.ts";
import {
  isPlace,
  isRightParent,
  readsSeriesOf,
  writersOf,
} from "@/lib/domain/facilities/equipment_kinds.ts";
import { equipmentLines } from "@/lib/domain/facilities/equipment_list.ts";
import { EQUIPMENT_KINDS, type EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { EQUIPMENT_KIND_LABELS } from "@/lib/text/facilities/equipment_kinds.ts";
import { HttpError, oneOf, residenceOf, type ResidencePlace, type State } from "@/lib/web/state.ts";

type EquipmentRead = Answer<"listEquipments">[number];

function equipmentReader(state: State): ResidencePlace {
  const place = residenceOf(state);
  const { roles, isAdmin } = place;
  if (isAdmin || opensScreen("boiler-rooms", roles) || opensScreen("buildings", roles)) {
    return place;
  }
  throw new HttpError(403, "forbidden");
}

export function canWriteEquipment(
  state: State,
  kind: EquipmentKind,
  parentKind: EquipmentKind | null,
): boolean {
  const { roles, isAdmin } = residenceOf(state);
  return isAdmin || opensScreen(SETTINGS_SCREENS[writersOf({ kind, parentKind })], roles);
}

/** True when the user may write an equipment's own settings, which need a role on the residence. */
export function canWriteDetails(
  state: State,
  equipment: EquipmentRead,
  parent: EquipmentRead | null,
): boolean {
  return opensScreen(SETTINGS_SCREENS[placeOf(equipment, parent)], residenceOf(state).roles);
}

/** True when the user may read the series measured on an equipment; on the residence itself, null. */
export function readsSeriesAt(
  state: State,
  equipment: EquipmentRead | null,
  parent: EquipmentRead | null,
): boolean {
  return readsSeriesOf(equipment && placeOf(equipment, parent), residenceOf(state).roles);
}

function placeOf({ kind }: EquipmentRead, parent: EquipmentRead | null) {
  return writersOf({ kind, parentKind: parent?.kind ?? null });
}

const SETTINGS_SCREENS = {
  boilerroom: "boiler-room-settings",
  building: "building-settings",
} as const;

/** The kinds that the user may add, and their possible parents; no kind for a user without write access. */
export function equipmentChoices(state: State, equipments: readonly EquipmentRead[]) {
  const parents = [null, ...EQUIPMENT_KINDS];
  const kinds = EQUIPMENT_KINDS.filter((kind) =>
    parents.some((parent) =>
      isRightParent({ kind, parentKind: parent }) && canWriteEquipment(state, kind, parent)
    )
  );
  const places = equipments.filter(({ kind }) =>
    isPlace(kind) && canWriteEquipment(state, kind, null)
  );
  return { kinds, places };
}

export async function readEquipmentList(state: State) {
  const { project } = equipmentReader(state);
  const equipments = await state.api.read("listEquipments", { projectId: project.id });
  const series = project.facilitiesDataseries;
  return { equipments, lines: equipmentLines(equipments, series, EQUIPMENT_KIND_LABELS) };
}

export type EquipmentSheet = Awaited<ReturnType<typeof readEquipmentSheet>>;

/** Reads an equipment. @throws HttpError 404 when the residence has none with this id */
export async function readEquipmentSheet(state: State, equipmentId: string) {
  const { equipments, lines } = await readEquipmentList(state);
  const equipment = oneOf(equipments, equipmentId);
  const { project } = residenceOf(state);
  return {
    equipment,
    parent: equipments.find(({ id }) => id === equipment.parentId) ?? null,
    inside: lines.filter(({ place }) => place?.id === equipmentId),
    series: project.facilitiesDataseries.filter((one) => one.equipmentId === equipmentId),
  };
}

/**
 * Reads the specific settings of an equipment.
 *
 * @returns null for a user who may not read its place
 */
export async function readDetailOf(
  state: State,
  { id, kind }: { id: string; kind: DetailedKind },
  parent: EquipmentRead,
): Promise<EquipmentDetail | null> {
  const { readUnless } = state.api;
  const at = { projectId: residenceOf(state).project.id };
  const place = parent.kind === "building"
    ? await readUnless("forbidden", "getBuilding", { ...at, buildingId: parent.id })
    : await readUnless("forbidden", "getBoilerRoom", { ...at, boilerRoomId: parent.id });
  return place && detailIn(place, { id, kind });
}
