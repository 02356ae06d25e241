import { EmptyState, PageTitle, Section } from "@/components/ui/Page.tsx";
import { characterCount, firstCharacters } from "@/lib/base/strings.ts";
import { SEARCH_CALLS } from "@/lib/residences/calls.ts";
import type { SearchAnswer, SearchHit } from "@/lib/residences/schema.ts";
import {
  HITS_PER_KIND,
  SEARCH_KIND_LABELS,
  SEARCH_KINDS,
  SEARCH_LABEL,
  SEARCH_LENGTH,
} from "@/lib/residences/search_rules.ts";
import { links } from "@/lib/ui/links.ts";
import { PAGE_NAMES, windowTitle } from "@/lib/ui/page_titles.ts";
import { define, page } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { place } = state;
    const requested = url.searchParams.get("org");
    const organisation = place?.organisations.find(({ id }) => id === requested) ??
      place?.organisation ?? null;
    if (place) place.organisation = organisation;
    const q = firstCharacters((url.searchParams.get("q") ?? "").trim(), SEARCH_LENGTH.max);
    state.title = windowTitle(PAGE_NAMES.search, organisation?.name);
    const isAsked = organisation !== null && characterCount(q) >= SEARCH_LENGTH.min;
    const found = isAsked
      ? await state.api.read(SEARCH_CALLS.searchOrganisation, { orgId: organisation.id, q })
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

/** Results of a search by kind; each links to its page. */
function SearchResults({ hits, counts }: SearchAnswer) {
  if (hits.length === 0) {
    return (
      <EmptyState title="Rien trouvé" icon="list">
        <p>Essayez un mot plus court&nbsp;: un nom, un code, une ville, un numéro de série.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {SEARCH_KINDS.filter((kind) => counts[kind] > 0).map((kind) => (
        <Section
          key={kind}
          id={kind}
          title={`${SEARCH_KIND_LABELS[kind]} (${counts[kind]})`}
          {...counts[kind] > HITS_PER_KIND && {
            intro:
              `Les ${HITS_PER_KIND} premiers\u00A0: précisez la recherche pour voir les autres.`,
          }}
        >
          <ul class="search-results">
            {hits.filter((hit) => hit.kind === kind).map((hit, position) => (
              <li key={position}>
                <a href={hrefOf(hit)}>{hit.label}</a> <span class="soft">{contextOf(hit)}</span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  );
}

function hrefOf(hit: SearchHit): string {
  const { kind, projectId, boilerRoomId, houseId, contractId, requestId, documentId } = hit;
  if (requestId !== null && documentId !== null) return links.document(requestId, documentId);
  if (contractId !== null) return links.contract(contractId);
  if (projectId === null) return links.residences();
  if (houseId !== null) return links.house(projectId, houseId);
  if (kind === "sensor") return links.sensors(projectId);
  if (kind === "prm") return links.autoconsumption(projectId);
  if (kind === "provider") return `${links.residenceSheet(projectId)}#providers`;
  return boilerRoomId === null
    ? links.residence(projectId)
    : links.boilerRoom(projectId, boilerRoomId);
}

function contextOf({ kind, detail, projectName }: SearchHit): string {
  return [detail, kind === "residence" ? "" : projectName].filter(Boolean).join(" · ");
}

function SearchForm({ orgId, q }: { orgId: string; q: string }) {
  return (
    <form class="table-tools" method="get" action={links.search()} role="search" autocomplete="off">
      <input type="hidden" name="org" value={orgId} />
      <div class="field search-words">
        <label for="search-words">{SEARCH_LABEL}</label>
        <input
          class="input"
          type="search"
          id="search-words"
          name="q"
          value={q}
          required
          minLength={SEARCH_LENGTH.min}
          maxLength={SEARCH_LENGTH.max}
        />
      </div>
      <button type="submit" class="button">Rechercher</button>
    </form>
  );
}
