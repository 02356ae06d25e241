import { countText } from "@/lib/text/format/counts.ts";
import { formatDay } from "@/lib/text/format/dates.ts";
import { formatNumber } from "@/lib/text/format/numbers.ts";
import type { MailItem, MailWords } from "@/lib/text/mail_words.ts";
import { commentLabel } from "./documents.ts";
import { REQUEST_CLOSED } from "./portal.ts";
import { linkText, type ProviderLink } from "./reminders.ts";

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
export function verdictWords(letter: VerdictLetter): MailWords {
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
