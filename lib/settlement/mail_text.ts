/** The letters about statements: to the operator when one is sent, to its sender when it is answered. @module */

import * as z from "zod";
import { lowered } from "@/lib/base/strings.ts";
import { areaLetters } from "@/lib/mail/letters.ts";
import type { MailWords } from "@/lib/mail/text.ts";
import { STATE_LABELS } from "./text.ts";

const about = {
  /** « Décompte 2025-2026 ». */
  statement: z.string(),
  landlord: z.string(),
  operator: z.string(),
  residence: z.string(),
  boilerRoom: z.string(),
  path: z.string(),
};

const statementLetter = z.discriminatedUnion("kind", [
  /** Its path has the token that opens the statement. */
  z.object({ kind: z.literal("statement-sent"), ...about }),
  z.object({
    kind: z.literal("statement-answered"),
    state: z.enum(["accepted", "contested"]),
    comment: z.string(),
    /** Name of the file of a contest; null without one. */
    fileName: z.string().nullable(),
    ...about,
  }),
]);

export type StatementLetter = z.output<typeof statementLetter>;

export const statementLetters = areaLetters<StatementLetter>({
  kinds: {
    "statement-sent": { name: "Décompte envoyé" },
    "statement-answered": { name: "Réponse à un décompte", isToAccount: true },
  },
  schema: statementLetter,
  words: statementWords,
  target: ({ path }) => ({ path }),
});

/** @spec settlement.mails */
function statementWords(letter: StatementLetter): MailWords {
  const { landlord, operator } = letter;
  const subject = `${lowered(letter.statement)}, ${letter.boilerRoom}, ${letter.residence}`;
  if (letter.kind === "statement-sent") {
    return {
      subject,
      before: [
        `${landlord} vous envoie le ${subject}.`,
        "Vous pouvez l’accepter, ou le contester en disant pourquoi.",
      ],
      action: "Voir le décompte",
      after: ["Ce lien est pour vous seul, car qui l’a peut répondre à votre place."],
    };
  }
  const answer = STATE_LABELS[letter.state].toLowerCase();
  return {
    subject: `${answer}, ${subject}`,
    before: [
      `${operator || "L’exploitant"} a répondu\u00A0: ${answer}, ${subject}.`,
      ...letter.comment === "" ? [] : [`Commentaire\u00A0: ${letter.comment}`],
      ...letter.fileName === null ? [] : [`Fichier joint\u00A0: ${letter.fileName}`],
    ],
    action: "Voir le décompte",
    after: [],
  };
}
