/** Why a mail was not delivered, and the sentence shown beside a refused address. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import { NO_BREAK_SPACE } from "@/lib/base/text_format.ts";

/** Why a mail was not sent, when no server refused it. */
export const MAIL_FAULTS = {
  over: "not sent in time",
  unreadable: "closed with another secret",
} as const;

/** Prefix of the fault of a mail that was sent completely but not answered. @spec mail.lost-answers */
const UNANSWERED = "no answer to the whole mail: ";

export function writeUnanswered(fault: string): string {
  return `${UNANSWERED}${fault}`;
}

/** The fault passed to {@link writeUnanswered}; null for any other text. */
export function readUnanswered(answer: string): string | null {
  return answer.startsWith(UNANSWERED) ? answer.slice(UNANSWERED.length) : null;
}

/** Shown beside the field of an address whose server refused the last mail. @spec mail.refused-addresses */
export function refusedEmailText(
  { email, at }: { readonly email: string; readonly at: string },
  timeZone?: string,
): string {
  return `${email}${NO_BREAK_SPACE}: cette adresse a été refusée par son serveur le ${
    formatInstant(at, timeZone)
  }.`;
}
