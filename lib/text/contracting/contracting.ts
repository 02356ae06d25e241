import type { TypedocValueType } from "@/lib/domain/contracting/types.ts";

export const VALUE_TYPE_LABELS: Readonly<Record<TypedocValueType, string>> = {
  number: "Nombre",
  text: "Texte",
  date: "Date",
};

/** State of a provider or a document type. */
export function archivedText(archived: boolean): string {
  return archived ? "Archivé" : "Actif";
}

/** Why a request with deposits keeps its choices. @param stored names of the changed choices, as stored */
export function keptChoiceText(stored: readonly string[]): string {
  const names = stored.map((name) => `«\u00A0${name}\u00A0»`).join(" et ");
  return `Un document est déjà déposé\u00A0: remettez ${names}, ou créez une autre demande.`;
}

/** State of a request. */
export function closeText(close: boolean): string {
  return close ? "Close" : "Ouverte";
}

export function residencesText(count: number, isEvery: boolean): string {
  if (isEvery) return "Toutes";
  return String(count);
}

export const PROVIDER_REMOVAL =
  "Un prestataire nommé par un contrat ou une demande ne se supprime pas\u00A0: archivez-le.";
export const TYPEDOC_REMOVAL =
  "Un type de document qui a été demandé ne se supprime pas\u00A0: archivez-le.";
export const CONTRACT_REMOVAL = "Un contrat dont des documents sont demandés ne se supprime pas.";
export const REQUEST_REMOVAL =
  "Les documents attendus disparaissent avec elle. Une demande dont un document a été déposé ne se supprime pas\u00A0: fermez-la.";
export const CHARGE_REMOVAL = "Le prestataire n’est plus chargé du contrat à ces dates.";
export const VALUE_REMOVAL = "Les documents déposés gardent ce qu’ils en disaient.";
