import { EmptyState, PageTitle, Section } from "@/components/ui/Page.tsx";
import { characterCount, firstCharacters } from "@/lib/base/strings.ts";
import { type MenuPlace, placeMenu } from "@/lib/app/menu.ts";
import { menuLabel, SEARCHED_WORDS } from "@/lib/app/menu_text.ts";
import { placeIn } from "@/lib/app/place.ts";
import { PROJECTS_CALLS, SEARCH_CALLS } from "@/lib/residences/calls.ts";
import type { Project, SearchAnswer, SearchHit } from "@/lib/residences/schema.ts";
import {
  HITS_PER_KIND,
  SEARCH_KIND_LABELS,
  SEARCH_KINDS,
  SEARCH_LABEL,
  SEARCH_LENGTH,
} from "@/lib/residences/search_rules.ts";
import { links } from "@/lib/ui/links.ts";
import { holdsWords } from "@/lib/ui/search.ts";
import { writeFilters } from "@/lib/ui/tables.ts";
import { define, page, type PageScope, type State } from "@/lib/web/state.ts";

export const handler = define.handlers({
  async GET({ state, url }) {
    const { place } = state;
    const requested = url.searchParams.get("org");
    const organisation = place?.organisations.find(({ id }) => id === requested) ??
      place?.organisation ?? null;
    if (place) place.organisation = organisation;
    const q = firstCharacters((url.searchParams.get("q") ?? "").trim(), SEARCH_LENGTH.max);
    const isAsked = organisation !== null && characterCount(q) >= SEARCH_LENGTH.min;
    const found = isAsked
      ? await state.api.read(SEARCH_CALLS.searchOrganisation, { orgId: organisation.id, q })
      : null;
    const pages = place === undefined || !isAsked
      ? []
      : pagesOf(await menuPlace({ ...state, place }, url), q);
    return page({ q, found, pages, orgId: organisation?.id ?? null });
  },
});

/** The place whose pages are found: the residence from which one searches, or the organisation. */
async function menuPlace({ place, api, caller }: State & { place: PageScope }, url: URL) {
  const projectId = url.searchParams.get("in");
  const project = projectId === null
    ? null
    : await api.readUnless("not-found", PROJECTS_CALLS.getProject, { projectId });
  const isOwn = project !== null && project.orgId === place.organisation?.id;
  return {
    ...isOwn ? placeIn(place, project) : place,
    project: isOwn ? project : null,
    isPlatformAdmin: caller.kind === "account" && caller.platformAdmin,
  };
}

/** The pages of the menu, and those on which one adds something, whose name or other words have every word. @spec projects.search-pages */
function pagesOf(place: MenuPlace & { project: Project | null }, q: string): FoundPage[] {
  return placeMenu(place, "").map((entry) => ({
    href: entry.href,
    label: menuLabel(entry).replaceAll("\u00AD", ""),
    of: entry.section === "residence" ? place.project?.name ?? "" : "",
    words: SEARCHED_WORDS[entry.name] ?? "",
  })).filter(({ label, words }) => holdsWords([label, words], q));
}

export default define.page<typeof handler>(({ data: { q, found, pages, orgId } }) => (
  <>
    <PageTitle {...q !== "" && { subtitle: `«\u00A0${q}\u00A0»` }} />
    {orgId !== null && <SearchForm orgId={orgId} q={q} />}
    {found === null
      ? (
        <EmptyState title="Que cherchez-vous&nbsp;?" icon="list">
          <p>
            Deux caractères au moins&nbsp;: un nom, un code, une ville, un numéro de série ou de
            document, un PCE, un contrat, une page ou une action.
          </p>
        </EmptyState>
      )
      : <SearchResults {...found} pages={pages} />}
  </>
));

interface FoundPage {
  readonly href: string;
  readonly label: string;
  /** Name of its residence; "" outside one. */
  readonly of: string;
}

/** Results of a search by kind; each links to its page. */
function SearchResults({ hits, counts, pages }: SearchAnswer & { pages: readonly FoundPage[] }) {
  if (hits.length === 0 && pages.length === 0) {
    return (
      <EmptyState title="Rien trouvé" icon="list">
        <p>Essayez un mot plus court&nbsp;: un nom, un code, une ville, un numéro de série.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {pages.length > 0 && (
        <Section id="pages" title={`Pages et actions (${pages.length})`}>
          <ul class="search-results">
            {pages.map(({ href, label, of }) => (
              <li key={href}>
                <a href={href}>{label}</a> <span class="soft">{of}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
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
  if (kind === "document") return documentsHref(hit);
  if (projectId === null) return links.residences();
  if (houseId !== null) return links.house(projectId, houseId);
  if (kind === "sensor") return links.sensors(projectId);
  if (kind === "prm") return links.autoconsumption(projectId);
  if (kind === "provider") return `${links.residenceSheet(projectId)}#providers`;
  return boilerRoomId === null
    ? links.residence(projectId)
    : links.boilerRoom(projectId, boilerRoomId);
}

/** The awaited documents of a type. */
function documentsHref({ label, projectId }: SearchHit): string {
  const query = writeFilters({ typedoc: label });
  return projectId === null
    ? links.documentList("running", query)
    : links.residenceDocuments(projectId, "running", query);
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
