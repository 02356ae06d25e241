import type { TypedocValue } from "@/lib/domain/contracting/types.ts";
import { formatDay, formatInstant } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import type { MailWords } from "@/lib/text/mail_words.ts";
import { askedValueText } from "./documents.ts";
import { REQUEST_CLOSED } from "./portal.ts";

/** Documents of a mail: their number, and the first ones. */
export interface MailedDocuments {
  readonly count: number;
  readonly first: readonly {
    /** Its type, residence and equipment. */
    readonly name: string;
    /** Absent in a letter queued by an earlier version. */
    readonly contract?: string | undefined;
    /** Civil day. */
    readonly deadline: string;
  }[];
}

/** What a provider needs to answer new requests. */
export interface AskedDetails {
  readonly values: readonly {
    readonly typedoc: string;
    readonly values: readonly TypedocValue[];
    /** Number of values that are not named. */
    readonly others: number;
  }[];
  readonly contacts: readonly { readonly contract: string; readonly person: string }[];
}

/** The link of a provider's mail; its token opens the recipient's documents. */
export interface ProviderLink {
  readonly token: string;
  /** Instant at which it expires; absent in a letter queued by an earlier version. */
  readonly until?: string | undefined;
}

/** Automatic mails about documents. */
export type ReminderLetter =
  | RefusalLetter
  | (ProviderLink & {
    readonly kind: "documents-due";
    readonly organisation: string;
    readonly running: MailedDocuments;
    readonly late: MailedDocuments;
    /** Absent in a letter queued by an earlier version, as below. */
    readonly asked?: AskedDetails | undefined;
  })
  | (ProviderLink & {
    readonly kind: "documents-week";
    readonly organisation: string;
    readonly refused: MailedDocuments;
    readonly late: MailedDocuments;
    /** Asked for the first time. */
    readonly fresh?: MailedDocuments | undefined;
    readonly running: MailedDocuments;
    readonly asked?: AskedDetails | undefined;
  })
  | {
    readonly kind: "documents-to-validate";
    readonly organisation: string;
    readonly documents: MailedDocuments;
    /** The list of that organisation. */
    readonly path?: string | undefined;
  };

/** Queued by an earlier version: refusals are in the mail of the other verdicts now. */
interface RefusalLetter extends ProviderLink {
  readonly kind: "document-refused";
  readonly organisation: string;
  /** Its type, residence and equipment. */
  readonly name: string;
  readonly comment: string;
  /** Civil day on which its replacement is due; null when its request is closed. */
  readonly deadline: string | null;
}

/** Texts of a letter about documents. @spec contracting.mails */
export function reminderWords(letter: ReminderLetter): MailWords {
  switch (letter.kind) {
    case "document-refused":
      return refusalWords(letter);
    case "documents-due":
      return depositWords(letter, `documents demandés par ${letter.organisation}`, [
        ...paragraphs("À déposer", letter.running),
        ...paragraphs("En retard", letter.late),
        ...detailParagraphs(letter.asked),
      ]);
    case "documents-week":
      return depositWords(letter, `vos documents de la semaine pour ${letter.organisation}`, [
        ...paragraphs("Refusés, à déposer de nouveau", letter.refused),
        ...paragraphs("En retard", letter.late),
        ...letter.fresh ? paragraphs("Nouvelles demandes", letter.fresh) : [],
        ...paragraphs("À déposer", letter.running),
        ...detailParagraphs(letter.asked),
      ]);
    case "documents-to-validate":
      return {
        subject: `documents à valider pour ${letter.organisation}`,
        before: paragraphs("En attente de validation", letter.documents),
        action: "Voir les documents à valider",
        after: [],
      };
  }
}

function refusalWords(letter: RefusalLetter): MailWords {
  const { organisation, name, comment, deadline } = letter;
  return depositWords(letter, `document refusé, ${name}`, [
    `${organisation} a refusé un document\u00A0: ${name}.`,
    ...(comment === "" ? [] : [`Motif\u00A0: ${comment}`]),
    deadline === null
      ? REQUEST_CLOSED
      : `Un nouveau document est attendu pour le ${formatDay(deadline)}.`,
  ]);
}

function depositWords(letter: ProviderLink, subject: string, before: string[]): MailWords {
  return { subject, before, action: "Voir les documents demandés", after: [linkText(letter)] };
}

/** Who may use the link of a mail, and how long. @spec contracting.mails */
export function linkText({ until }: Pick<ProviderLink, "until">): string {
  const secret = "Ce lien est pour vous seul, car qui l’a peut déposer à votre place.";
  if (until === undefined) return secret;
  const life = `Il est valable jusqu’au ${formatInstant(until)}`;
  return `${secret} ${life}\u00A0; ensuite, sa page vous en envoie un autre.`;
}

/** A heading with the number of documents, then one line per document; empty without documents. */
function paragraphs(title: string, { count, first }: MailedDocuments): string[] {
  if (count === 0) return [];
  const others = count - first.length;
  return [
    `${title} : ${formatNumber(count, 0)}`,
    ...first.map(({ name, contract = "", deadline }) => {
      const by = contract === "" ? "" : `, contrat ${contract}`;
      return `– ${name}${by}, échéance le ${formatDay(deadline)}`;
    }),
    ...(others > 0 ? [`– et ${formatNumber(others, 0)} de plus`] : []),
  ];
}

function detailParagraphs({ values, contacts }: AskedDetails = { values: [], contacts: [] }) {
  return [
    ...values.map(({ typedoc, values, others }) => {
      const more = others === 0 ? [] : [`et ${formatNumber(others, 0)} de plus`];
      const named = [...values.map(askedValueText), ...more].join(", ");
      return `Valeurs à saisir avec «\u00A0${typedoc}\u00A0»\u00A0: ${named}.`;
    }),
    ...contacts.map(({ contract, person }) =>
      `Une question sur le contrat ${contract}\u00A0: ${person}.`
    ),
  ];
}
