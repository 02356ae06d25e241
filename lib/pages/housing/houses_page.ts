import type { HouseChoices } from "@/lib/domain/housing/house_list.ts";
import { hasAnonymousGroups, hasHouses } from "@/lib/domain/housing/shown_fields.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { HttpError, residenceOf, type ResidencePlace, type State } from "@/lib/web/state.ts";

export function canWriteHouses(state: State): boolean {
  const { roles, isAdmin } = residenceOf(state);
  return isAdmin || opensScreen("house-settings", roles);
}

/**
 * The residence of a page of its dwellings, for a user who may read them.
 *
 * @throws HttpError 403 without a role for it, 404 when the residence shows no dwelling
 */
export function houseReader(state: State): ResidencePlace {
  const place = residenceOf(state);
  if (!place.isAdmin && !opensScreen("houses", place.roles)) throw new HttpError(403, "forbidden");
  if (!hasHouses(place.project.features)) throw new HttpError(404, "not-found");
  return place;
}

/** As `houseReader()`, for a user who may change dwellings. */
export function houseWriter(state: State): ResidencePlace {
  const place = houseReader(state);
  if (!canWriteHouses(state)) throw new HttpError(403, "forbidden");
  return place;
}

export async function readHouses(state: State) {
  const { read } = state.api;
  const { project: { id: projectId, features }, roles } = residenceOf(state);
  const isShown = features.houseOnConnection && opensScreen("houses", roles);
  const [houses, choices, connectivity] = await Promise.all([
    read("listHouses", { projectId }),
    readHouseChoices(state),
    isShown ? read("listHousesConnectivity", { projectId }) : null,
  ]);
  /** `connectivity` is null when the residence does not show it, or the user may not see it. */
  return { houses, choices, connectivity };
}

/** The kinds, groups and other records that dwellings may refer to. */
export async function readHouseChoices(state: State): Promise<HouseChoices> {
  const { read } = state.api;
  const { id: projectId, features } = residenceOf(state).project;
  const [equipments, types, groups] = await Promise.all([
    read("listEquipments", { projectId }),
    features.houseTypes ? read("listHouseTypes", { projectId }) : null,
    hasAnonymousGroups(features) ? read("listAnonymousGroups", { projectId }) : null,
  ]);
  return {
    buildings: equipments.filter(({ kind }) => kind === "building"),
    types: types ?? [],
    groups: groups ?? [],
  };
}

/** True when the user sees the rights of the occupants' application in a dwelling. */
export function canReadRights(state: State): boolean {
  const { project, roles } = residenceOf(state);
  return project.ecotouchAdmin > 0 && (canWriteRights(state) || roles.has("ecotouch:houses:read"));
}

export function canWriteRights(state: State): boolean {
  const { roles } = residenceOf(state);
  return roles.has("collect:houseadmin") || roles.has("ecotouch:houses:admin");
}
