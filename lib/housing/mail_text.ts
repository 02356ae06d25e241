/** Letters that give an occupant access to their dwelling's page. @module */

import * as z from "zod";
import { areaLetters, passwordTarget } from "@/lib/mail/letters.ts";
import type { MailWords } from "@/lib/mail/text.ts";

/** A mail to an occupant who was given access to their dwelling's page. */
export type HomeLetter =
  & {
    /** The landlord. */
    readonly organisation: string;
    readonly residence: string;
    readonly dwelling: string;
  }
  & (
    | { readonly kind: "home-invitation"; readonly code: string; readonly app: string }
    | {
      readonly kind: "home-welcome";
      /** Path of the dwelling's page. */
      readonly path?: string | undefined;
    }
  );

const home = { organisation: z.string(), residence: z.string(), dwelling: z.string() };

export const homeLetters = areaLetters<HomeLetter>({
  kinds: {
    "home-invitation": {
      name: "Invitation d’un occupant",
      hasExpiry: true,
      isToAccount: true,
      isInvitation: true,
    },
    "home-welcome": { name: "Page d’un logement ouverte", isToAccount: true },
  },
  schema: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("home-invitation"), code: z.string(), app: z.string(), ...home }),
    // A mail queued by an earlier version has no path.
    z.object({ kind: z.literal("home-welcome"), path: z.optional(z.string()), ...home }),
  ]),
  words: homeWords,
  target: (letter, email) =>
    letter.kind === "home-invitation" ? passwordTarget(letter, email) : { path: letter.path },
  isAbout: ({ residence, dwelling }, occupancy) =>
    dwelling === occupancy.dwelling && residence === occupancy.residence,
});

/** Texts of a letter that gives access to a page. */
function homeWords(letter: HomeLetter): MailWords {
  const { organisation, residence, dwelling } = letter;
  const subject = "la page de votre logement";
  const opened =
    `${organisation} vous ouvre la page de votre logement (${residence}, ${dwelling})\u00A0: vos consommations depuis votre arrivée et les messages de la résidence.`;
  if (letter.kind === "home-welcome") {
    const known = "Entrez avec l’adresse et le mot de passe que vous avez déjà.";
    return { subject, before: [opened, known], action: "Voir mon logement", after: [] };
  }
  return {
    subject,
    before: [opened, `Votre code : ${letter.code}`],
    action: "Choisir mon mot de passe et entrer",
    after: [
      "Cette invitation est valable 7 jours. Ensuite, demandez-en une autre à votre bailleur.",
      "Vous n’êtes pas obligé d’utiliser cette page\u00A0: si elle ne vous intéresse pas, ne faites rien.",
    ],
  };
}
