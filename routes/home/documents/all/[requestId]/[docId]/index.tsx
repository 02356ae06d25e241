import {
  DECISION,
  DecisionNotice,
  DocumentStateBadge,
  UnsavedVerdict,
} from "@/components/documents/document_state.tsx";
import { DataTable, type TableColumn } from "@/components/ui/DataTable.tsx";
import { FormSection } from "@/components/ui/FormBox.tsx";
import { Fact, PageTitle, Section, Status, type Tone } from "@/components/ui/Page.tsx";
import { type IsoDate, yearOf } from "@/lib/base/civil_dates.ts";
import { formatInstant } from "@/lib/base/date_format.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { deadlineOf, mainListOf } from "@/lib/documents/due_dates.ts";
import { VERDICT_FORM } from "@/lib/documents/forms.ts";
import { documentDayOf, documentsOf } from "@/lib/documents/pages.ts";
import type { DocumentInfo } from "@/lib/documents/schema.ts";
import {
  boundsText,
  commentLabel,
  complianceText,
  DOCUMENT_LIST_LABELS,
  documentFacts,
  VALUE_COMPLIANCE,
  valueText,
} from "@/lib/documents/text.ts";
import {
  type Compliance,
  type DepositedValue,
  valuesByRank,
} from "@/lib/documents/upload_rules.ts";
import type { Role } from "@/lib/identity/roles.ts";
import { PROJECTS_CALLS } from "@/lib/residences/calls.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { formRoute, save } from "@/lib/web/form_handlers.ts";
import { savedPath } from "@/lib/web/form_submission.ts";
import { define, type PageContext, type State } from "@/lib/web/state.ts";

export const handler = define.handlers(formRoute(readDocument, verdictForms));

export default define.page<typeof handler>(({ data, state, url }) => {
  const { info, canValidate, next, page } = data;
  const { document, typedoc, project, equipment } = info;
  return (
    <>
      <DecisionNotice saved={url.searchParams.get(SAVED_PARAMETER)}>
        <p>Voici le document suivant à valider.</p>
      </DecisionNotice>
      <PageTitle
        title={typedoc.name}
        subtitle={[documentsOf(state).organisation.name, project.name, equipment?.name]}
        back={listOf(info, documentDayOf(state))}
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
      {!canValidate && page.shown !== null && <UnsavedVerdict {...page.shown} />}
      {canValidate && (
        <FormSection
          title="Validation"
          form={VERDICT_FORM}
          initial={{ compliance: initialCompliance(document.compliance) }}
          page={page}
          version={info.version}
          submit="Valider la décision"
        />
      )}
    </>
  );
});

function initialCompliance(compliance: boolean | null): string {
  if (compliance === null) return "";
  return compliance ? "yes" : "no";
}

/** Gives a verdict, then redirects to the next document to validate, or to the list when there is none. */
async function verdictForms(ctx: PageContext) {
  const { state, params: { requestId = "", docId: documentId = "" } } = ctx;
  const { next } = await readDocument(ctx);
  const at = { orgId: documentsOf(state).organisation.id, requestId, documentId };
  return {
    verdict: save(VERDICT_FORM, state.api.sender(DOCUMENTS_CALLS.validateDocument, at), {
      next: () => savedPath(next ?? links.documentList("to-validate"), DECISION),
    }),
  };
}

/** The list of a document, as a link. */
function listOf({ document, awaitsUpload }: DocumentInfo, today: IsoDate) {
  const list = mainListOf({ ...document, isReplaced: !awaitsUpload }, today);
  const path = list === "history" ? `history/${yearOf(deadlineOf(document))}` : list;
  return { href: links.documentList(path), label: DOCUMENT_LIST_LABELS[list] };
}

const VALIDATOR_ROLE: Role = "collect:documents:validate:write";

async function readDocument({ state, params }: PageContext) {
  const orgId = documentsOf(state).organisation.id;
  const { requestId = "", docId: documentId = "" } = params;
  const info = await state.api.read(DOCUMENTS_CALLS.getDocumentInfo, {
    orgId,
    requestId,
    documentId,
  });
  state.title = [PAGES.documents.title, info.typedoc.name];
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
  const project = await api.call(PROJECTS_CALLS.getProject, { projectId });
  return project.ok && project.answer.allRoles.includes(VALIDATOR_ROLE);
}

