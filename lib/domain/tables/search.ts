/** Filter that looks for words anywhere in a line. */
export const SEARCH_FILTER = "search";

/**
 * Whether every word occurs in the texts, ignoring accents and case.
 *
 * @param words separated by blanks; an empty text matches everything
 */
export function holdsWords(texts: readonly string[], words: string): boolean {
  return plainHoldsWords(plainText(texts), words);
}

/** The same in normalised text, for texts searched often. */
export function plainHoldsWords(plain: string, words: string): boolean {
  return plainText([words]).split(" ").every((word) => plain.includes(word));
}

/** Texts without accents nor capitals, as words are looked for in them. */
export function plainText(texts: readonly string[]): string {
  return texts.join(" ").normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}
