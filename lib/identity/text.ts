/** Words about sign-in, e-mail confirmation and waiting mails. @module */

import { formatInstant } from "@/lib/base/date_format.ts";

/** Shown after too many attempts: when to retry. @spec calls.waiting */
export function retryText(retryAt: string): string {
  return `Trop de tentatives. Réessayez après le ${formatInstant(retryAt)}, heure de Paris.`;
}

/** Shown when the last administrator of an organisation or of the platform wants to leave. */
export const LAST_ADMINISTRATOR =
  "Vous êtes le dernier administrateur d’une organisation ou de la plateforme. Nommez-en un autre, puis supprimez votre compte une fois qu’il a accepté son invitation.";

/**
 * Why a user is sent to the sign-in page: another application's link was invalid, or a form was submitted after the end
 * of its session.
 */
export const SENT_BACK: ReadonlyMap<string, string> = new Map([
  ["temptoken", "Ce lien de connexion a déjà servi ou n’est plus valable. Connectez-vous."],
  [
    "session",
    "Votre session était terminée\u00A0: ce que vous veniez d’envoyer n’est pas enregistré. Connectez-vous, puis recommencez.",
  ],
]);

/** Shown when a code is requested but mails cannot be sent. */
export const MAILS_WAIT =
  "Aucun serveur d’envoi n’est réglé\u00A0: les mails attendent sur la machine du serveur, où la commande «\u00A0deno task mail\u00A0» les écrit en fichiers.";

/** Shown when a password is chosen during the session of another account. */
export function otherSession(email: string): string {
  return `Vous êtes connecté en tant que ${email}\u00A0: choisir ce mot de passe remplace cette session, dans tous les onglets, par celle du compte ci-dessous.`;
}

/** Texts of the page that confirms an address from a mailed link. */
export const EMAIL_CONFIRMATION = {
  ask:
    "Cette adresse deviendra celle de votre compte : vous vous connecterez avec elle. Toutes vos sessions se fermeront.",
  done: "C’est avec elle que vous vous connectez maintenant. Vos sessions sont fermées.",
  /** The browser is signed in with another account, whose session stays. */
  otherSession: (email: string) =>
    `Ce navigateur est encore connecté en tant que ${email}. Déconnectez-vous pour entrer avec l’adresse confirmée.`,
  dead:
    "Un lien sert une fois, pendant 24 heures, et le dernier envoyé remplace les autres. Si vous avez déjà confirmé l’adresse, connectez-vous avec elle ; sinon, demandez un nouveau lien depuis votre compte.",
  taken: "Un autre compte a pris cette adresse entre-temps. Rien n’a été changé.",
  /** On the page of the account, while its link could still be opened. */
  takenBefore:
    "Un autre compte a pris cette adresse entre-temps\u00A0: son lien ne peut pas la confirmer. Donnez-en une autre ci-dessous, ou gardez l’actuelle.",
} as const;
