import type { MailWords } from "@/lib/text/mail_words.ts";

/** What is written to the persons of providers about documents. */
export type DocumentLetter = { readonly kind: "provider-link"; readonly token: string };

/** The words of a letter about documents. */
export function documentWords(_letter: DocumentLetter): MailWords {
  return {
    subject: "votre lien vers les documents demandés",
    before: ["Vous avez demandé un lien vers les documents que des bailleurs vous demandent."],
    action: "Voir les documents demandés",
    after: [
      "Ce lien est pour vous seul, car qui l’a peut déposer à votre place. Une fois ouvert, il remplace les précédents. Si vous n’avez rien demandé, ne faites rien.",
    ],
  };
}
