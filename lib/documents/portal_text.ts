/** Words of the provider's portal. @module */

import { MOST_PHOTOS } from "@/lib/files/joined_photos.ts";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import type { ErrorCode } from "@/lib/base/errors.ts";
import { countText } from "@/lib/base/text_format.ts";
import type { FieldError } from "@/lib/base/validators.ts";
import { megabytesText } from "@/lib/ui/text.ts";
import type { MatchReason } from "./file_matching.ts";
import type { DocumentRow } from "./schema.ts";
import { stateText } from "./text.ts";
import type { DepositTarget, WaitingFile } from "./upload_schema.ts";

export const PROVIDER_LIST_NAMES = {
  refused: "Refusés",
  late: "En retard",
  running: "À déposer",
  deposited: "Déposés et validés",
} as const;

/** State of a deposited or abandoned document: "Validé, déposé le 10/02/2026 à 12:00". */
export function depositText(
  { state, uploadDate }: Pick<DocumentRow, "state" | "uploadDate">,
): string {
  const at = uploadDate === null ? "" : `, déposé le ${formatInstant(uploadDate)}`;
  return `${stateText(state)}${at}`;
}

/** Shown for a document whose request was closed by the landlord. */
export const REQUEST_CLOSED =
  "Le bailleur a clos cette demande\u00A0: ce document n’est plus attendu.";

/** Shown on a file whose document was deposited, or is no longer requested. */
export const TAKEN_MEANWHILE =
  "Ce document n’attend plus de dépôt\u00A0: choisissez-en un autre, ou ne déposez pas ce fichier";

/** Why a file is refused when too many files wait. */
export const TOO_MANY_WAITING =
  "Trop de fichiers attendent déjà leur document. Déposez-les d’abord, ou retirez-les.";

/** Shown on the form of a refused deposit whose file needs not be chosen again. @spec deposits.resumable */
export function keptText({ name }: Pick<WaitingFile, "name">): string {
  return `Fichier déjà reçu\u00A0: ${name}. Il n’est pas à choisir de nouveau.`;
}

const REASONS: Readonly<Record<MatchReason, string>> = {
  "number": "le numéro",
  "type": "le type",
  "residence": "la résidence",
  "equipment": "l’équipement",
  "contract": "le contrat",
  "date": "l’échéance",
};

/** Why a document is proposed for a file, or why none is. */
export function matchText(
  { isWhole, sameAs }: Pick<WaitingFile, "isWhole" | "sameAs">,
  reasons: readonly MatchReason[],
): string {
  if (!isWhole) {
    return "L’envoi a été interrompu\u00A0: choisissez de nouveau ce fichier ci-dessous.";
  }
  if (sameAs !== null) return "Même contenu qu’un autre fichier de cette liste.";
  if (reasons.length === 0) return "Le nom du fichier ne désigne pas un seul document.";
  return `Reconnu par ${reasons.map((reason) => REASONS[reason]).join(", ")}.`;
}

/** A document in the choices of a file. */
export function targetText(
  { typedocName, projectName, equipmentPlace, equipmentName, deadline, organisationName }:
    DepositTarget,
): string {
  const equipment = [equipmentPlace, equipmentName];
  const due = `échéance ${formatDay(deadline)}`;
  return [typedocName, projectName, ...equipment, due, organisationName].filter(Boolean).join(", ");
}

/** Number of documents requested by a landlord: "demande 3 documents, dont 1 refusé et 1 en retard". */
export function askedText(
  { count, late, refused }: { count: number; late: number; refused: number },
): string {
  const requested = `demande ${countText(count, "document")}`;
  const urgent = [
    ...refused > 0 ? [countText(refused, "refusé")] : [],
    ...late > 0 ? [countText(late, "en retard", "en retard")] : [],
  ];
  return urgent.length === 0 ? requested : `${requested}, dont ${urgent.join(" et ")}`;
}

/** Shown for a form when another person's link was opened since in the same browser. */
export const OTHER_LINK =
  "Un lien envoyé à une autre adresse a été ouvert depuis dans ce navigateur\u00A0: rien n’est déposé. Ouvrez de nouveau le vôtre dans un autre onglet, puis envoyez de nouveau ici.";

