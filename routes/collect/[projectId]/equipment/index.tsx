import { type Context, HttpError, page } from "fresh";
import { NewEquipmentForm } from "@/components/facilities/EquipmentForm.tsx";
import { EquipmentTable } from "@/components/facilities/EquipmentTable.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { namedOptions } from "@/components/forms/form_fields.ts";
import { EmptyState } from "@/components/page/EmptyState.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import {
  BLANK_EQUIPMENT,
  EQUIPMENT_RULES,
  equipmentErrors,
  type EquipmentField,
  readEquipmentForm,
} from "@/lib/domain/facilities/equipment_form.ts";
import { keptEquipments } from "@/lib/domain/facilities/equipment_list.ts";
import type { EquipmentKind } from "@/lib/domain/facilities/types.ts";
import { hasErrors } from "@/lib/domain/forms/field_errors.ts";
import { fieldNames } from "@/lib/domain/forms/typed_fields.ts";
import { opensScreen } from "@/lib/domain/roles/screens.ts";
import { readTableState } from "@/lib/domain/tables/table_state.ts";
import { links } from "@/lib/links/links.ts";
import { equipmentChoices, readEquipmentList } from "@/lib/pages/facilities/equipment_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { EQUIPMENT_COLUMNS } from "@/lib/text/facilities/equipment.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { tableFile } from "@/lib/web/files/table_file.ts";
import { refusedBy, type RefusedValues, wrongFields } from "@/lib/web/forms/refused_values.ts";
import { readSubmission, seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const { project } = residenceOf(ctx.state);
    const { equipments } = await readEquipmentList(ctx.state);
    if (equipmentChoices(ctx.state, equipments).kinds.length === 0) {
      throw new HttpError(403, "forbidden");
    }
    const { values } = await readSubmission(ctx, fieldNames(EQUIPMENT_RULES));
    const errors = equipmentErrors(values, equipments);
    const body = readEquipmentForm(values);
    if (body === null || hasErrors(errors)) return await showPage(ctx, wrongFields(values, errors));
    const result = await ctx.state.api.call("addEquipment", { projectId: project.id, body });
    if (result.ok) return seeOther(ctx, nextPage(ctx.state, body.kind, result.answer.id));
    return await showPage(ctx, refusedBy(values, result, { "code-taken": "code" }));
  },
});

export default define.page<typeof handler>(({ data, state, url }) => {
  const { equipments, lines, kept, refused, table } = data;
  const { project } = residenceOf(state);
  const { kinds, places } = equipmentChoices(state, equipments);
  const chosenPlace = url.searchParams.get("in") ?? "";
  // A user who is adding one finds the form first, and the list under it.
  const chosenKind = url.searchParams.get("kind") ?? "";
  const isAdding = refused !== null || chosenPlace !== "" || chosenKind !== "";
  const form = kinds.length > 0 && (
    <Section id="new-equipment" title="Ajouter un équipement">
      {refused && <Refusal {...refused} lines={[]} />}
      <NewEquipmentForm
        action={links.equipments(project.id)}
        values={refused?.values ??
          { ...BLANK_EQUIPMENT, kind: chosenKind, parentId: chosenPlace }}
        errors={refused?.errors ?? {}}
        kinds={kinds}
        places={namedOptions(places)}
        unsaved={refused !== null}
      />
      <UnsavedGuard />
    </Section>
  );
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.equipments}
        subtitle={project.name}
        back={{ href: links.residence(project.id), label: project.name }}
      />
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
        : (
          <EquipmentTable
            projectId={project.id}
            all={lines}
            kept={kept}
            state={table}
          />
        )}
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

async function showPage(ctx: Context<State>, refused: RefusedValues<EquipmentField> | null) {
  const list = await readEquipmentList(ctx.state);
  const { project } = residenceOf(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.equipments, project.name);
  const table = readTableState(ctx.url.searchParams);
  const kept = keptEquipments(list.lines, table);
  const file = { fileName: "equipements.csv", columns: EQUIPMENT_COLUMNS, rows: kept };
  return tableFile(ctx.url, file) ??
    page({ ...list, kept, refused, table }, { status: refused?.status ?? 200 });
}
