/** Nothing, or a text with the three digits of the shortest numbers, such as 115. */
export const PHONE = /^\s*$|\d\D*\d\D*\d/;

/** Digits of the longest number, its country's code included (ITU-T E.164). */
const MOST_DIGITS = 15;

/** Whether a text tells a telephone number, maybe with its hours or a second one; an empty text does. @spec display.messages */
export function isPhone(text: string): boolean {
  return PHONE.test(text);
}

/** The number that a link dials; null for a text that is not one number alone. @spec display.occupant */
export function dialledNumber(text: string): string | null {
  // « +33 (0)3 … »: the zero is dialled only without the country's code.
  const number = text.trim().replace(/^(\+\d+\s*)\(0\)/, "$1");
  const digits = digitsOf(number);
  const isOne = /^\+?[\d\s.()-]+$/.test(number) && digits !== "" && isPhone(digits) &&
    digits.length <= MOST_DIGITS;
  return isOne ? `${number.startsWith("+") ? "+" : ""}${digits}` : null;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
