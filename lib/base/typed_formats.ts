/** Formats of typed e-mail addresses, telephone numbers and gas delivery points. @module */

/** Empty, or a text with at least three digits (112, 3919), or one of the numbers of two digits: 15, 17 and 18. */
export const PHONE = /^\s*$|\d\D*\d\D*\d|(?:^|\D)1[578](?:\D|$)/;

/** Maximum digits of a number, country code included (ITU-T E.164). */
const MOST_DIGITS = 15;

/** Whether a text is empty or has a telephone number, possibly with hours or a second number. @spec display.messages */
export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** The number dialled by a link; null when the text is not exactly one number. @spec display.occupant */
export function dialledNumber(text: string): string | null {
  // « +33 (0)3 … »: the zero is not dialled after the country code.
  const number = text.trim().replace(/^(\+\d+\s*)\(0\)/, "$1");
  const digits = number.replace(/\D/g, "");
  const isOne = /^\+?[\d\s.()-]+$/.test(number) && digits !== "" && isPhone(digits) &&
    digits.length <= MOST_DIGITS;
  return isOne ? `${number.startsWith("+") ? "+" : ""}${digits}` : null;
}

/** A gas delivery point: 14 digits, or GI and 6 digits. @spec gas.pce */
export const PCE = /^(\d{14}|GI\d{6})$/;

/** Whether a text is the number of a gas delivery point. @spec gas.pce */
export function isPce(text: string): boolean {
  return PCE.test(text);
}

/** Whether the text is a deliverable e-mail address: a name, `@` and a domain with a dot. @spec forms.email-addresses */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && text.indexOf("@") <= LONGEST_NAME && ADDRESS.test(text);
}

/** Key of a mailbox, equal for two spellings of its address: trimmed, lower case. */
export function emailKey(text: string): string {
  return text.trim().toLowerCase();
}

/** Limits of RFC 5321. */
const LONGEST_ADDRESS = 254;
const LONGEST_NAME = 64;

const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/i;

/** Whether a list has the mailbox of an address, in any spelling. */
export function includesEmail(emails: readonly string[], email: string): boolean {
  return emails.some((one) => emailKey(one) === emailKey(email));
}

/** Last labels of names that have no mailbox on any network, such as the default of MAIL_FROM. */
const OWN_NAMES: ReadonlySet<string> = new Set(["invalid", "localdomain", "localhost"]);

/**
 * Whether mail to this address reaches a mailbox anywhere: servers may refuse mails from one that does not, and those
 * returned to it are lost.
 *
 * @spec mail.returned
 */
export function isReachableSender(address: string): boolean {
  const label = address.toLowerCase().replace(/\.$/, "").split(/[@.]/).at(-1) ?? "";
  return !OWN_NAMES.has(label);
}
