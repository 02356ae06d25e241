/** Kinds of search results, in order. @spec design "Search from any page" */
export const SEARCH_KINDS = [
  "residence",
  "equipment",
  "dwelling",
  "sensor",
  "pce",
  "prm",
  "provider",
  "contract",
  "document",
] as const;

export type SearchKind = typeof SEARCH_KINDS[number];

/** Length of a search, characters. */
export const SEARCH_LENGTH = { min: 2, max: 100 } as const;

/** Fields of a result without a place. */
export const NO_PLACE = {
  projectId: null,
  projectName: "",
  detail: "",
  boilerRoomId: null,
  houseId: null,
  contractId: null,
  requestId: null,
  documentId: null,
} as const;

export const HITS_PER_KIND = 20;
