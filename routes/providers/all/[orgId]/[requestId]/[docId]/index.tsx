import { DepositForm } from "@/components/documents/DepositForm.tsx";
import { PortalNote } from "@/components/documents/PortalFrame.tsx";
import type { IsoDate } from "@/lib/base/civil_dates.ts";
import { formatDay } from "@/lib/base/date_format.ts";
import { errorText } from "@/lib/base/text_errors.ts";
import { withLater } from "@/lib/base/validators.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { deadlineOf } from "@/lib/documents/due_dates.ts";
import {
  type Deposited,
  documentLimits,
  keptFile,
  sendDeposit,
} from "@/lib/documents/portal_pages.ts";
import { REQUEST_CLOSED } from "@/lib/documents/portal_text.ts";
import type { DocumentInfo } from "@/lib/documents/schema.ts";
import {
  boundsText,
  commentLabel,
  documentFacts,
  stateText,
  VALUE_COMPLIANCE,
  valueText,
} from "@/lib/documents/text.ts";
import { mostSets, valuesByRank } from "@/lib/documents/upload_rules.ts";
import { retryText } from "@/lib/identity/text.ts";
import { type DocumentAddress, links } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { answerOrThrow } from "@/lib/web/errors.ts";
import { readSubmission, savedPath, seeOther } from "@/lib/web/form_submission.ts";
import { define, page, type PageContext, todayOf } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET(ctx) {
    return await showPage(ctx, await infoOf(ctx), null);
  },
  async POST(ctx) {
    const found = await ctx.state.api.call(DOCUMENTS_CALLS.getDocumentInfo, addressOf(ctx));
    // When the browser has opened another user's link since, the form is refused with its owner instead of as unknown.
    if (!found.ok) await readSubmission(ctx, [], documentLimits(ctx));
    const info = answerOrThrow(found);
    const { typedoc } = info;
    const sent = await sendDeposit(ctx, addressOf(ctx), { typedoc, sets: setsOf(ctx, info) });
    if (sent.ok) return seeOther(ctx, savedPath(links.providerDocuments(), "deposit"));
    // The document or its request may have changed during the upload.
    return await showPage(ctx, await infoOf(ctx), sent);
  },
});

/** A document requested by a landlord: its subject, the reason of a refusal, and its deposit. */
export default define.page<typeof handler>(({ data }) => (
  <>
    <h1>{data.info.typedoc.name}</h1>
    {data.failure !== null && (
      <PortalNote tone="bad" live>
        <p>{data.failure}</p>
      </PortalNote>
    )}
    {data.info.requestClosed && (
      <PortalNote>
        <p>{REQUEST_CLOSED}</p>
      </PortalNote>
    )}
    <Comment document={data.info.document} />
    <DocumentFacts info={data.info} newDeadline={data.newDeadline} />
    <DeclaredValues info={data.info} />
    {data.info.hasPdf && <DepositedPdf at={data.at} />}
    {data.info.awaitsUpload && (
      <>
        <h2>Déposer le document</h2>
        <DepositForm
          at={data.at}
          typedoc={data.info.typedoc}
          sets={data.sets}
          typed={data.typed}
          today={data.today}
          maxBytes={data.maxBytes}
          kept={data.kept}
        />
      </>
    )}
  </>
));

/** A refusal is highlighted; a reservation is plain text. */
function Comment({ document: { state, comment } }: Pick<DocumentInfo, "document">) {
  if (comment === "") return null;
  return (
    <PortalNote {...state !== "subject-valid" && { tone: "bad" }}>
      <p>{commentLabel(state)}&nbsp;: {comment}</p>
    </PortalNote>
  );
}

function addressOf({ params: { orgId = "", requestId = "", docId = "" } }: PageContext) {
  return { orgId, requestId, documentId: docId };
}

async function infoOf(ctx: PageContext): Promise<DocumentInfo> {
  return await ctx.state.api.read(DOCUMENTS_CALLS.getDocumentInfo, addressOf(ctx));
}

/** The deadline of the awaited replacement of a refused document, as in the provider's list; null for none. */
async function newDeadlineOf(
  ctx: PageContext,
  { replacedBy, awaitsUpload }: DocumentInfo,
): Promise<IsoDate | null> {
  if (replacedBy === null || !awaitsUpload) return null;
  const at = { ...addressOf(ctx), documentId: replacedBy };
  const next = await ctx.state.api.readUnless("not-found", DOCUMENTS_CALLS.getDocumentInfo, at);
  return next && deadlineOf(next.document);
}

