import type { Context } from "fresh";
import { DocumentFacts } from "@/components/contracting/DocumentFacts.tsx";
import { DocumentPdf } from "@/components/contracting/DocumentPdf.tsx";
import { DocumentValues } from "@/components/contracting/DocumentValues.tsx";
import { formPage, FormSection } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/PageTitle.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { VERDICT_FORM } from "@/lib/forms/contracting/document_forms.ts";
import { links } from "@/lib/links/links.ts";
import { documentsOf } from "@/lib/pages/contracting/contracting_page.ts";
import { type DocumentView, readDocument } from "@/lib/pages/contracting/document_page.ts";
import { verdictForms } from "@/lib/pages/contracting/document_saves.ts";
import { DOCUMENT_LIST_LABELS } from "@/lib/text/contracting/documents.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formHandlers(readPage, pageForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { info, canValidate, next, shown } = data;
  const { document, typedoc, project, equipment } = info;
  return (
    <>
      <PageTitle
        title={typedoc.name}
        subtitle={[documentsOf(state).organisation.name, project.name, equipment?.name].filter(
          Boolean,
        )
          .join(" · ")}
        back={{
          href: links.documentList("to-validate"),
          label: DOCUMENT_LIST_LABELS["to-validate"],
        }}
      >
        {next !== null && (
          <a class="button" href={next} accesskey="n">Document suivant à valider</a>
        )}
      </PageTitle>
      <DocumentFacts info={info} />
      <DocumentValues info={info} />
      {info.hasPdf && (
        <DocumentPdf
          inline={links.documentPdf(document.requestId, document.id, "inline")}
          attachment={links.documentPdf(document.requestId, document.id, "attachment")}
        />
      )}
      {(canValidate || shown !== null) && (
        <FormSection
          title="Validation"
          form={VERDICT_FORM}
          initial={{ compliance: initialCompliance(document.compliance) }}
          page={formPage(addressOf(data), shown, url)}
          version={info.version}
          submit="Valider la décision"
        />
      )}
      <UnsavedGuard />
    </>
  );
});

function initialCompliance(compliance: boolean | null): string {
  if (compliance === null) return "";
  return compliance ? "yes" : "no";
}

function addressOf({ info: { document } }: DocumentView): string {
  return links.document(document.requestId, document.id);
}

async function pageForms(ctx: Context<State>) {
  return verdictForms(ctx, (await readDocument(ctx)).next);
}

async function readPage(ctx: Context<State>) {
  const view = await readDocument(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.documents, view.info.typedoc.name);
  return view;
}
