import { type Context, page } from "fresh";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { HouseForm } from "@/components/housing/HouseForm.tsx";
import { houseFields } from "@/components/housing/house_fields.ts";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { BLANK_HOUSE, type HouseField } from "@/lib/domain/housing/house_form.ts";
import { links } from "@/lib/links/links.ts";
import { createTypedHouse } from "@/lib/pages/housing/house_saves.ts";
import { houseWriter, readHouseChoices } from "@/lib/pages/housing/houses_page.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import type { RefusedValues } from "@/lib/web/forms/refused_values.ts";
import { seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),

  async POST(ctx) {
    const created = await createTypedHouse(ctx);
    if ("refused" in created) return await showPage(ctx, created.refused);
    return seeOther(ctx, links.house(ctx.params.projectId ?? "", created.id));
  },
});

export default define.page<typeof handler>(({ data: { choices, refused }, state }) => {
  const { project } = residenceOf(state);
  const back = links.houses(project.id);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.newHouse}
        subtitle={project.name}
        back={{ href: back, label: PAGE_NAMES.houses }}
      />
      {refused && <Refusal {...refused} lines={[]} />}
      <div class="card">
        <HouseForm
          action={links.newHouse(project.id)}
          fields={houseFields(project.features, choices)}
          values={refused?.values ?? BLANK_HOUSE}
          errors={refused?.errors ?? {}}
          version={null}
          submit="Ajouter le logement"
          cancel={back}
          unsaved={refused !== null}
        />
      </div>
      <UnsavedGuard />
    </>
  );
});

async function showPage(ctx: Context<State>, refused: RefusedValues<HouseField> | null) {
  const { project } = houseWriter(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newHouse, project.name);
  const choices = await readHouseChoices(ctx.state);
  return page({ choices, refused }, { status: refused?.status ?? 200 });
}
