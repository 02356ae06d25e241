import { type Context, HttpError } from "fresh";
import { EquipmentTable } from "@/components/facilities/EquipmentTable.tsx";
import { FormSection } from "@/components/forms/FormBox.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { filteredEquipments } from "@/lib/domain/facilities/equipment_list.ts";
import { placeErrors } from "@/lib/domain/facilities/equipment_place.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { NEW_EQUIPMENT_FORM } from "@/lib/forms/facilities/equipment_forms.ts";
import { links } from "@/lib/links/links.ts";
import { equipmentChoices, readEquipmentList } from "@/lib/pages/facilities/equipment_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { EQUIPMENT_COLUMNS, placedKindLabel } from "@/lib/text/facilities/equipment.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { formHandlers, saves } from "@/lib/web/forms/submit_forms.ts";
import { define, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { equipments, lines, kept, shown, table } = data;
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
          parentId: namedOptions(places),
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
      {lines.length === 0
        ? (
          <EmptyState title="Aucun équipement" icon="settings">
            <p>
              {kinds.length === 0
                ? "Une personne qui configure la résidence peut en ajouter."
                : "Ajoutez d’abord une chaufferie ou un bâtiment, puis ce qui s’y trouve."}
            </p>
          </EmptyState>
        )
        : <EquipmentTable projectId={project.id} all={lines} kept={kept} state={table} />}
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

async function pageForms(ctx: Context<State>) {
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

async function readPage(ctx: Context<State>) {
  const list = await readEquipmentList(ctx.state);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.equipments, project.name);
  const table = readTableState(ctx.url.searchParams);
  const kept = filteredEquipments(list.lines, table);
  const file = { fileName: "equipements.csv", columns: EQUIPMENT_COLUMNS, rows: kept };
  return tableFile(ctx.url, file) ??
    { ...list, kept, table };
}
