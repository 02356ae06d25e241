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
