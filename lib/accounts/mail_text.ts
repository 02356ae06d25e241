/** Letters about an account: codes, changes and its removal. @module */

import * as z from "zod";
import { areaLetters, passwordTarget } from "@/lib/mail/letters.ts";
import type { MailWords } from "@/lib/mail/text.ts";
import { links } from "@/lib/ui/links.ts";

export type AccountLetter = z.output<typeof accountLetter>;
const accountLetter = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("reset-code"), code: z.string(), app: z.string() }),
  z.object({ kind: z.literal("password-changed") }),
  z.object({ kind: z.literal("email-proof"), token: z.string() }),
  z.object({ kind: z.literal("email-asked"), email: z.string() }),
  z.object({ kind: z.literal("email-changed"), email: z.string() }),
  z.object({ kind: z.literal("account-removed") }),
]);

export const accountLetters = areaLetters<AccountLetter>({
  kinds: {
    "reset-code": {
      name: "Code pour un nouveau mot de passe",
      hasExpiry: true,
      isToAccount: true,
    },
    "password-changed": { name: "Mot de passe changé", isToAccount: true },
    "email-proof": {
      name: "Confirmation d’une adresse email",
      hasExpiry: true,
      isToAccount: true,
    },
    "email-asked": { name: "Nouvelle adresse email demandée", isToAccount: true },
    "email-changed": { name: "Adresse email changée", isToAccount: true },
    "account-removed": { name: "Compte supprimé" },
  },
  schema: accountLetter,
  words: accountWords,
  target: (letter, email) => {
    if (letter.kind === "reset-code") return passwordTarget(letter, email);
    if (letter.kind === "email-proof") return { path: links.confirmEmail({ token: letter.token }) };
    return letter.kind === "email-asked" ? { path: links.account() } : null;
  },
});

const NOT_YOU =
  "Si ce n’était pas vous, demandez un nouveau mot de passe et prévenez votre administrateur.";

function accountWords(letter: AccountLetter): MailWords {
  switch (letter.kind) {
    case "reset-code":
      return {
        subject: "votre code pour un nouveau mot de passe",
        before: [
          "Vous avez demandé à choisir un nouveau mot de passe.",
          `Votre code : ${letter.code}`,
        ],
        action: "Choisir un nouveau mot de passe",
        after: [
          "Ce code sert une fois, pendant 30 minutes. Si vous n’avez rien demandé, ne faites rien : votre mot de passe ne change pas.",
        ],
      };
    case "password-changed":
      return {
        subject: "votre mot de passe a changé",
        before: [
          "Le mot de passe de votre compte vient d’être changé. Toutes les autres sessions sont fermées.",
        ],
        action: "Se connecter",
        after: [NOT_YOU],
      };
    case "email-proof":
      return {
        subject: "confirmez votre adresse",
        before: ["Vous avez demandé que cette adresse soit celle de votre compte."],
        action: "Confirmer cette adresse",
        after: [
          "Ce lien sert une fois, pendant 24 heures. Si vous n’avez rien demandé, ne faites rien : le compte garde son adresse.",
        ],
      };
    case "email-asked":
      return {
        subject: "une autre adresse est demandée pour votre compte",
        before: [
          `L’adresse ${letter.email} est demandée pour votre compte. Tant qu’elle n’est pas confirmée, votre adresse reste celle-ci.`,
        ],
        action: "Voir votre compte",
        after: [
          "Si ce n’était pas vous, changez votre mot de passe : la demande est alors annulée.",
        ],
      };
    case "email-changed":
      return {
        subject: "l’adresse de votre compte a changé",
        before: [
          `Votre compte porte maintenant l’adresse ${letter.email} ; c’est avec elle que vous vous connectez.`,
        ],
        action: null,
        after: ["Si ce n’était pas vous, prévenez votre administrateur sans attendre."],
      };
    case "account-removed":
      return {
        subject: "votre compte est supprimé",
        before: ["Votre compte vient d’être supprimé, avec ses rôles et ses appartenances."],
        action: null,
        after: ["Si ce n’était pas vous, prévenez votre administrateur sans attendre."],
      };
  }
}
