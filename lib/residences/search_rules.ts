/** Lists the kinds of things that a search finds, with their limits and labels. @module */

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

export const SEARCH_KIND_LABELS: Readonly<Record<SearchKind, string>> = {
  residence: "Résidences",
  equipment: "Équipements",
  dwelling: "Logements",
  sensor: "Capteurs",
  pce: "Points de livraison de gaz (PCE)",
  prm: "Points de livraison de l’autoconsommation (PRM)",
  provider: "Prestataires",
  contract: "Contrats",
  document: "Documents",
};

export const SEARCH_LABEL = "Rechercher une résidence, un logement, un document, une action…";
