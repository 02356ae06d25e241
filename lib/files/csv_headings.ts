/** Names and headings of CSV files without accents and case, and the separator of their cells. @module */

/** Separator of the cells of a line. */
export type Separator = ";" | "," | "\t";

export const SEPARATORS: readonly Separator[] = [";", "\t", ","];

/** Maximum length of a line, characters: 500 cells of 200. */
export const LINE_MAX = 100_000;

/** A name without accents, case or doubled blanks. */
export function plainName(name: string): string {
  return name.normalize("NFD").replace(/\p{M}/gu, "").replace(/\s+/g, " ").trim().toLowerCase();
}

/** As {@link plainName}, for a heading: `m³` is `m3`, and a byte-order mark is no part of it. */
export function plainHeading(heading: string): string {
  return plainName(heading.replace(/^\uFEFF/, "").replaceAll("³", "3"));
}

/** Whether a line of a table has no figures of its own: all its cells are empty, or it is a total. */
export function isEmptyOrTotal(cells: readonly string[]): boolean {
  const first = cells.find((cell) => cell !== "");
  return first === undefined || /^(?:sous[- ])?total\b/i.test(first);
}

/** The separator that makes the most cells of the heading. */
export function separatorOf(text: string): Separator {
  // A heading is not longer than a line may be.
  const [head = ""] = /[^\r\n]+/.exec(text.slice(0, LINE_MAX)) ?? [];
  const counts = SEPARATORS.map((mark) => [mark, head.split(mark).length] as const);
  return counts.reduce((most, one) => one[1] > most[1] ? one : most)[0];
}
