import { FormBox } from "@/components/forms/FormBox.tsx";
import { houseOptions } from "@/components/housing/house_fields.ts";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { shownHouseFields } from "@/lib/domain/housing/shown_fields.ts";
import { HOUSE_FORM } from "@/lib/forms/housing/house_form.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { newHouseForms } from "@/lib/pages/housing/house_saves.ts";
import { houseWriter, readHouseChoices } from "@/lib/pages/housing/houses_page.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf } from "@/lib/web/state.ts";

export const handler = define.handlers(formHandlers(readPage, newHouseForms));

export default define.page<typeof handler>(({ data: { choices, shown }, state }) => {
  const { project } = residenceOf(state);
  const back = links.houses(project.id);
  const fields = shownHouseFields(project.features);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.newHouse} of={project} under="houses" />
      <div class="card">
        <FormBox
          form={HOUSE_FORM}
          page={{ action: links.newHouse(project.id), shown, saved: null }}
          options={houseOptions(project.features, choices)}
          shows={(name) => fields.has(name)}
          submit="Ajouter le logement"
          cancel={back}
        />
      </div>
      <UnsavedGuard />
    </>
  );
});

async function readPage(ctx: PageContext) {
  const { project } = houseWriter(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newHouse, project.name);
  const choices = await readHouseChoices(ctx.state);
  return { choices };
}