async function nextAfter(state: State, { document }: DocumentInfo): Promise<string | null> {
  const page = { orgId: documentsOf(state).organisation.id, list: "to-validate" } as const;
  const [due, first] = await Promise.all([
    state.api.read(DOCUMENTS_CALLS.pageDocuments, { ...page, from: deadlineOf(document) }),
    state.api.read(DOCUMENTS_CALLS.pageDocuments, page),
  ]);
  for (const row of [...due.rows, ...first.rows]) {
    // The list has those of the residences where the user only reads, too.
    if (row.id !== document.id && await isValidator(state, row)) {
      return links.document(row.requestId, row.id);
    }
  }
  return null;
}

/** All data of a document visible to a landlord. @spec contracting.viewer */
function DocumentFacts({ info }: { info: DocumentInfo }) {
  const { document, project, provider, replaces, replacedBy } = info;
  const facts = [
    [commentLabel(document.state), document.comment],
    ...documentFacts(info),
    ["Prestataire", provider.name],
    ["Décision du", formatInstant(document.validateDate)],
    ["Décision de", document.validatorUser ?? ""],
  ] as const;
  return (
    <div class="card">
      <dl class="facts">
        <Fact label="État">
          <DocumentStateBadge state={document.state} />
        </Fact>
        {document.uploadDate !== null && document.state !== "refused" && (
          <Fact label="Conformité">{complianceText(document.compliance)}</Fact>
        )}
        <Fact label="Résidence">
          <a href={links.residenceDocuments(document.projectId)}>{project.name}</a>
        </Fact>
        {replacedBy !== null && (
          <Fact label="Remplacé par">
            <a href={links.document(document.requestId, replacedBy)}>Le document suivant</a>
          </Fact>
        )}
        {replaces !== null && (
          <Fact label="Remplace">
            <a href={links.document(document.requestId, replaces)}>Le document refusé</a>
          </Fact>
        )}
        {facts.filter(([label, text]) => label !== "" && text !== "").map(([label, text]) => (
          <Fact key={label} label={label}>{text}</Fact>
        ))}
      </dl>
    </div>
  );
}

/** The PDF of a document in its page, to see alone or to save; a browser prints its frame empty. @spec contracting.viewer "embedded PDF with enlarge and download" */
function DocumentPdf({ inline, attachment }: { inline: string; attachment: string }) {
  return (
    <Section id="pdf" title="Document" offPaper>
      <p class="row">
        <a class="button" href={inline} target="_blank" rel="noopener">Agrandir (nouvel onglet)</a>
        <a class="button" href={attachment}>Télécharger</a>
      </p>
      <iframe class="document-pdf" src={inline} title="Document déposé" loading="lazy"></iframe>
    </Section>
  );
}

const TONES: Readonly<Record<Compliance, Tone>> = {
  inside: "good",
  outside: "very-bad",
  neutral: "info",
};

const COLUMNS: readonly TableColumn<DepositedValue>[] = [
  { field: "name", label: "Valeur", sortable: false, cell: ({ requested }) => requested.name },
  { field: "value", label: "Déclarée", sortable: false, cell: valueText },
  {
    field: "compliance",
    label: "Conformité",
    sortable: false,
    cell: ({ value, compliance }) =>
      value !== null && <Status tone={TONES[compliance]} label={VALUE_COMPLIANCE[compliance]} />,
  },
  {
    field: "bounds",
    label: "Attendue",
    sortable: false,
    cell: ({ requested }) => boundsText(requested),
  },
];

/** The values of a document, one table for each rank. @spec contracting.viewer "grouped data values" */
function DocumentValues({ info }: { info: DocumentInfo }) {
  const ranks = valuesByRank(info);
  if (ranks.length === 0) return null;
  return (
    <Section id="values" title="Valeurs déclarées">
      {ranks.map((values, rank) => (
        <DataTable
          key={rank}
          caption={ranks.length === 1 ? "Valeurs" : `Valeurs ${rank + 1}`}
          columns={COLUMNS}
          rows={values}
        />
      ))}
    </Section>
  );
}
