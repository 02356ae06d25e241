/** What a search may find, in the order of its answer. @spec design "Search from any page" */
export const SEARCH_KINDS = [
  "residence",
  "equipment",
  "dwelling",
  "sensor",
  "pce",
  "prm",
  "provider",
] as const;

/** One of {@link SEARCH_KINDS}. */
export type SearchKind = typeof SEARCH_KINDS[number];

/** Something a search found. */
export interface SearchHit {
  kind: SearchKind;
  projectId: string;
  projectName: string;
  /** What was found: a name, a serial, a delivery point. */
  label: string;
  /** What tells it from its likes: a code, a town, a kind of equipment; empty without it. */
  detail: string;
  /** Boiler room it is in, when whoever asks may open it. */
  boilerRoomId: string | null;
  /** The dwelling found; null for anything else. */
  houseId: string | null;
}

/** What a search found, of each kind the first ones. */
export interface SearchAnswer {
  hits: SearchHit[];
  /** How many there are of each kind, those not listed too. */
  counts: Record<SearchKind, number>;
}

/** Things of one kind that an answer lists. */
export const HITS_PER_KIND = 20;
