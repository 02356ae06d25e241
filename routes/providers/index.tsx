import { page } from "fresh";
import { AskedList } from "@/components/providers/AskedList.tsx";
import { PortalNote } from "@/components/providers/PortalFrame.tsx";
import { paginated } from "@/lib/domain/tables/paginate.ts";
import { links } from "@/lib/links/links.ts";
import { askedDocuments, PROVIDER_LISTS } from "@/lib/pages/contracting/provider_documents.ts";
import { PROVIDER_LIST_NAMES } from "@/lib/text/contracting/portal.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/text/pages.ts";
import { define } from "@/lib/web/define.ts";

/** So many documents weigh less than the page may. */
const ROWS = 40;

export const handler = define.handlers({
  async GET({ state, url: { searchParams } }) {
    state.title = windowTitle(PAGE_NAMES.providerDocuments);
    const documents = await askedDocuments(state.api.call);
    const wanted = searchParams.get("list");
    // The first list that has something, by urgency.
    const list = PROVIDER_LISTS.find((one) => one === wanted) ??
      PROVIDER_LISTS.find((one) => documents[one].length > 0) ?? "running";
    const shown = paginated(documents[list], Number(searchParams.get("page")), ROWS);
    const isDeposited = searchParams.has("deposited");
    return page({ documents, list, shown, isDeposited });
  },
});

/** What a provider has to deposit, for all their landlords. */
export default define.page<typeof handler>((
  { data: { documents, list, shown, isDeposited } },
) => (
  <>
    <h1>{PAGE_NAMES.providerDocuments}</h1>
    {isDeposited && (
      <PortalNote tone="good" live>
        <p>
          Votre document est déposé. Un mail vous le confirme&nbsp;; il attend maintenant sa
          validation.
        </p>
      </PortalNote>
    )}
    <ul class="tabs">
      {PROVIDER_LISTS.map((one) => (
        <li key={one}>
          <a
            href={links.providerDocuments({ list: one })}
            aria-current={one === list ? "true" : "false"}
          >
            {PROVIDER_LIST_NAMES[one]} ({documents[one].length})
          </a>
        </li>
      ))}
    </ul>
    <h2>{PROVIDER_LIST_NAMES[list]}</h2>
    <AskedList documents={shown.rows} />
    {shown.pageCount > 1 && (
      <p>
        {shown.page > 1 && (
          <a
            href={links.providerDocuments({ list, page: String(shown.page - 1) })}
            aria-current="false"
          >
            Précédents
          </a>
        )} page {shown.page} sur {shown.pageCount} {shown.page < shown.pageCount && (
          <a
            href={links.providerDocuments({ list, page: String(shown.page + 1) })}
            aria-current="false"
          >
            Suivants
          </a>
        )}
      </p>
    )}
  </>
));
