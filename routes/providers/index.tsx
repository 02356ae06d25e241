import { PortalNote } from "@/components/documents/PortalFrame.tsx";
import { formatDay } from "@/lib/base/date_format.ts";
import { DOCUMENTS_CALLS } from "@/lib/documents/calls.ts";
import { PROVIDER_LISTS } from "@/lib/documents/document_states.ts";
import { depositText, PROVIDER_LIST_NAMES } from "@/lib/documents/portal_text.ts";
import type { AskedDocument } from "@/lib/documents/schema.ts";
import { commentLabel } from "@/lib/documents/text.ts";
import { links, SAVED_PARAMETER } from "@/lib/ui/links.ts";
import { PAGES } from "@/lib/ui/page_titles.ts";
import { define, mailsWait, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url: { searchParams } }) {
    state.title = PAGES.providerDocuments.title;
    const wanted = PROVIDER_LISTS.find((one) => one === searchParams.get("list"));
    const requested = Number(searchParams.get("page"));
    const query = {
      ...wanted && { list: wanted },
      ...Number.isInteger(requested) && requested > 0 && requested < 1e9 &&
        { page: String(requested) },
    };
    const shown = await state.api.read(DOCUMENTS_CALLS.pageAskedDocuments, query);
    const isDeposited = searchParams.has(SAVED_PARAMETER);
    return page({ shown, isDeposited });
  },
});

/** Documents that a provider has to deposit, for all their landlords. */
export default define.page<typeof handler>(({ data: { shown, isDeposited }, state }) => (
  <>
    <h1>{PAGES.providerDocuments.title}</h1>
    {isDeposited && (
      <div id="deposit">
        <PortalNote tone="good" live>
          <p>
            {mailsWait(state)
              ? "Votre document est déposé\u00A0; il attend maintenant sa validation."
              : "Votre document est déposé. Un mail vous le confirme\u00A0; il attend maintenant sa validation."}
          </p>
        </PortalNote>
      </div>
    )}
    <ul class="tabs">
      {PROVIDER_LISTS.map((one) => (
        <li key={one}>
          <a
            href={links.providerDocuments({ list: one })}
            aria-current={one === shown.list ? "true" : "false"}
          >
            {PROVIDER_LIST_NAMES[one]}
            {one !== "deposited" && ` (${shown.counts[one]})`}
          </a>
        </li>
      ))}
    </ul>
    <p>
      <a href={links.providerDeposits()}>{PAGES.providerDeposits.title}</a>
    </p>
    <h2>{PROVIDER_LIST_NAMES[shown.list]}</h2>
    <DocumentList documents={shown.rows} isDeposited={shown.list === "deposited"} />
    {shown.pageCount > 1 && (
      <p>
        {shown.page > 1 && (
          <a
            href={links.providerDocuments({ list: shown.list, page: String(shown.page - 1) })}
            aria-current="false"
          >
            Précédents
          </a>
        )} page {shown.page} sur {shown.pageCount} {shown.page < shown.pageCount && (
          <a
            href={links.providerDocuments({ list: shown.list, page: String(shown.page + 1) })}
            aria-current="false"
          >
            Suivants
          </a>
        )}
      </p>
    )}
  </>
));

interface DocumentListProps {
  readonly documents: readonly AskedDocument[];
  readonly isDeposited: boolean;
}

/** Documents of landlords, each with its subject and due date; deposited ones with their state and file. */
function DocumentList({ documents, isDeposited }: DocumentListProps) {
  if (documents.length === 0) return <p class="soft">Aucun document.</p>;
  return (
    <ul class="docs">
      {documents.map((requested) => {
        const at = {
          orgId: requested.organisation.id,
          requestId: requested.requestId,
          documentId: requested.id,
        };
        return (
          <li key={requested.id}>
            <a href={links.providerDocument(at)}>{requested.typedocName}</a>
            <p>
              {[requested.projectName, requested.equipmentName, requested.contractName].filter(
                Boolean,
              )
                .join(", ")}
            </p>
            <p>
              {requested.organisation.name}, échéance le {formatDay(requested.deadline)}
            </p>
            {isDeposited && <p>{depositText(requested)}</p>}
            {requested.comment !== "" && (
              <p>
                {isDeposited ? commentLabel(requested.state) : "Motif"}&nbsp;: {requested.comment}
              </p>
            )}
            {isDeposited && requested.uploadDate !== null && (
              <a href={links.providerPdf(at, "inline")}>Ouvrir le PDF</a>
            )}
          </li>
        );
      })}
    </ul>
  );
}
