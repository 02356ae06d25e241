import { type AnyLetter, hasAddress, LETTERS } from "@/lib/app/letters.ts";
import type { DeclaredLetter, OpenedLetter } from "@/lib/mail/letters.ts";
import type { MailText } from "@/lib/mail/mail_body.ts";
import { mailText } from "@/lib/mail/text.ts";

/** What the program gives to the sender of the outbox. */
export const OF_APP = { letters: LETTERS, hasAddress };

/** A letter as its area queues it. */
export function declared(letter: AnyLetter): DeclaredLetter {
  return { kind: letter.kind, text: JSON.stringify(letter) };
}

/** A letter as it is read from the outbox. */
export function opened(letter: AnyLetter): OpenedLetter<AnyLetter> {
  return LETTERS.open(letter.kind, letter);
}

export function mailTextOf(
  letter: AnyLetter,
  to: { readonly name: string; readonly link: string },
): MailText {
  return mailText(opened(letter).words(), to);
}
