/** Filter that looks for words anywhere in a line. */
export const SEARCH_FILTER = "search";

/**
 * Whether every word stands somewhere in the texts, whatever its accents and capitals.
 *
 * @param words parted by blanks; none keeps everything
 */
export function holdsWords(texts: readonly string[], words: string): boolean {
  return plainHoldsWords(plainText(texts), words);
}

/** The same in a text made plain before, for what is searched again and again. */
export function plainHoldsWords(plain: string, words: string): boolean {
  return plainText([words]).split(" ").every((word) => plain.includes(word));
}

/** Texts without accents nor capitals, as words are looked for in them. */
export function plainText(texts: readonly string[]): string {
  return texts.join(" ").normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}
