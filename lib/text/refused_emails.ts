import { formatInstant } from "./format/dates.ts";
import { NO_BREAK_SPACE } from "./format/numbers.ts";

/** Shown beside the field of an address whose server refused the last mail. @spec mail.refused-addresses */
export function refusedEmailText(
  { email, at }: { readonly email: string; readonly at: string },
  timeZone?: string,
): string {
  return `${email}${NO_BREAK_SPACE}: cette adresse a été refusée par son serveur le ${
    formatInstant(at, timeZone)
  }.`;
}
