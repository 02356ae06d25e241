import { links } from "@/lib/links/links.ts";
import { SEARCH_LABEL } from "@/lib/text/projects/search.ts";

interface SearchFormProps {
  orgId: string;
  q: string;
}

export function SearchForm({ orgId, q }: SearchFormProps) {
  return (
    <form class="table-tools" method="get" action={links.search()} role="search">
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
          minLength={2}
          maxLength={100}
        />
      </div>
      <button type="submit" class="button">Rechercher</button>
    </form>
  );
}
