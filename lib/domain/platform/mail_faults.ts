/** Why a mail has not left that no server refused. */
export const MAIL_FAULTS = {
  over: "not sent in time",
  unreadable: "closed with another secret",
} as const;

/** Before what is known of a mail that was sent whole and not answered. @spec mail.lost-answers */
const UNANSWERED = "no answer to the whole mail: ";

export function writeUnanswered(fault: string): string {
  return `${UNANSWERED}${fault}`;
}

/** What {@link writeUnanswered} wrote of; null for any other answer. */
export function readUnanswered(answer: string): string | null {
  return answer.startsWith(UNANSWERED) ? answer.slice(UNANSWERED.length) : null;
}
