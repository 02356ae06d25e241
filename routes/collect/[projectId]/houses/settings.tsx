import { PageTitle } from "@/components/ui/Page.tsx";
import { GridSection } from "@/components/ui/GridSection.tsx";
import { HOUSING_CALLS } from "@/lib/housing/calls.ts";
import { hasAnonymousGroups } from "@/lib/housing/dwelling_settings.ts";
import { GROUP_FORM, HOUSE_TYPE_FORM } from "@/lib/housing/forms.ts";
import { houseWriter } from "@/lib/housing/pages.ts";
import type { AnonymousGroup, House, HouseType } from "@/lib/housing/schema.ts";
import { choiceLossText, groupNote, GROUPS_INTRO, housesCountText } from "@/lib/housing/text.ts";
import { formRoute, rowForm } from "@/lib/web/form_handlers.ts";
import { define, HttpError, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readChoices, choiceForms));

export default define.page<typeof handler>(({ data }) => {
  const { houses, types, groups, page } = data;
  return (
    <>
      <PageTitle />
      {types && (
        <GridSection
          title="Types de logement"
          intro="La surface et le nombre d’occupants ramènent les consommations à des logements comparables."
          form={HOUSE_TYPE_FORM}
          rows={types.map((type) => typeRow(type, houses))}
          blank="Nouveau type"
          page={page}
        />
      )}
      {groups && (
        <GridSection
          title="Groupes anonymes"
          intro={GROUPS_INTRO}
          form={GROUP_FORM}
          rows={groups.map((group) => groupRow(group, houses))}
          blank="Nouveau groupe"
          page={page}
        />
      )}
    </>
  );
});

function typeRow(type: HouseType, houses: readonly House[]) {
  const count = houses.filter(({ settings }) => settings.houseTypeId === type.id).length;
  const removal = choiceLossText(count, "Plus aucun logement ne l’a.");
  return { ...choiceRow(type), note: housesCountText(count), removal };
}

function groupRow(group: AnonymousGroup, houses: readonly House[]) {
  const count = houses.filter(({ settings }) => settings.anonymousGroupId === group.id).length;
  const removal = choiceLossText(count, "Plus aucun logement n’y est.");
  return { ...choiceRow(group), note: groupNote(count), removal };
}

function choiceRow<Choice extends HouseType | AnonymousGroup>(choice: Choice) {
  const { id, name, version } = choice;
  return { key: id, title: name, stored: choice, version };
}

/**
 * Reads the kinds and groups of the residence, for a user who configures its dwellings.
 *
 * @throws HttpError 404 when the residence has neither
 */
async function readChoices({ state }: PageContext) {
  const { project: { id: projectId, features } } = houseWriter(state);
  const hasGroups = hasAnonymousGroups(features);
  if (!features.houseTypes && !hasGroups) throw new HttpError(404, "not-found");
  const { read } = state.api;
  const [houses, types, groups] = await Promise.all([
    read(HOUSING_CALLS.listHouses, { projectId }),
    features.houseTypes ? read(HOUSING_CALLS.listHouseTypes, { projectId }) : null,
    hasGroups ? read(HOUSING_CALLS.listAnonymousGroups, { projectId }) : null,
  ]);
  return { houses, types, groups };
}

function choiceForms({ state }: PageContext) {
  const { project: { id: projectId } } = houseWriter(state);
  const { call } = state.api;
  return {
    types: rowForm(HOUSE_TYPE_FORM, {
      create: (body) => call(HOUSING_CALLS.createHouseType, { projectId, body }),
      put: (houseTypeId, body) =>
        call(HOUSING_CALLS.putHouseType, { projectId, houseTypeId, body }),
      remove: (houseTypeId) => call(HOUSING_CALLS.deleteHouseType, { projectId, houseTypeId }),
    }),
    groups: rowForm(GROUP_FORM, {
      create: (body) => call(HOUSING_CALLS.createAnonymousGroup, { projectId, body }),
      put: (anonymousGroupId, body) =>
        call(HOUSING_CALLS.putAnonymousGroup, { projectId, anonymousGroupId, body }),
      remove: (anonymousGroupId) =>
        call(HOUSING_CALLS.deleteAnonymousGroup, { projectId, anonymousGroupId }),
    }),
  };
}
