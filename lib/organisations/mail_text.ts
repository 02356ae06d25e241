/** Letters that tell a person of their place in an organisation. @module */

import * as z from "zod";
import { areaLetters, passwordTarget } from "@/lib/mail/letters.ts";
import type { MailWords } from "@/lib/mail/text.ts";

type MemberLetter = z.output<typeof memberLetter>;
const memberLetter = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("invitation"),
    code: z.string(),
    organisation: z.string(),
    /** Author of the invitation, by name or e-mail. */
    inviter: z.string(),
    app: z.string(),
  }),
  z.object({ kind: z.literal("welcome"), organisation: z.string(), inviter: z.string() }),
]);

export const memberLetters = areaLetters<MemberLetter>({
  kinds: {
    "invitation": { name: "Invitation", hasExpiry: true, isToAccount: true, isInvitation: true },
    "welcome": { name: "Ajout à une organisation", isToAccount: true },
  },
  schema: memberLetter,
  words: memberWords,
  target: (letter, email) => letter.kind === "invitation" ? passwordTarget(letter, email) : null,
});

function memberWords(letter: MemberLetter): MailWords {
  if (letter.kind === "invitation") {
    return {
      subject: `invitation à rejoindre ${letter.organisation}`,
      before: [
        `${letter.inviter} vous invite à rejoindre ${letter.organisation}.`,
        `Votre code : ${letter.code}`,
      ],
      action: "Choisir votre mot de passe et entrer",
      after: ["Cette invitation est valable 7 jours."],
    };
  }
  return {
    subject: `vous avez rejoint ${letter.organisation}`,
    before: [
      `${letter.inviter} vous a ouvert l’accès à ${letter.organisation}. Votre compte et votre mot de passe ne changent pas.`,
    ],
    action: "Se connecter",
    // An invitation elsewhere may still await its answer.
    after: [
      "Si vous n’avez pas encore choisi de mot de passe, demandez-en un par « Mot de passe oublié ».",
    ],
  };
}
