/** What the pages of dwellings read, allow and save. @module */

import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf, type ResidencePlace } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import type { NamedChoice } from "@/lib/ui/named_choices.ts";
import { save, type SentForm } from "@/lib/web/form_handlers.ts";
import { HttpError, oneOf, type PageContext, type State } from "@/lib/web/state.ts";
import { HOUSING_CALLS } from "./calls.ts";
import { dwellingChoices, type HouseChoices } from "./dwelling_list.ts";
import {
  hasAnonymousGroups,
  hasHouses,
  type HouseField,
  shownHouseFields,
} from "./dwelling_settings.ts";
import { HOUSE_FORM, RIGHTS_FORM } from "./forms.ts";
import type { House } from "./schema.ts";

/** The selectable dwellings of the residence; empty for a user who may not list them. */
export async function readDwellings(state: State): Promise<NamedChoice[]> {
  const listed = await state.api.call(HOUSING_CALLS.listHouses, {
    projectId: residenceOf(state).project.id,
  });
  return dwellingChoices(listed.ok ? listed.answer : []);
}

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
    read(HOUSING_CALLS.listHouses, { projectId }),
    readHouseChoices(state),
    isShown ? read(HOUSING_CALLS.listHousesConnectivity, { projectId }) : null,
  ]);
  /** `connectivity` is null when the residence does not show it, or the user may not see it. */
  return { houses, choices, connectivity };
}

/** The kinds, groups and other records that dwellings may refer to. */
export async function readHouseChoices(state: State): Promise<HouseChoices> {
  const { read } = state.api;
  const { id: projectId, features } = residenceOf(state).project;
  const [equipments, types, groups] = await Promise.all([
    read(FACILITIES_CALLS.listEquipments, { projectId }),
    features.houseTypes ? read(HOUSING_CALLS.listHouseTypes, { projectId }) : null,
    hasAnonymousGroups(features) ? read(HOUSING_CALLS.listAnonymousGroups, { projectId }) : null,
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

export function newHouseForms({ state }: PageContext) {
  const { project: { id: projectId, features } } = houseWriter(state);
  const saveHouse = save(
    HOUSE_FORM,
    (house) =>
      state.api.call(HOUSING_CALLS.createHouse, {
        projectId,
        body: { ...house, projectModuleId: null },
      }),
    { next: ({ id }) => links.house(projectId, id) },
  );
  return { house: (sent: SentForm) => saveHouse(over(null, sent, shownHouseFields(features))) };
}

/** Actions of the forms of a dwelling's page, on the stored dwelling. */
export async function houseForms({ state, params }: PageContext) {
  const { project } = houseReader(state);
  const { call, read, sender } = state.api;
  const houses = await read(HOUSING_CALLS.listHouses, { projectId: project.id });
  const house = oneOf(houses, params.houseId);
  const at = { projectId: project.id, houseId: house.id };
  const saveHouse = save(
    HOUSE_FORM,
    ({ settings, config, version }) =>
      call(HOUSING_CALLS.putHouseSettings, { ...at, body: { ...settings, config, version } }),
    {
      remove: () => call(HOUSING_CALLS.deleteHouse, at),
      removed: links.houses(project.id),
    },
  );
  return {
    house(sent: SentForm) {
      const { project: { features } } = houseWriter(state);
      return saveHouse(over(house, sent, changedHouseFields(features)));
    },
    rights: save(RIGHTS_FORM, sender(HOUSING_CALLS.putModuleRights, at)),
  };
}

/** The fields that a dwelling's page changes: how it is read is chosen once, when it is added. */
export function changedHouseFields(
  features: Parameters<typeof shownHouseFields>[0],
): ReadonlySet<HouseField> {
  return shownHouseFields(features).difference(new Set<HouseField>(["kind", "serial"]));
}

function over(house: House | null, sent: SentForm, shown: ReadonlySet<HouseField>): SentForm {
  return { ...sent, text: typedOver(HOUSE_FORM.typed(house), sent.text, shown) };
}

/** Entered values of the displayed fields; the other fields are unchanged. */
export function typedOver(
  before: Readonly<Record<string, string>>,
  typed: (name: string) => string,
  shown: ReadonlySet<string>,
): (name: string) => string {
  return (name) => shown.has(name) ? typed(name) : before[name] ?? "";
}
