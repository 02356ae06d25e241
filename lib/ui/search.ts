/** Compares texts as a search does, without case and accents. @module */

/** Name of the filter that searches for words anywhere in a row. */
export const SEARCH_FILTER = "search";

/**
 * Whether every word occurs in the texts, ignoring accents and case.
 *
 * @param words separated by blanks; an empty text matches everything
 */
export function holdsWords(texts: readonly string[], words: string): boolean {
  return plainHoldsWords(plainText(texts), words);
}

/**
 * As `holdsWords()`, in normalised text, for texts searched often.
 *
 * @param place normalised name of its residence, which may have some of the words: "tilleuls A503"
 */
export function plainHoldsWords(plain: string, words: string, place = ""): boolean {
  const all = plainText([words]).split(/\s+/);
  return all.every((word) => plain.includes(word) || place.includes(word)) &&
    all.some((word) => plain.includes(word));
}

/** A text without accents, in lower case, without blanks around it. */
export function plainWord(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}

/** Ligatures and an apostrophe that keyboards type differently. */
const TYPED: Readonly<Record<string, string>> = { "\u0153": "oe", "\u00E6": "ae", "\u2019": "'" };

/**
 * Normalises texts for search, without accents or capitals: « Œillets » is found by "oeillets", « L’Étang » by
 * "l'etang".
 *
 * @spec tables.filters
 */
export function plainText(texts: readonly string[]): string {
  return texts.join(" ").normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase()
    .replace(/[\u0153\u00E6\u2019]/g, (sign) => TYPED[sign] ?? sign);
}
