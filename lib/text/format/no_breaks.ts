import { NARROW_SPACE, NO_BREAK_SPACE } from "./numbers.ts";

/** No line breaks before : ; ! ? and %, nor inside a quantity. @spec texts.french */
export function withNoBreaks(text: string): string {
  return text
    .replaceAll(/ (?=[:;!?%])/g, NO_BREAK_SPACE)
    .replaceAll(/(?<=\d) (?=\d{3}\b|kWh|m³)/g, NARROW_SPACE);
}
