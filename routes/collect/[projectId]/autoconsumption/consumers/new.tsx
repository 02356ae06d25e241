import { type Context, page } from "fresh";
import { ConsumerForm } from "@/components/autoconsumption/ConsumerForm.tsx";
import { Refusal } from "@/components/forms/Refusal.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import { Section } from "@/components/page/Section.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { type ConsumerField, typedConsumer } from "@/lib/domain/autoconsumption/forms.ts";
import { links } from "@/lib/links/links.ts";
import {
  consumptionMeters,
  dwellingChoices,
  onlyOperationManagers,
} from "@/lib/pages/autoconsumption/autoconsumption_page.ts";
import { addConsumer } from "@/lib/pages/autoconsumption/autoconsumption_saves.ts";
import { residenceOf } from "@/lib/pages/projects/residence_page.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import type { RefusedValues } from "@/lib/web/forms/refused_values.ts";
import { seeOther } from "@/lib/web/forms/submit.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  async POST(ctx) {
    const added = await addConsumer(ctx);
    if (!("id" in added)) return await showPage(ctx, added);
    return seeOther(ctx, links.consumer(ctx.params.projectId ?? "", added.id));
  },
});

export default define.page<typeof handler>(({ data: { dwellings, refused }, state }) => {
  const { project } = residenceOf(state);
  const back = links.autoconsumption(project.id);
  return (
    <>
      <PageTitle
        title={PAGE_NAMES.newConsumer}
        subtitle={project.name}
        back={{ href: back, label: PAGE_NAMES.autoconsumption }}
      />
      <Section
        id="consumer"
        title="Consommateur"
        intro="Il est d’abord invité&nbsp;; sa page dit ensuite à partir de quand il participe."
      >
        {refused && <Refusal {...refused} lines={[]} />}
        <ConsumerForm
          action={links.newConsumer(project.id)}
          values={refused?.values ?? typedConsumer(null)}
          errors={refused?.errors ?? {}}
          dwellings={dwellings}
          meters={consumptionMeters(project)}
          version={null}
          submit="Ajouter"
          cancel={back}
          unsaved={refused !== null}
        />
      </Section>
      <UnsavedGuard />
    </>
  );
});

async function showPage(ctx: Context<State>, refused: RefusedValues<ConsumerField> | null) {
  onlyOperationManagers(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newConsumer, residenceOf(ctx.state).project.name);
  const dwellings = await dwellingChoices(ctx.state, refused?.values.houseId ?? "");
  return page({ dwellings, refused }, { status: refused?.status ?? 200 });
}
