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
