/**
 * Whose page a form was drawn for: a field whose name alone says it, since a browser gives what was typed back to a
 * form by its action and the names of its first fields, and must not give it to the form of another account.
 *
 * @module
 */

/** Length of a mark, characters. */
export const MARK_LENGTH = 22;

/** What a form holds as it is drawn: the front writes the mark of its reader over it. */
export const NO_MARK = "-".repeat(MARK_LENGTH);

const START = "page:";

/** Header by which a script of a page says the same. */
export const PAGE_HEADER = "x-page";

/** Name of the field, with a mark. */
export function markField(mark: string): string {
  return START + mark;
}

/** The mark among the names of the fields sent; null when the form was nobody's in particular. */
export function markAmong(names: Iterable<string>): string | null {
  for (const name of names) {
    if (name.startsWith(START) && name.length === START.length + MARK_LENGTH) {
      const mark = name.slice(START.length);
      return mark === NO_MARK ? null : mark;
    }
  }
  return null;
}

/** What of a document is looked at. */
interface Marked {
  querySelector(selector: string): Element | null;
}

/** The mark of a document; null when it was drawn for nobody in particular. */
export function markOfDocument(page: Marked): string | null {
  const field = page.querySelector(`input[name^="${START}"]`);
  return markAmong([field?.getAttribute("name") ?? ""]);
}
