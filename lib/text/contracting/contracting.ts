import type { TypedocValueType } from "@/lib/domain/contracting/types.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";

export const VALUE_TYPE_LABELS: Readonly<Record<TypedocValueType, string>> = {
  number: "Nombre",
  text: "Texte",
  date: "Date",
};

/** State of a provider or a document type. */
export function archivedText(archived: boolean): string {
  return archived ? "Archivé" : "Actif";
}

/**
 * The button that archives or restores a provider or a document type.
 *
 * @param noun "le type"
 * @param place whether it is archived, and where it is offered otherwise: "aux demandes"
 */
export function archivalButton(
  noun: string,
  { archived, offeredTo }: { readonly archived: boolean; readonly offeredTo: string },
) {
  return archived
    ? {
      intent: "restore",
      label: `Restaurer ${noun}`,
      text: `Restauré, il est de nouveau proposé ${offeredTo}.`,
    }
    : {
      intent: "archive",
      label: `Archiver ${noun}`,
      text:
        "Archivé, il n’est plus proposé aux nouvelles demandes. Celles qui le nomment continuent.",
    };
}

/**
 * Why a user may not change what other residences share, and who may.
 *
 * @spec contracting.shared
 * @param noun "le contrat"
 * @param choosesOwn whether they may choose which of their residences it concerns
 */
export function sharedText(noun: string, choosesOwn: boolean): string {
  const who =
    `D’autres résidences que les vôtres sont concernées. Demandez à une personne qui gère les documents de toutes ces résidences, ou à un administrateur de l’organisation qui en gère, de changer ${noun}.`;
  return choosesOwn
    ? `${who} Vous choisissez seulement lesquelles de vos résidences en font partie.`
    : who;
}

/** Why a request with deposits keeps its choices. @param stored names of the changed choices, as stored */
export function keptChoiceText(stored: readonly string[]): string {
  const names = stored.map((name) => `«\u00A0${name}\u00A0»`).join(" et ");
  return `Un document est déjà déposé\u00A0: remettez ${names}, ou créez une autre demande.`;
}

/** Why a request with deposits is not deleted. @param close whether it is closed already */
export function depositedRequestText(close: boolean): string {
  const instead = close ? "" : ", mais elle peut être close";
  return `Un document a été déposé\u00A0: cette demande ne se supprime pas${instead}.`;
}

/** State of a request. */
export function closeText(close: boolean): string {
  return close ? "Close" : "Ouverte";
}

export function residencesText(count: number, isEvery: boolean): string {
  return isEvery ? "Toutes" : formatNumber(count, 0);
}
