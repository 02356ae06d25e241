import * as z from "zod/mini";
import { defineCall } from "@/lib/contract/call.ts";
import { ORG_MEMBER } from "@/lib/contract/grants.ts";
import { anyText, figure, idOrNull, named } from "@/lib/domain/forms/schema.ts";
import { SEARCH_KINDS, type SearchAnswer } from "@/lib/domain/projects/search.ts";

const searchQuery = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)),
});

const searchAnswer: z.ZodMiniType<SearchAnswer> = named(
  "SearchAnswer",
  z.object({
    hits: z.array(z.object({
      kind: z.enum(SEARCH_KINDS),
      projectId: idOrNull,
      projectName: anyText,
      label: anyText,
      detail: anyText,
      boilerRoomId: idOrNull,
      houseId: idOrNull,
      contractId: idOrNull,
      requestId: idOrNull,
      documentId: idOrNull,
    })),
    counts: z.object({
      residence: figure,
      equipment: figure,
      dwelling: figure,
      sensor: figure,
      pce: figure,
      prm: figure,
      provider: figure,
      contract: figure,
      document: figure,
    }),
  }),
);

/** The search box of every page. @spec design "Search from any page" */
export const SEARCH_CALLS = {
  searchOrganisation: defineCall({
    method: "GET",
    path: "/collect/orgs/:orgId/search",
    summary:
      "Looks words up in what the caller sees: residences, equipment, dwellings, sources, gas points, contracts, documents",
    access: ORG_MEMBER,
    query: searchQuery,
    answer: searchAnswer,
    refusals: [],
  }),
};
