/** What the last mails about documents say of the next ones: none is repeated by a clock that was ahead and set back. @module */

import { MINUTE_MS } from "@/lib/base/durations.ts";
import type { DocumentList } from "./document_states.ts";

/** The list in which a document waits for its provider, its deadline, and the provider. */
export interface Reminder {
  readonly list: Extract<DocumentList, "running" | "late">;
  readonly deadline: string;
  readonly providerId: string;
}

/** The stored mark of a document's last reminder. */
export function reminderMark({ list, deadline, providerId }: Reminder): string {
  return `${list} ${deadline} ${providerId}`;
}

/**
 * Whether a provider was reminded of a document: another list, another deadline or another provider causes a new reminder.
 * A document that is no longer late, with the same deadline, was late by a clock that was set back since.
 *
 * @spec contracting.mails
 * @param mark null before the first reminder; that of an older version lacks the provider
 */
export function isReminded(mark: string | null, { list, deadline, providerId }: Reminder): boolean {
  const counted = list === "running" ? ["running", "late"] as const : [list];
  return counted.some((list) =>
    mark === `${list} ${deadline}` || mark === reminderMark({ list, deadline, providerId })
  );
}

/** The last mail to a validator. */
interface ValidatorMail {
  /** Instant; a deposit made until then was in the mail. */
  readonly at: string;
  /** Instant of the mail before it. */
  readonly before?: string | undefined;
  /** Instants of the deposits of the mail that were later than the mail itself, by a clock that was ahead. */
  readonly ahead?: readonly string[] | undefined;
}

/**
 * Whether a deposit was in no mail to a validator.
 *
 * @spec contracting.mails
 * @param deposit instant; "" when unknown
 * @param last null before the first mail; in the future when the clock was set back since
 */
export function isDepositNew(deposit: string, last: ValidatorMail | null, now: string): boolean {
  if (last === null) return deposit !== "";
  if (last.at > now) return deposit > (deposit > now ? last.at : last.before ?? "");
  return deposit > last.at && !last.ahead?.includes(deposit);
}

/** Maximum number of such deposits in a mark. */
const MOST_AHEAD = 500;

/** The mark of a mail sent now about some deposits, after the last one. */
export function validatorMail(
  deposits: readonly string[],
  last: ValidatorMail | null,
  now: string,
): ValidatorMail {
  const before = last !== null && last.at > now ? last.before : last?.at;
  const ahead = deposits.filter((deposit) => deposit > now).slice(0, MOST_AHEAD);
  return { at: now, ...before !== undefined && { before }, ...ahead.length > 0 && { ahead } };
}

/** Time over which the verdicts of a provider are gathered into one mail, ms. */
export const GATHERED_MS = 15 * MINUTE_MS;

/**
 * Whether a mail about verdicts is due: the first of them, and the last such mail, are fifteen minutes old. Those in the
 * future are of a clock that was set back since.
 *
 * @spec contracting.verdict-mails
 * @param instants of the verdicts, and of the last mail
 */
export function isVerdictMailDue(
  instants: readonly string[],
  last: string | null,
  nowMs: number,
): boolean {
  const isOld = (at: string) => Math.abs(nowMs - Date.parse(at)) >= GATHERED_MS;
  return instants.some(isOld) && (last === null || isOld(last));
}
