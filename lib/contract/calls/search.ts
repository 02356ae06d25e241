import * as z from "zod/mini";
import { orgMemberCall } from "@/lib/contract/grants.ts";
import { searchAnswer } from "@/lib/domain/projects/schema.ts";
import { SEARCH_LENGTH } from "@/lib/domain/projects/search.ts";

const searchQuery = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(SEARCH_LENGTH.min), z.maxLength(SEARCH_LENGTH.max)),
});

/** The search box of every page. @spec design "Search from any page" */
export const SEARCH_CALLS = {
  searchOrganisation: orgMemberCall({
    request: "GET /collect/orgs/:orgId/search",
    summary:
      "Looks words up in what the caller sees: residences, equipment, dwellings, sources, gas points, contracts, documents",
    query: searchQuery,
    answer: searchAnswer,
  }),
};
