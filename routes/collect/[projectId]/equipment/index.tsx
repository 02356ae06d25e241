import { equipmentList } from "@/components/facilities/equipment_list.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import { FormSection } from "@/components/forms/FormBox.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import { ListTable } from "@/components/tables/ListTable.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { distinctEquipment } from "@/lib/domain/facilities/distinct_equipment.ts";
import { placeErrors } from "@/lib/domain/facilities/equipment_kinds.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { NEW_EQUIPMENT_FORM } from "@/lib/forms/facilities/equipment_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { equipmentChoices, readEquipmentList } from "@/lib/pages/facilities/equipment_page.ts";
import { placedKindLabel } from "@/lib/text/facilities/equipment.ts";
import { formHandlers, saves } from "@/lib/web/forms/submit_forms.ts";
import { define, HttpError, type PageContext, residenceOf, type State } from "@/lib/web/state.ts";
import { readList } from "@/routes/(_components)/read_list.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { equipments, rows, shown } = data;
  const { project } = residenceOf(state);
  const { kinds, places } = equipmentChoices(state, equipments);
  const chosenPlace = url.searchParams.get("in") ?? "";
  // While a user adds one, the form is above the list.
  const chosenKind = url.searchParams.get("kind") ?? "";
  const isAdding = shown !== null || chosenPlace !== "" || chosenKind !== "";
  const form = kinds.length > 0 && (
    <>
      <FormSection
        id="new-equipment"
        title="Ajouter un équipement"
        form={NEW_EQUIPMENT_FORM}
        page={{ action: links.equipments(project.id), shown, saved: null }}
        initial={{ kind: chosenKind, parentId: chosenPlace }}
        options={{
          kind: kinds.map((kind) => ({ value: kind, label: placedKindLabel(kind) })),
          parentId: namedOptions(distinctEquipment(places)),
        }}
        submit="Ajouter"
      />
      <UnsavedGuard />
    </>
  );
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.equipments} of={project} />
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
  const { call } = ctx.state.api;
  return {
    equipment: saves(
      NEW_EQUIPMENT_FORM,
      (body) => call("addEquipment", { projectId: project.id, body }),
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
  ctx.state.title = windowTitle(PAGE_NAMES.equipments, project.name);
  const next = equipmentChoices(ctx.state, equipments).kinds.length === 0
    ? "Une personne qui configure la résidence peut en ajouter."
    : "Ajoutez d’abord une chaufferie ou un bâtiment, puis ce qui s’y trouve.";
  const { rows, file } = readList(ctx.url, lines, equipmentList(project.id, lines, next));
  return file ?? { equipments, rows };
}
