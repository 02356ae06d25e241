import type { SearchKind } from "@/lib/domain/projects/search.ts";

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

export const SEARCH_LABEL = "Rechercher une résidence, un équipement, un logement, un PCE…";
