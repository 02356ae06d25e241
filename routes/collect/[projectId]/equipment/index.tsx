import { equipmentList } from "@/components/facilities/equipment_list.tsx";
import { PageTitle } from "@/components/ui/Page.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { ListTable } from "@/components/ui/ListTable.tsx";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import { readList } from "@/components/web/read_list.ts";
import { FACILITIES_CALLS } from "@/lib/facilities/calls.ts";
import type { EquipmentKind } from "@/lib/facilities/equipment_kinds.ts";
import { distinctEquipment, placeErrors } from "@/lib/facilities/equipment_rules.ts";
import { NEW_EQUIPMENT_FORM } from "@/lib/facilities/forms.ts";
import { equipmentChoices, readEquipmentList } from "@/lib/facilities/pages.ts";
import { placedKindLabel } from "@/lib/facilities/text.ts";
import { opensScreen } from "@/lib/identity/effective_roles.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, HttpError, type PageContext, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, pageForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { equipments, rows, page } = data;
  const { kinds, places } = equipmentChoices(state, equipments);
  const chosenPlace = url.searchParams.get("in") ?? "";
  // While a user adds one, the form is above the list.
  const chosenKind = url.searchParams.get("kind") ?? "";
  const isAdding = page.shown !== null || chosenPlace !== "" || chosenKind !== "";
  const form = kinds.length > 0 && (
    <FormSection
      id="new-equipment"
      title="Ajouter un équipement"
      form={NEW_EQUIPMENT_FORM}
      page={page}
      initial={{ kind: chosenKind, parentId: chosenPlace }}
      options={{
        kind: kinds.map((kind) => ({ value: kind, label: placedKindLabel(kind) })),
        parentId: namedOptions(distinctEquipment(places)),
      }}
      submit="Ajouter"
    />
  );
  return (
    <>
      <PageTitle />
      {isAdding && form}
      <ListTable {...rows} />
      {!isAdding && form}
    </>
  );
});

/** The settings of a boiler room for a user who may write them, else the equipment's own page. */
function nextPage(state: State, kind: EquipmentKind, id: string): string {
  const { project, roles } = residenceOf(state);
  return kind === "boilerroom" && opensScreen("boiler-room-settings", roles)
    ? links.boilerRoomSettings(project.id, id)
    : links.equipment(project.id, id);
}

async function pageForms(ctx: PageContext) {
  const { project } = residenceOf(ctx.state);
  const { equipments } = await readEquipmentList(ctx.state);
  if (equipmentChoices(ctx.state, equipments).kinds.length === 0) {
    throw new HttpError(403, "forbidden");
  }
  const { sender } = ctx.state.api;
  return {
    equipment: save(
      NEW_EQUIPMENT_FORM,
      sender(FACILITIES_CALLS.addEquipment, { projectId: project.id }),
      {
        check: ({ kind, parentId }) => placeErrors(kind, parentId, equipments),
        next: ({ id }, { kind }) => nextPage(ctx.state, kind, id),
      },
    ),
  };
}

async function readPage(ctx: PageContext) {
  const { equipments, lines } = await readEquipmentList(ctx.state);
  const { project } = residenceOf(ctx.state);
  const next = equipmentChoices(ctx.state, equipments).kinds.length === 0
    ? "Une personne qui configure la résidence peut en ajouter."
    : "Ajoutez d’abord une chaufferie ou un bâtiment, puis ce qui s’y trouve.";
  const { rows, file } = readList(ctx.url, lines, equipmentList(project.id, lines, next));
  return file ?? { equipments, rows };
}
