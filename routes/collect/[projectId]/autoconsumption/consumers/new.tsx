import { SharesNotice } from "@/components/autoconsumption/SharesNotice.tsx";
import { FormSection } from "@/components/forms/FormBox.tsx";
import { FormFields } from "@/components/forms/FormFields.tsx";
import { ResidenceTitle } from "@/components/page/ResidenceTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { CONSUMER_FORM } from "@/lib/forms/autoconsumption/autoconsumption_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import {
  consumptionMeters,
  newConsumerForms,
  onlyOperationManagers,
  operationOf,
} from "@/lib/pages/autoconsumption/autoconsumption_page.ts";
import { readDwellings } from "@/lib/pages/housing/dwelling_choices.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, residenceOf } from "@/lib/web/state.ts";

export const handler = define.handlers(formHandlers(readPage, newConsumerForms));

export default define.page<typeof handler>(({ data: { dwellings, operation, shown }, state }) => {
  const { project } = residenceOf(state);
  const back = links.autoconsumption(project.id);
  return (
    <>
      <ResidenceTitle title={PAGE_NAMES.newConsumer} of={project} under="autoconsumption" />
      <FormSection
        title="Consommateur"
        intro="Il est d’abord invité&nbsp;; sa page dit ensuite à partir de quand il participe."
        form={CONSUMER_FORM}
        page={{ action: links.newConsumer(project.id), shown, saved: null }}
        options={{ houseId: dwellings, seriesId: consumptionMeters(project) }}
        submit="Ajouter"
        cancel={back}
      >
        {(content) => (
          <>
            <SharesNotice {...operation} />
            <FormFields {...content} />
          </>
        )}
      </FormSection>
      <UnsavedGuard />
    </>
  );
});

async function readPage(ctx: PageContext) {
  onlyOperationManagers(ctx.state);
  ctx.state.title = windowTitle(PAGE_NAMES.newConsumer, residenceOf(ctx.state).project.name);
  const [dwellings, operation] = await Promise.all([
    readDwellings(ctx.state),
    operationOf(ctx.state),
  ]);
  return { dwellings, operation };
}
