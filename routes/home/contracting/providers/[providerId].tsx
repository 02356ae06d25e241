import { type Context, page } from "fresh";
import { RegisterFacts } from "@/components/contracting/RegisterFacts.tsx";
import { StateButton } from "@/components/contracting/StateButton.tsx";
import { formPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { PROVIDER_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import { documentsOf, oneOf, readRegisters } from "@/lib/pages/contracting/contracting_page.ts";
import { providerForms } from "@/lib/pages/contracting/contracting_saves.ts";
import { archivedText, PROVIDER_REMOVAL } from "@/lib/text/contracting/contracting.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: providerForms(ctx),
      path: links.provider(ctx.params.providerId ?? ""),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data: { provider, shown }, state, url }) => {
  const { id, name, archived, version } = provider;
  const { organisation, canWrite } = documentsOf(state);
  const path = links.provider(id);
  return (
    <>
      <PageTitle
        title={name}
        subtitle={`${organisation.name} · ${archivedText(archived)}`}
        back={{ href: links.providers(), label: PAGE_NAMES.providers }}
      />
      {canWrite
        ? (
          <>
            <FormSection
              title="Prestataire"
              form={PROVIDER_FORM}
              stored={provider}
              page={formPage(path, shown, url)}
              version={version}
            />
            <StateButton
              form="provider"
              action={`${path}#provider`}
              intent={archived ? "restore" : "archive"}
              label={archived ? "Restaurer le prestataire" : "Archiver le prestataire"}
              text={archived
                ? "Restauré, il est de nouveau proposé aux demandes et aux contrats."
                : "Archivé, il n’est plus proposé aux nouvelles demandes. Celles qui le nomment continuent."}
            />
            <RemovalForm
              form="provider"
              isCard
              action={`${path}#provider`}
              label="Supprimer le prestataire"
              text={PROVIDER_REMOVAL}
            />
            <UnsavedGuard />
          </>
        )
        : <RegisterFacts form={PROVIDER_FORM} stored={provider} />}
    </>
  );
});

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const { providers } = await readRegisters(ctx.state);
  const provider = oneOf(providers, ctx.params.providerId);
  ctx.state.title = windowTitle(PAGE_NAMES.providers, provider.name);
  return page({ provider, shown }, { status: shown?.status ?? 200 });
}
