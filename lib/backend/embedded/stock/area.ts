import { SearchIndex } from "@/lib/backend/embedded/projects/search.ts";
import { bound, type Services } from "@/lib/backend/embedded/services.ts";
import type { SEARCH_CALLS } from "@/lib/contract/calls/search.ts";
import type { STOCK_CALLS } from "@/lib/contract/calls/stock.ts";
import type { Backend } from "@/lib/contract/catalogue.ts";
import * as imports from "./imports.ts";

/** CSV import of a landlord's stock, written with the calls that pages use, and its search. */
export function stockArea(services: Services, backend: () => Backend) {
  const tools = { services, backend };
  const index = new SearchIndex(services);
  return {
    ...bound(tools, imports),
    searchOrganisation: (input, caller) => index.search(input, caller),
  } satisfies Pick<Backend, keyof typeof STOCK_CALLS | keyof typeof SEARCH_CALLS>;
}