function setsOf({ url }: PageContext, { typedoc }: DocumentInfo): number {
  const sets = Number(url.searchParams.get("sets"));
  if (!typedoc.multiple || !Number.isInteger(sets) || sets < 1) return 1;
  return Math.min(sets, mostSets(typedoc.values.length));
}

async function showPage(
  ctx: PageContext,
  info: DocumentInfo,
  sent: Extract<Deposited, { ok: false }> | null,
) {
  const { state } = ctx;
  const at = addressOf(ctx);
  const { values = {}, errors = {} } = sent ?? {};
  const kept = sent && await keptFile(ctx, sent);
  state.title = [PAGES.providerDocuments.title, info.typedoc.name];
  return page({
    at,
    info,
    newDeadline: await newDeadlineOf(ctx, info),
    sets: setsOf(ctx, info),
    typed: { values, errors: withLater(errors, Object.keys(values)) },
    kept,
    failure: failureOf(sent, kept !== null),
    today: todayOf(state),
    maxBytes: state.config.maxDocumentBytes,
  }, { status: sent?.status ?? 200 });
}

function failureOf(
  sent: Extract<Deposited, { ok: false }> | null,
  isFileKept: boolean,
): string | null {
  if (sent === null) return null;
  const { result } = sent;
  if (result === null) {
    const next = isFileKept ? "déposez de nouveau" : "choisissez de nouveau le fichier";
    return `Le document n’est pas déposé\u00A0: corrigez ce qui est signalé, puis ${next}.`;
  }
  if (result.code === "document-not-awaiting-upload") {
    return "Ce fichier n’est pas déposé\u00A0: le document n’attend plus de dépôt. Son état est affiché ci-dessous.";
  }
  return result.retryAt === undefined ? errorText(result.code) : retryText(result.retryAt);
}

interface DocumentFactsProps {
  readonly info: DocumentInfo;
  /** The last day to deposit the replacement of a refused document; null for none. */
  readonly newDeadline: IsoDate | null;
}

function DocumentFacts({ info, newDeadline }: DocumentFactsProps) {
  const { document, organisation, project } = info;
  const facts = [
    ["Bailleur", organisation.name],
    ["État", stateText(document.state)],
    ...newDeadline === null
      ? []
      : [["À déposer de nouveau avant la fin du", formatDay(newDeadline)] as const],
    ["Résidence", [project.name, project.code].filter(Boolean).join(" · ")],
    ...documentFacts(info),
  ] as const;
  return (
    <dl>
      {facts.flatMap(([label, value]) => [
        <dt key={label}>{label}</dt>,
        <dd key={`${label} value`}>{value}</dd>,
      ])}
    </dl>
  );
}

/** The values that a provider declared, one list for each rank. @spec contracting.viewer "grouped data values" */
export function DeclaredValues({ info }: { info: DocumentInfo }) {
  const ranks = valuesByRank(info);
  return (
    <>
      {ranks.map((values, rank) => (
        <section key={rank}>
          <h2>
            {ranks.length === 1 ? "Valeurs déclarées" : `Valeurs déclarées, série ${rank + 1}`}
          </h2>
          <dl>
            {values.flatMap((value) => [
              <dt key={value.requested.id}>{value.requested.name}</dt>,
              <dd key={`${value.requested.id} value`}>
                {valueText(value)}
                {value.compliance === "outside" && (
                  <p class="error">
                    {VALUE_COMPLIANCE[value.compliance]}&nbsp;: attendu{" "}
                    {boundsText(value.requested)}
                  </p>
                )}
              </dd>,
            ])}
          </dl>
        </section>
      ))}
    </>
  );
}

/** The deposited PDF: loaded once it is opened here, or seen alone, or saved. @spec contracting.viewer "embedded PDF with enlarge and download" */
export function DepositedPdf({ at }: { at: DocumentAddress }) {
  const inline = links.providerPdf(at, "inline");
  return (
    <>
      <h2>PDF déposé</h2>
      <ul class="tabs">
        <li>
          <a href={inline} target="_blank" rel="noopener">Agrandir (nouvel onglet)</a>
        </li>
        <li>
          <a href={links.providerPdf(at, "attachment")}>Télécharger</a>
        </li>
      </ul>
      <details>
        <summary>Afficher ici</summary>
        <iframe src={inline} title="PDF déposé" loading="lazy"></iframe>
      </details>
    </>
  );
}
