/** Words of the mails that give an occupant access to their dwelling's page. @module */

import type { MailWords } from "./mail_body.ts";

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

/** Texts of a letter that gives access to a page. */
export function homeWords(letter: HomeLetter): MailWords {
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
