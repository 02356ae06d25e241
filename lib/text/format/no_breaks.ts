import { NARROW_SPACE, NO_BREAK_SPACE } from "./numbers.ts";

/** Prevents line breaks before : ; ! ? and %, and inside a quantity. @spec texts.french */
export function withNoBreaks(text: string): string {
  return text
    .replaceAll(/ (?=[:;!?%])/g, NO_BREAK_SPACE)
    .replaceAll(/(?<=\d) (?=\d{3}\b|kWh|m³)/g, NARROW_SPACE);
}
