/** Kinds of search results, in their order. @spec design "Search from any page" */
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

/** What a hit that leads to no place has. */
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
