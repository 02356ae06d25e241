/** Filter that looks for words anywhere in a line. */
export const SEARCH_FILTER = "search";

/**
 * Whether every word stands somewhere in the texts, whatever its accents and capitals.
 *
 * @param words parted by blanks; none keeps everything
 */
export function holdsWords(texts: readonly string[], words: string): boolean {
  const text = plain(texts.join(" "));
  return plain(words).split(" ").every((word) => text.includes(word));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{Diacritic}/gu, "").toLowerCase();
}
