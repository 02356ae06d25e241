import { houseOptions } from "@/components/housing/house_fields.ts";
import { PageTitle } from "@/components/ui/Page.tsx";
import { FormBox } from "@/components/ui/FormBox.tsx";
import { shownHouseFields } from "@/lib/housing/dwelling_settings.ts";
import { HOUSE_FORM } from "@/lib/housing/forms.ts";
import { houseWriter, newHouseForms, readHouseChoices } from "@/lib/housing/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, newHouseForms));

export default define.page<typeof handler>(({ data: { choices, page }, state }) => {
  const { project } = residenceOf(state);
  const fields = shownHouseFields(project.features);
  return (
    <>
      <PageTitle />
      <div class="card">
        <FormBox
          form={HOUSE_FORM}
          page={page}
          options={houseOptions(project.features, choices)}
          shows={(name) => fields.has(name)}
          submit="Ajouter le logement"
          cancel={links.houses(project.id)}
        />
      </div>
    </>
  );
});

async function readPage(ctx: PageContext) {
  houseWriter(ctx.state);
  return { choices: await readHouseChoices(ctx.state) };
}
