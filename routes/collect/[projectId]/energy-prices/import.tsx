import { LinesReport } from "@/components/ingest/LinesReport.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { ImportForm } from "@/components/ui/ImportForm.tsx";
import { Notice, PageTitle, Section } from "@/components/ui/Page.tsx";
import { Refusal } from "@/components/ui/PostForm.tsx";
import { namedOptions } from "@/components/ui/SelectField.tsx";
import { countText } from "@/lib/base/text_format.ts";
import { ENERGY_PRICES_CALLS } from "@/lib/energy_prices/calls.ts";
import { PRICE_COPY_FORM, PRICE_FILE_FORM } from "@/lib/energy_prices/forms.ts";
import { otherResidences } from "@/lib/energy_prices/pages.ts";
import { NEEDED_COLUMNS } from "@/lib/energy_prices/prices_text.ts";
import { links } from "@/lib/ui/links.ts";
import { onlyOutdoorWriters } from "@/lib/weather/pages.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { define, type PageContext } from "@/lib/web/state.ts";
import { takesFile } from "@/lib/web/uploads.ts";
import { WithProjects } from "@/routes/home/contracting/(_components)/RegisterParts.tsx";

export const handler = define.handlers(formRoute(readPage, pageForms, {
  guard: ({ state }) => onlyOutdoorWriters(state),
}));

/** Import of a file of prices, and their copy to other residences (E §2). */
export default define.page<typeof handler>(({ data: { choices, copied, page } }) => {
  const isOfFile = page.shown?.form === PRICE_FILE_FORM.name;
  return (
    <>
      <PageTitle />
      {copied > 0 && (
        <Notice tone="good" live>
          Prix copiés vers {countText(copied, "résidence", "résidences")}.
        </Notice>
      )}
      <Section
        id="import"
        title="Fichier de prix"
        intro="Un prix de la même énergie, de la même chaufferie et du même jour est remplacé. Une ligne qui ne peut pas servir est nommée, les autres sont gardées."
      >
        {page.shown && isOfFile && <Refusal {...page.shown} />}
        {page.shown?.report && <LinesReport {...page.shown.report} />}
        <ImportForm
          form={PRICE_FILE_FORM}
          action={page.action}
          shown={isOfFile ? page.shown : null}
          hint={`Les colonnes de l’export des prix, au moins ${NEEDED_COLUMNS}`}
          options={{}}
        />
      </Section>
      {choices.length > 0 && (
        <FormSection
          title="Copier vers d’autres résidences"
          intro="Les prix de toute la résidence sont ajoutés aux leurs&nbsp;; un prix de la même énergie et du même jour y est remplacé."
          form={PRICE_COPY_FORM}
          page={page}
          options={{ projects: namedOptions(choices) }}
          submit="Copier les prix"
        >
          {(content) => <WithProjects {...content} choices={choices} />}
        </FormSection>
      )}
    </>
  );
});

function pageForms(ctx: PageContext) {
  const { projectId = "" } = ctx.params;
  const { call, sender } = ctx.state.api;
  return {
    [PRICE_FILE_FORM.name]: takesFile(
      PRICE_FILE_FORM,
      ctx,
      ({ text, dryRun }) =>
        call(ENERGY_PRICES_CALLS.importEnergyPrices, { projectId, dryRun, body: text }),
    ),
    [PRICE_COPY_FORM.name]: save(
      PRICE_COPY_FORM,
      sender(ENERGY_PRICES_CALLS.copyEnergyPrices, { projectId }),
      {
        next: ({ projectCount }) => `${links.energyPricesImport(projectId)}?copied=${projectCount}`,
      },
    ),
  };
}

async function readPage({ state, url }: PageContext) {
  onlyOutdoorWriters(state);
  const copied = Number(url.searchParams.get("copied") ?? "0");
  return { choices: await otherResidences(state), copied: Number.isInteger(copied) ? copied : 0 };
}
