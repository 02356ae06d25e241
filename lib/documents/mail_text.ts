/** The letters to providers and validators. @module */

import * as z from "zod";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { areaLetters } from "@/lib/mail/letters.ts";
import type { MailItem, MailWords } from "@/lib/mail/mail_body.ts";
import { links } from "@/lib/ui/links.ts";
import { REQUEST_CLOSED } from "./portal_text.ts";
import { type TypedocValue, typedocValue } from "./schema.ts";
import { askedValueText, commentLabel } from "./text.ts";

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
interface ProviderLink {
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
function linkText({ until }: Pick<ProviderLink, "until">): string {
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

/** What a mail tells a provider, in its order: verdicts, abandonments, ended requests. */
export const VERDICTS = [
  "refused",
  "subject-valid",
  "valid",
  "not-transmitted",
  "closed",
  "withdrawn",
] as const;

export type Verdict = typeof VERDICTS[number];

/** A document, or an ended request without one. */
export interface MailedVerdict {
  readonly verdict: Verdict;
  /** Its type, residence and equipment. */
  readonly name: string;
  /** Civil day; null for a request. */
  readonly deadline: string | null;
  /** The reason or the reservation. */
  readonly comment: string;
  /** Civil day on which the replacement of a refused document is due; null when none is awaited. */
  readonly again: string | null;
  /** The landlord has closed its request. */
  readonly isClosed: boolean;
}

/** What a landlord decided since the last such mail. */
export interface VerdictLetter extends ProviderLink {
  readonly kind: "documents-verdicts";
  readonly organisation: string;
  /** Of all verdicts, also those that are not in the mail. */
  readonly count: number;
  readonly first: readonly MailedVerdict[];
}

/** The subject of a mail about one verdict, and the title of its list in a mail. */
const WORDS: Readonly<Record<Verdict, readonly [subject: string, title: string]>> = {
  "refused": ["document refusé", "Refusés"],
  "subject-valid": ["document validé avec réserve", "Validés avec réserve"],
  "valid": ["document validé", "Validés"],
  "not-transmitted": ["document abandonné", "Abandonnés\u00A0: ils ne sont plus attendus"],
  "closed": ["demande close", "Demandes closes\u00A0: plus rien n’est attendu"],
  "withdrawn": ["demande retirée", "Demandes retirées\u00A0: elles ne vous concernent plus"],
};

/** Texts of a letter about verdicts. @spec contracting.verdict-mails */
function verdictWords(letter: VerdictLetter): MailWords {
  const { organisation, count, first } = letter;
  const others = count - first.length;
  const lists = VERDICTS.flatMap((verdict) => {
    const items = first.filter((one) => one.verdict === verdict).map(itemOf);
    return items.length === 0 ? [] : [{ title: WORDS[verdict][1], items }];
  });
  return {
    subject: subjectOf(letter),
    before: [`${organisation} vous informe de ses décisions sur vos documents.`],
    lists,
    action: "Voir vos documents",
    after: [
      ...others > 0 ? [`Et ${formatNumber(others, 0)} de plus, à voir par ce lien.`] : [],
      linkText(letter),
    ],
  };
}

function subjectOf({ organisation, count, first }: VerdictLetter): string {
  const [one] = first;
  return count === 1 && one !== undefined
    ? `${WORDS[one.verdict][0]}, ${one.name}`
    : `${countText(count, "décision")} sur vos documents, ${organisation}`;
}

function itemOf({ verdict, name, deadline, comment, again, isClosed }: MailedVerdict): MailItem {
  const due = deadline === null ? "" : `, échéance le ${formatDay(deadline)}`;
  const label = verdict === "closed" || verdict === "withdrawn" ? "" : commentLabel(verdict);
  const said = comment.replaceAll(/\s+/g, " ").trim();
  const sentences = [
    `${name}${due}`,
    ...said === "" || label === "" ? [] : [`${label}\u00A0: ${said}`],
    ...again === null ? [] : [`Un nouveau document est attendu pour le ${formatDay(again)}`],
    ...verdict === "refused" && isClosed ? [REQUEST_CLOSED] : [],
  ];
  return {
    text: sentences.map((text) => text.replace(/(?<![.!?\u2026])$/, ".")).join(" "),
    path: null,
  };
}

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

const documents = z.object({
  count: z.number(),
  // Those queued by an earlier version name no contract.
  first: z.array(z.object({
    name: z.string(),
    contract: z.string().optional(),
    deadline: z.string(),
  })),
});
const asked = z.object({
  values: z.array(z.object({
    typedoc: z.string(),
    values: z.array(typedocValue),
    others: z.number(),
  })),
  contacts: z.array(z.object({ contract: z.string(), person: z.string() })),
}).optional();
// A letter queued by an earlier version does not say how long its link lasts.
const link = { token: z.string(), until: z.string().optional() };
const toProvider = { organisation: z.string(), ...link };

export const documentLetters = areaLetters<DocumentLetter>({
  kinds: {
    "provider-link": { name: "Lien d’un prestataire", hasExpiry: true },
    "document-deposited": { name: "Dépôt reçu" },
    "documents-verdicts": { name: "Décisions sur des documents" },
    "document-refused": { name: "Document refusé" },
    "documents-due": { name: "Rappel de documents" },
    "documents-week": { name: "Documents de la semaine" },
    "documents-to-validate": { name: "Documents à valider", isToAccount: true },
  },
  schema: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("provider-link"), ...link }),
    z.object({
      kind: z.literal("document-deposited"),
      organisation: z.string(),
      document: z.string(),
      residence: z.string(),
      at: z.string(),
    }),
    z.object({
      kind: z.literal("documents-verdicts"),
      count: z.number(),
      first: z.array(z.object({
        verdict: z.enum(VERDICTS),
        name: z.string(),
        deadline: z.string().nullable(),
        comment: z.string(),
        again: z.string().nullable(),
        isClosed: z.boolean(),
      })),
      ...toProvider,
    }),
    // Queued by an earlier version.
    z.object({
      kind: z.literal("document-refused"),
      name: z.string(),
      comment: z.string(),
      deadline: z.string().nullable(),
      ...toProvider,
    }),
    z.object({
      kind: z.literal("documents-due"),
      running: documents,
      late: documents,
      asked,
      ...toProvider,
    }),
    z.object({
      kind: z.literal("documents-week"),
      refused: documents,
      late: documents,
      fresh: documents.optional(),
      running: documents,
      asked,
      ...toProvider,
    }),
    z.object({
      kind: z.literal("documents-to-validate"),
      organisation: z.string(),
      documents,
      // A letter that was queued before it had one leads to the page of sign-in.
      path: z.string().optional(),
    }),
  ]),
  words: documentWords,
  target: (letter) => {
    if ("token" in letter) return { path: links.providerLogin({ token: letter.token }) };
    return letter.kind === "documents-to-validate" ? { path: letter.path } : null;
  },
});

function documentWords(letter: DocumentLetter): MailWords {
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
