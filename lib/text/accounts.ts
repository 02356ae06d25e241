import { formatInstant } from "./dates.ts";

/** Said when too many attempts were made: when the next one counts. @spec F §5, B §4 "Rate limiting" */
export function retryText(retryAt: string, timeZone = "Europe/Paris"): string {
  return `Trop de tentatives. Réessayez après le ${formatInstant(retryAt, timeZone)}.`;
}
