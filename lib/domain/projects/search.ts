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

/** One of {@link SEARCH_KINDS}. */
export type SearchKind = typeof SEARCH_KINDS[number];

export interface SearchHit {
  kind: SearchKind;
  /** null for a contract, which is about several. */
  projectId: string | null;
  projectName: string;
  /** A name, a serial, a delivery point. */
  label: string;
  /** Distinguishes homonyms: a code, a town, a kind of equipment; may be empty. */
  detail: string;
  /** Its boiler room, when the caller may open it. */
  boilerRoomId: string | null;
  /** The dwelling found; null for anything else. */
  houseId: string | null;
  /** The contract found; null for anything else. */
  contractId: string | null;
  /** The document found; null for anything else. */
  requestId: string | null;
  documentId: string | null;
}

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

/** The first results of each kind. */
export interface SearchAnswer {
  hits: SearchHit[];
  /** How many there are of each kind, those not listed too. */
  counts: Record<SearchKind, number>;
}

export const HITS_PER_KIND = 20;
