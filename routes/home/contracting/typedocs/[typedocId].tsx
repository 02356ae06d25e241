import { type Context, page } from "fresh";
import { RegisterFacts } from "@/components/contracting/RegisterFacts.tsx";
import { StateButton } from "@/components/contracting/StateButton.tsx";
import { formPage, FormSection, RemovalForm } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { TYPEDOC_FORM, VALUE_FORM } from "@/lib/forms/contracting/contracting_forms.ts";
import type { ShownForm } from "@/lib/forms/form.ts";
import { links } from "@/lib/links/links.ts";
import { documentsOf, oneOf, readRegisters } from "@/lib/pages/contracting/contracting_page.ts";
import { typedocForms } from "@/lib/pages/contracting/contracting_saves.ts";
import {
  archivedText,
  TYPEDOC_REMOVAL,
  VALUE_REMOVAL,
} from "@/lib/text/contracting/contracting.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";
import { submitForms } from "@/lib/web/forms/submit_forms.ts";
import type { State } from "@/lib/web/state.ts";
import { GridSection } from "@/routes/(_components)/GridSection.tsx";

export const handler = define.handlers({
  GET: (ctx) => showPage(ctx, null),
  POST: (ctx) =>
    submitForms(ctx, {
      forms: typedocForms(ctx),
      path: links.typedoc(ctx.params.typedocId ?? ""),
      show: (shown) => showPage(ctx, shown),
    }),
});

export default define.page<typeof handler>(({ data: { typedoc, shown }, state, url }) => {
  const { id, name, archived, version, values } = typedoc;
  const { organisation, canWrite } = documentsOf(state);
  const path = links.typedoc(id);
  const forms = formPage(path, shown, url);
  return (
    <>
      <PageTitle
        title={name}
        subtitle={`${organisation.name} · ${archivedText(archived)}`}
        back={{ href: links.typedocs(), label: PAGE_NAMES.typedocs }}
      />
      {canWrite
        ? (
          <>
            <FormSection
              title="Type de document"
              form={TYPEDOC_FORM}
              stored={typedoc}
              page={forms}
              version={version}
            />
            <GridSection
              title="Valeurs demandées"
              intro="Le prestataire les saisit avec le document. Une valeur hors de ses bornes n’est pas conforme."
              form={VALUE_FORM}
              rows={values.map((value) => ({ key: value.id, title: value.name, stored: value }))}
              blank="Nouvelle valeur"
              page={forms}
              version={version}
              removal={VALUE_REMOVAL}
            />
            <StateButton
              form="typedoc"
              action={`${path}#typedoc`}
              intent={archived ? "restore" : "archive"}
              label={archived ? "Restaurer le type" : "Archiver le type"}
              text={archived
                ? "Restauré, il est de nouveau proposé aux demandes."
                : "Archivé, il n’est plus proposé aux nouvelles demandes. Celles qui le nomment continuent."}
            />
            <RemovalForm
              form="typedoc"
              isCard
              action={`${path}#typedoc`}
              label="Supprimer le type"
              text={TYPEDOC_REMOVAL}
            />
            <UnsavedGuard />
          </>
        )
        : (
          <>
            <RegisterFacts form={TYPEDOC_FORM} stored={typedoc} />
            {values.map((value) => (
              <RegisterFacts key={value.id} form={VALUE_FORM} stored={value} />
            ))}
          </>
        )}
    </>
  );
});

async function showPage(ctx: Context<State>, shown: ShownForm | null) {
  const { typedocs } = await readRegisters(ctx.state);
  const typedoc = oneOf(typedocs, ctx.params.typedocId);
  ctx.state.title = windowTitle(PAGE_NAMES.typedocs, typedoc.name);
  return page({ typedoc, shown }, { status: shown?.status ?? 200 });
}
