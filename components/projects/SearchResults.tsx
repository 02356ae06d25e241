import { EmptyState, Section } from "@/components/page/Page.tsx";
import { HITS_PER_KIND, SEARCH_KINDS } from "@/lib/domain/projects/search.ts";
import type { SearchAnswer, SearchHit } from "@/lib/domain/projects/types.ts";
import { links } from "@/lib/links/links.ts";
import { SEARCH_KIND_LABELS } from "@/lib/text/projects/search.ts";

/** Results of a search by kind; each links to its page. */
export function SearchResults({ hits, counts }: SearchAnswer) {
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
            {hits.filter((hit) => hit.kind === kind).map((hit, rank) => (
              <li key={rank}>
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
