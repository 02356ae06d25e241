import { SharesNotice } from "@/components/self_consumption/use_columns.tsx";
import { ErasureForm, FormSection, RemovalForm } from "@/components/ui/FormBox.tsx";
import type { FormPage } from "@/lib/ui/form.ts";
import { FormFields } from "@/components/ui/FormFields.tsx";
import { PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { residenceOf } from "@/lib/residences/place.ts";
import { CONSUMER_FORM, STATUS_FORM } from "@/lib/self_consumption/forms.ts";
import {
  consumerDwellings,
  consumerForms,
  consumptionMeters,
  onlyOperationManagers,
  operationOf,
} from "@/lib/self_consumption/pages.ts";
import { isErased, nextStatus } from "@/lib/self_consumption/participation.ts";
import type { Consumer } from "@/lib/self_consumption/schema.ts";
import {
  CONSUMER_STATUS_LABELS,
  consumerName,
  presencesText,
} from "@/lib/self_consumption/text.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute } from "@/lib/web/form_handlers.ts";
import { define, oneOf, type PageContext } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readPage, consumerForms));

export default define.page<typeof handler>(({ data, state }) => {
  const { consumer, operation, dwellings, page } = data;
  const { project, today } = residenceOf(state);
  return (
    <>
      <PageTitle
        title={consumerName(consumer)}
        subtitle={[CONSUMER_STATUS_LABELS[consumer.status], presencesText(consumer.presences)]
          .filter(Boolean).join(" ")}
      />
      <FormSection
        id="participation"
        title="Participation"
        intro="Ses consommations comptent les jours où il participe&nbsp;; ce qui est passé reste dans les chiffres."
        form={STATUS_FORM}
        initial={{ status: nextStatus(consumer.status), date: today }}
        page={page}
        version={consumer.version}
      />
      <FormSection
        title="Consommateur"
        form={CONSUMER_FORM}
        stored={consumer}
        page={page}
        options={{ houseId: dwellings, seriesId: consumptionMeters(project) }}
      >
        {(content) => (
          <>
            <SharesNotice {...operation} />
            <FormFields {...content} />
          </>
        )}
      </FormSection>
      <PersonSection
        consumer={consumer}
        page={page}
        exportHref={links.consumerExport(project.id, consumer.id)}
      />
    </>
  );
});

/** Export and erasure of the data of the consumer's person, and deletion of a consumer created by mistake. */
function PersonSection(
  { consumer, page: { action, shown, saved }, exportHref }: {
    consumer: Consumer;
    page: FormPage;
    exportHref: string;
  },
) {
  return (
    <Section id="person" title="Données personnelles" saved={saved === "person"}>
      {shown?.form === "erasure" && <Refusal {...shown} />}
      <p>
        <a class="button" href={exportHref}>Exporter ses données (zip)</a>
      </p>
      {consumer.houseId !== null && (
        <p class="small soft">
          Les relevés d’un logement sont ceux de ses occupants&nbsp;: ils sont dans l’export de
          chaque occupant, comme sa part dans l’opération.
        </p>
      )}
      {!isErased(consumer) && (
        <ErasureForm
          action={`${action}#person`}
          text="Le nom et le point de livraison seront perdus. Les dates, la part et le compteur restent, sans personne&nbsp;: les chiffres de l’opération ne changent pas."
        />
      )}
      <RemovalForm
        form="consumer"
        action={`${action}#consumer`}
        label="Supprimer le consommateur"
        text="Le consommateur disparaît aussi des chiffres du passé. S’il quitte l’opération, donnez-lui plutôt l’état «&nbsp;Sorti&nbsp;»."
      />
    </Section>
  );
}

async function readPage(ctx: PageContext) {
  onlyOperationManagers(ctx.state);
  const operation = await operationOf(ctx.state);
  const consumer = oneOf(operation.consumers, ctx.params.consumerId);
  ctx.state.title = [PAGES.autoconsumption.title, consumerName(consumer)];
  const dwellings = await consumerDwellings(ctx.state, consumer.houseId ?? "");
  return { consumer, operation, dwellings };
}
