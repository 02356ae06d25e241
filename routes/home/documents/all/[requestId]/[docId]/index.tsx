import {
  DocumentFacts,
  DocumentPdf,
  DocumentValues,
} from "@/components/contracting/DocumentFacts.tsx";
import { formPage, FormSection } from "@/components/forms/FormBox.tsx";
import { PageTitle } from "@/components/page/Page.tsx";
import UnsavedGuard from "@/islands/forms/UnsavedGuard.tsx";
import { deadlineOf, mainListOf } from "@/lib/domain/contracting/document_lists.ts";
import type { ContractDocument, DocumentInfo } from "@/lib/domain/contracting/types.ts";
import { type IsoDate, yearOf } from "@/lib/domain/periods/civil_dates.ts";
import type { Role } from "@/lib/domain/roles/roles.ts";
import { VERDICT_FORM } from "@/lib/forms/contracting/document_forms.ts";
import { links, PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { documentDayOf, documentsOf } from "@/lib/pages/contracting/contracting_page.ts";
import { verdictForms } from "@/lib/pages/contracting/document_saves.ts";
import { DOCUMENT_LIST_LABELS } from "@/lib/text/contracting/documents.ts";
import { formHandlers } from "@/lib/web/forms/submit_forms.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";

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
        back={listOf(document, documentDayOf(state))}
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

async function pageForms(ctx: PageContext) {
  return verdictForms(ctx, (await readDocument(ctx)).next);
}

function listOf(document: ContractDocument, today: IsoDate) {
  const list = mainListOf(document, today);
  const path = list === "history" ? `history/${yearOf(deadlineOf(document))}` : list;
  return { href: links.documentList(path), label: DOCUMENT_LIST_LABELS[list] };
}

async function readPage(ctx: PageContext) {
  const view = await readDocument(ctx);
  ctx.state.title = windowTitle(PAGE_NAMES.documents, view.info.typedoc.name);
  return view;
}

const VALIDATOR_ROLE: Role = "collect:documents:validate:write";

interface DocumentView {
  readonly info: DocumentInfo;
  /** True when the user may give the awaited verdict. */
  readonly canValidate: boolean;
  /** URL of the next document to validate, by due date, else of the first one; null for none, or for a mere reader. */
  readonly next: string | null;
}

async function readDocument({ state, params }: PageContext): Promise<DocumentView> {
  const orgId = documentsOf(state).organisation.id;
  const { requestId = "", docId: documentId = "" } = params;
  const info = await state.api.read("getDocumentInfo", { orgId, requestId, documentId });
  const [isOwn, next] = await Promise.all([
    isValidator(state, info.document),
    state.place?.documentRoles.includes(VALIDATOR_ROLE) ? nextAfter(state, info) : null,
  ]);
  return { info, canValidate: isOwn && info.document.state === "to-valid", next };
}

async function isValidator(
  { api }: State,
  { projectId }: { readonly projectId: string },
): Promise<boolean> {
  const project = await api.call("getProject", { projectId });
  return project.ok && project.answer.allRoles.includes(VALIDATOR_ROLE);
}

async function nextAfter(state: State, { document }: DocumentInfo): Promise<string | null> {
  const page = { orgId: documentsOf(state).organisation.id, list: "to-validate" } as const;
  const [due, first] = await Promise.all([
    state.api.read("pageDocuments", { ...page, from: deadlineOf(document) }),
    state.api.read("pageDocuments", page),
  ]);
  for (const row of [...due.rows, ...first.rows]) {
    // The list has those of the residences where the user only reads, too.
    if (row.id !== document.id && await isValidator(state, row)) {
      return links.document(row.requestId, row.id);
    }
  }
  return null;
}
