import { PageTitle } from "@/components/ui/Page.tsx";
import { SharesNotice } from "@/components/self_consumption/use_columns.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { FormFields } from "@/components/ui/FormFields.tsx";
import { readDwellings } from "@/lib/housing/pages.ts";
import { residenceOf } from "@/lib/residences/place.ts";
import { CONSUMER_FORM } from "@/lib/self_consumption/forms.ts";
import {
  consumptionMeters,
  newConsumerForms,
  onlyOperationManagers,
  operationOf,
} from "@/lib/self_consumption/pages.ts";
import { links } from "@/lib/ui/links.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, newConsumerForms));

export default define.page<typeof handler>(({ data: { dwellings, operation, page }, state }) => {
  const { project } = residenceOf(state);
  return (
    <>
      <PageTitle />
      <FormSection
        title="Consommateur"
        intro="Il est d’abord invité&nbsp;; sa page dit ensuite à partir de quand il participe."
        form={CONSUMER_FORM}
        page={page}
        options={{ houseId: dwellings, seriesId: consumptionMeters(project) }}
        submit="Ajouter"
        cancel={links.autoconsumption(project.id)}
      >
        {(content) => (
          <>
            <SharesNotice {...operation} />
            <FormFields {...content} />
          </>
        )}
      </FormSection>
    </>
  );
});

async function readPage(ctx: PageContext) {
  onlyOperationManagers(ctx.state);
  const [dwellings, operation] = await Promise.all([
    readDwellings(ctx.state),
    operationOf(ctx.state),
  ]);
  return { dwellings, operation };
}
