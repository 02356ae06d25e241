import { formatInstant } from "@/lib/text/format/dates.ts";
import type { MailWords } from "@/lib/text/mail_words.ts";
import { linkText, type ProviderLink, type ReminderLetter, reminderWords } from "./reminders.ts";
import { type VerdictLetter, verdictWords } from "./verdicts.ts";

/** Mails to members of providers about documents. */
export type DocumentLetter =
  | ReminderLetter
  | (ProviderLink & { readonly kind: "provider-link" })
  | VerdictLetter
  | ReceiptLetter;

interface ReceiptLetter {
  readonly kind: "document-deposited";
  readonly organisation: string;
  /** Name of its type. */
  readonly document: string;
  readonly residence: string;
  /** Instant of the deposit. */
  readonly at: string;
}

/** Names of the kinds of letters, for administrators. */
export const DOCUMENT_LETTER_NAMES: Readonly<Record<DocumentLetter["kind"], string>> = {
  "provider-link": "Lien d’un prestataire",
  "document-deposited": "Dépôt reçu",
  "documents-verdicts": "Décisions sur des documents",
  "document-refused": "Document refusé",
  "documents-due": "Rappel de documents",
  "documents-week": "Documents de la semaine",
  "documents-to-validate": "Documents à valider",
};

export function isDocumentLetter(letter: { readonly kind: string }): letter is DocumentLetter {
  return Object.hasOwn(DOCUMENT_LETTER_NAMES, letter.kind);
}

export function documentWords(letter: DocumentLetter): MailWords {
  if (letter.kind === "document-deposited") return receiptWords(letter);
  if (letter.kind === "documents-verdicts") return verdictWords(letter);
  if (letter.kind !== "provider-link") return reminderWords(letter);
  return {
    subject: "votre lien vers les documents demandés",
    before: ["Vous avez demandé un lien vers les documents que des bailleurs vous demandent."],
    action: "Voir les documents demandés",
    after: [
      `${
        linkText(letter)
      } Une fois ouvert, il remplace les précédents. Si vous n’avez rien demandé, ne faites rien.`,
    ],
  };
}

function receiptWords({ organisation, document, residence, at }: ReceiptLetter): MailWords {
  return {
    subject: `dépôt reçu, ${document}, ${residence}`,
    before: [
      `${organisation} a bien reçu votre document «\u00A0${document}\u00A0» pour la résidence ${residence}, le ${
        formatInstant(at)
      }. Il attend maintenant sa validation.`,
    ],
    action: null,
    after: ["Si ce n’était pas vous, prévenez votre bailleur sans attendre."],
  };
}
