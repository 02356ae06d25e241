import { formPage } from "@/components/forms/FormBox.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { hasAnonymousGroups } from "@/lib/domain/housing/shown_fields.ts";
import type { AnonymousGroup, House, HouseType } from "@/lib/domain/housing/types.ts";
import { GROUP_FORM, HOUSE_TYPE_FORM } from "@/lib/forms/housing/choice_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { houseWriter } from "@/lib/pages/housing/houses_page.ts";
import {
  choiceLossText,
  groupNote,
  GROUPS_INTRO,
  housesCountText,
} from "@/lib/text/housing/housing.ts";
import { gridForm } from "@/lib/web/forms/row_form.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, HttpError, type PageContext, residenceOf } from "@/lib/web/state.ts";
import { GridSection } from "@/routes/(_components)/GridSection.tsx";

export const handler = define.handlers(formHandlers(readChoices, choiceForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { houses, types, groups, shown } = data;
  const { project } = residenceOf(state);
  const forms = formPage(links.houseSettings(project.id), shown, url);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.houseSettings} of={project} under="houses" />
      {types && (
        <GridSection
          title="Types de logement"
          intro="La surface et le nombre d’occupants ramènent les consommations à des logements comparables."
          form={HOUSE_TYPE_FORM}
          rows={types.map((type) => typeRow(type, houses))}
          blank="Nouveau type"
          page={forms}
        />
      )}
      {groups && (
        <GridSection
          title="Groupes anonymes"
          intro={GROUPS_INTRO}
          form={GROUP_FORM}
          rows={groups.map((group) => groupRow(group, houses))}
          blank="Nouveau groupe"
          page={forms}
        />
      )}
      <UnsavedGuard />
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
  const { project: { id: projectId, name, features } } = houseWriter(state);
  state.title = windowTitle(PAGE_NAMES.houseSettings, name);
  const hasGroups = hasAnonymousGroups(features);
  if (!features.houseTypes && !hasGroups) throw new HttpError(404, "not-found");
  const { read } = state.api;
  const [houses, types, groups] = await Promise.all([
    read("listHouses", { projectId }),
    features.houseTypes ? read("listHouseTypes", { projectId }) : null,
    hasGroups ? read("listAnonymousGroups", { projectId }) : null,
  ]);
  return { houses, types, groups };
}

function choiceForms({ state }: PageContext) {
  const { project: { id: projectId } } = houseWriter(state);
  const { call } = state.api;
  return {
    types: gridForm(HOUSE_TYPE_FORM, {
      create: (body) => call("createHouseType", { projectId, body }),
      put: (houseTypeId, body) => call("putHouseType", { projectId, houseTypeId, body }),
      remove: (houseTypeId) => call("deleteHouseType", { projectId, houseTypeId }),
    }),
    groups: gridForm(GROUP_FORM, {
      create: (body) => call("createAnonymousGroup", { projectId, body }),
      put: (anonymousGroupId, body) =>
        call("putAnonymousGroup", { projectId, anonymousGroupId, body }),
      remove: (anonymousGroupId) => call("deleteAnonymousGroup", { projectId, anonymousGroupId }),
    }),
  };
}
