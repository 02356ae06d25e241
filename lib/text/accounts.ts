import { formatInstant } from "./dates.ts";

/** Said when too many attempts were made: when the next one counts. @spec F §5, B §4 "Rate limiting" */
export function retryText(retryAt: string, timeZone = "Europe/Paris"): string {
  return `Trop de tentatives. Réessayez après le ${formatInstant(retryAt, timeZone)}.`;
}

/** Said when whoever wants to leave is the last to look after something. */
export const LAST_ADMINISTRATOR =
  "Vous êtes le dernier administrateur d’une organisation ou de la plateforme. Nommez-en un autre, puis supprimez votre compte.";

/** Said when the token another application put into the address opened nothing. */
export const TEMP_TOKEN_REFUSED =
  "Ce lien de connexion a déjà servi ou n’est plus valable. Connectez-vous.";
