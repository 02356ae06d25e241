import { formatNumber, NO_BREAK_SPACE } from "./numbers.ts";

/**
 * A count with its noun: "1 ligne", "0 ligne", "1 234 lignes".
 *
 * In French, a count below two takes the singular.
 */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count, 0)}${NO_BREAK_SPACE}${count < 2 ? one : many}`;
}
