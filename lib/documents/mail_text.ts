/** The letters to providers and validators. @module */

import * as z from "zod";
import { formatDay, formatInstant } from "@/lib/base/date_format.ts";
import { countText, formatNumber } from "@/lib/base/text_format.ts";
import { areaLetters } from "@/lib/mail/letters.ts";
import type { MailItem, MailWords } from "@/lib/mail/text.ts";
import { links } from "@/lib/ui/links.ts";
import { REQUEST_CLOSED } from "./portal_text.ts";
import { typedocValue } from "./schema.ts";
import { askedValueText, commentLabel } from "./text.ts";

const mailedDocuments = z.object({
  count: z.number(),
  first: z.array(z.object({
    /** Its type, residence and equipment. */
    name: z.string(),
    /** Absent in a letter queued by an earlier version. */
    contract: z.string().optional(),
    /** Civil day. */
    deadline: z.string(),
  })),
});
export type MailedDocuments = z.output<typeof mailedDocuments>;

/** What a provider needs to answer new requests. */
const askedDetails = z.object({
  values: z.array(z.object({
    typedoc: z.string(),
    values: z.array(typedocValue),
    /** Number of values that are not named. */
    others: z.number(),
  })),
  contacts: z.array(z.object({ contract: z.string(), person: z.string() })),
});
export type AskedDetails = z.output<typeof askedDetails>;

/** The link of a provider's mail; its token opens the recipient's documents. */
const link = {
  token: z.string(),
  /** Instant at which it expires; absent in a letter queued by an earlier version. */
  until: z.string().optional(),
};
const toProvider = { organisation: z.string(), ...link };

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
const mailedVerdict = z.object({
  verdict: z.enum(VERDICTS),
  /** Its type, residence and equipment. */
  name: z.string(),
  /** Civil day; null for a request. */
  deadline: z.string().nullable(),
  /** The reason or the reservation. */
  comment: z.string(),
  /** Civil day on which the replacement of a refused document is due; null when none is awaited. */
  again: z.string().nullable(),
  /** The landlord has closed its request. */
  isClosed: z.boolean(),
});
export type MailedVerdict = z.output<typeof mailedVerdict>;

/** Mails to members of providers, and to validators. */
export type DocumentLetter = z.output<typeof documentLetter>;
const documentLetter = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("provider-link"), ...link }),
  z.object({
    kind: z.literal("document-deposited"),
    organisation: z.string(),
    /** Name of its type. */
    document: z.string(),
    residence: z.string(),
    /** Instant of the deposit. */
    at: z.string(),
  }),
  z.object({
    kind: z.literal("documents-verdicts"),
    /** Of all verdicts, also those that are not in the mail. */
    count: z.number(),
    first: z.array(mailedVerdict),
    ...toProvider,
  }),
  z.object({
    kind: z.literal("documents-due"),
    running: mailedDocuments,
    late: mailedDocuments,
    asked: askedDetails.optional(),
    ...toProvider,
  }),
  z.object({
    kind: z.literal("documents-week"),
    refused: mailedDocuments,
    late: mailedDocuments,
    /** Asked for the first time. */
    fresh: mailedDocuments.optional(),
    running: mailedDocuments,
    asked: askedDetails.optional(),
    ...toProvider,
  }),
  z.object({
    kind: z.literal("documents-to-validate"),
    organisation: z.string(),
    documents: mailedDocuments,
    /** The list of that organisation; without it, a letter leads to the page of sign-in. */
    path: z.string().optional(),
  }),
]);

type LetterOf<Kind extends DocumentLetter["kind"]> = Extract<DocumentLetter, { kind: Kind }>;

/** What a landlord decided since the last such mail. */
export type VerdictLetter = LetterOf<"documents-verdicts">;

export const documentLetters = areaLetters<DocumentLetter>({
  kinds: {
    "provider-link": { name: "Lien d’un prestataire", hasExpiry: true },
    "document-deposited": { name: "Dépôt reçu" },
    "documents-verdicts": { name: "Décisions sur des documents" },
    "documents-due": { name: "Rappel de documents" },
    "documents-week": { name: "Documents de la semaine" },
    "documents-to-validate": { name: "Documents à valider", isToAccount: true },
  },
  schema: documentLetter,
  words: documentWords,
  target: (letter) => {
    if ("token" in letter) return { path: links.providerLogin({ token: letter.token }) };
    return letter.kind === "documents-to-validate" ? { path: letter.path } : null;
  },
});

/** Texts of a letter about documents. @spec contracting.mails */
export function documentWords(letter: DocumentLetter): MailWords {
  switch (letter.kind) {
    case "provider-link":
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
    case "document-deposited":
      return receiptWords(letter);
    case "documents-verdicts":
      return verdictWords(letter);
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

function depositWords(
  letter: LetterOf<"documents-due" | "documents-week">,
  subject: string,
  before: string[],
): MailWords {
  return { subject, before, action: "Voir les documents demandés", after: [linkText(letter)] };
}

/** Who may use the link of a mail, and how long. @spec contracting.mails */
function linkText({ until }: { readonly until?: string | undefined }): string {
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

function receiptWords(
  { organisation, document, residence, at }: LetterOf<"document-deposited">,
): MailWords {
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