/** Sentences of the portal for refusals that others read differently: providers have no account, and no organisation. */
export const PORTAL_SENTENCES: Readonly<Partial<Record<ErrorCode, string>>> = {
  "document-management-off":
    "Ce bailleur ne demande plus de documents ici\u00A0: il n’y a rien à déposer pour lui.",
  "other-account": OTHER_LINK,
};

const FILE_FAULTS: ReadonlyMap<string, string> = new Map([
  ["empty", "Ce fichier est vide. Enregistrez de nouveau le document, puis choisissez-le."],
  [
    "not-a-pdf",
    "Ce fichier n’est ni un PDF, ni une photo JPEG ou PNG. Enregistrez le document en PDF, puis choisissez-le.",
  ],
  [
    "heic",
    "Cette photo est au format HEIC ou AVIF, que tous ne peuvent pas lire. Enregistrez-la en JPEG, puis choisissez la copie. Pour les photos suivantes, sur un iPhone\u00A0: Réglages, Appareil photo, Formats, «\u00A0Le plus compatible\u00A0»\u00A0; sur un autre téléphone, désactivez HEIC ou HEIF dans les réglages de l’appareil photo.",
  ],
  [
    "photo-broken",
    "Cette photo est incomplète ou abîmée. Prenez-la ou enregistrez-la de nouveau, puis choisissez-la.",
  ],
  [
    "photo-too-large",
    "Cette photo est trop grande\u00A0: 100 millions de pixels au plus en JPEG, 16 millions en PNG. Réduisez-la, ou enregistrez-la en JPEG, puis choisissez la copie.",
  ],
  [
    "photo-unsupported",
    "Cette photo JPEG a les couleurs d’une imprimerie (CMJN) ou un codage rare. Enregistrez-la de nouveau en JPEG ordinaire, puis choisissez la copie.",
  ],
  [
    "photos-only",
    "Plusieurs fichiers ne font un document que si ce sont des photos JPEG ou PNG. Choisissez un seul PDF, ou seulement des photos.",
  ],
  [
    "photos-too-many",
    `Un document a ${MOST_PHOTOS} photos au plus. Choisissez-en moins, ou enregistrez-les dans un PDF.`,
  ],
  [
    "broken",
    "Ce PDF est incomplet ou abîmé. Enregistrez-le de nouveau en PDF, puis choisissez-le.",
  ],
  [
    "too-complex",
    "Ce PDF a trop de pages ou d’éléments pour être vérifié. Rien n’est déposé\u00A0: réduisez-le, ou imprimez-le en PDF, puis choisissez la copie.",
  ],
  [
    "encrypted",
    "Ce PDF est protégé par un mot de passe. Enregistrez-le sans protection, puis choisissez-le.",
  ],
  [
    "active-content",
    "Ce PDF contient un programme, un formulaire actif ou un fichier joint. Imprimez-le en PDF, puis choisissez la copie.",
  ],
  ["incomplete", "Le fichier n’est pas arrivé en entier. Choisissez-le et envoyez-le de nouveau."],
  ["infected", "L’antivirus a trouvé un virus dans ce fichier. Rien n’est déposé."],
]);

/** Why a file was refused. @param maxBytes maximum size of a document */
export function fileFaultText(fault: string, maxBytes: number): string {
  if (fault === "too-large") return `Ce fichier dépasse ${megabytesText(maxBytes)}.`;
  return FILE_FAULTS.get(fault) ?? "Ce fichier n’a pas pu être lu.";
}

const VALUE_FAULTS: ReadonlyMap<string, string> = new Map([
  ["not-a-number", "Doit être un nombre"],
  ["not-a-date", "Doit être une date"],
  ["in-future", "Cette date n’est pas encore venue"],
]);

export function valueFault(fault: string): FieldError {
  const message = VALUE_FAULTS.get(fault);
  if (message !== undefined) return { code: "message", message };
  return fault === "required" ? { code: "required" } : {
    code: "message",
    message: "Cette valeur n’est pas demandée",
  };
}

/** Label of the day on which the work was done. */
export const COMPLETION_DATE = "Date de réalisation";
