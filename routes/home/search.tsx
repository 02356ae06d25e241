import { EmptyState, PageTitle } from "@/components/page/Page.tsx";
import { SearchForm } from "@/components/page/SearchForm.tsx";
import { SearchResults } from "@/components/projects/SearchResults.tsx";
import { characterCount, firstCharacters } from "@/lib/domain/forms/characters.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/links/links.ts";
import { define, page } from "@/lib/web/state.ts";

/** Minimum and maximum length of a search, characters. */
const LENGTH = { least: 2, most: 100 };

export const handler = define.handlers({
  async GET({ state, url }) {
    const { place } = state;
    const asked = url.searchParams.get("org");
    const organisation = place?.organisations.find(({ id }) => id === asked) ??
      place?.organisation ?? null;
    if (place) place.organisation = organisation;
    const q = firstCharacters((url.searchParams.get("q") ?? "").trim(), LENGTH.most);
    state.title = windowTitle(PAGE_NAMES.search, organisation?.name);
    const isAsked = organisation !== null && characterCount(q) >= LENGTH.least;
    const found = isAsked
      ? await state.api.read("searchOrganisation", { orgId: organisation.id, q })
      : null;
    return page({ q, found, orgId: organisation?.id ?? null });
  },
});

export default define.page<typeof handler>(({ data: { q, found, orgId } }) => (
  <>
    <PageTitle title={PAGE_NAMES.search} {...q !== "" && { subtitle: `«\u00A0${q}\u00A0»` }} />
    {orgId !== null && <SearchForm orgId={orgId} q={q} />}
    {found === null
      ? (
        <EmptyState title="Que cherchez-vous&nbsp;?" icon="list">
          <p>
            Deux caractères au moins&nbsp;: un nom, un code, une ville, un numéro de série ou de
            document, un PCE, un contrat.
          </p>
        </EmptyState>
      )
      : <SearchResults {...found} />}
  </>
));
