import { links } from "@/lib/links/links.ts";
import { SEARCH_LABEL } from "@/lib/text/projects/search.ts";

/** The search box of every page: a form whose result is a page. Alt and / focus it. */
export function SearchBox({ orgId }: { orgId: string }) {
  return (
    <form
      class="search-box"
      method="get"
      action={links.search()}
      role="search"
      aria-label="Recherche"
    >
      <input type="hidden" name="org" value={orgId} />
      <input
        class="input"
        type="search"
        name="q"
        required
        minLength={2}
        maxLength={100}
        accessKey="/"
        placeholder="Rechercher"
        title={SEARCH_LABEL}
        aria-label={SEARCH_LABEL}
      />
    </form>
  );
}
