/**
 * A form field that identifies, by its name, the user for whom the form was rendered: browsers restore typed values by
 * the form's action and the names of its first fields, and must not restore them into another account's form. Its value
 * identifies the rendering of the page, so that a form submitted twice is processed once.
 *
 * @module
 */

export const MARK_LENGTH = 22;

/** Placeholder in a form, replaced with the mark of the user. */
export const NO_MARK = "-".repeat(MARK_LENGTH);

export const RENDERING_LENGTH = 16;

/** Placeholder of a rendering, replaced with the id of this rendering of the page. */
export const NO_RENDERING = "-".repeat(RENDERING_LENGTH);

/** Prefix of the field's name. */
export const START = "page:";

/** Header with which a page's script sends the mark and the rendering. */
export const PAGE_HEADER = "x-page";

export function markField(mark: string): string {
  return START + mark;
}

/** The mark among the names of submitted fields; null when the form was rendered for no user. */
export function markAmong(names: Iterable<string>): string | null {
  for (const name of names) {
    if (name.startsWith(START) && name.length === START.length + MARK_LENGTH) {
      const mark = name.slice(START.length);
      return mark === NO_MARK ? null : mark;
    }
  }
  return null;
}

/** The rendering from which a form was submitted; null when unknown. */
export function renderingAmong(fields: Iterable<readonly [string, unknown]>): string | null {
  for (const [name, value] of fields) {
    if (!name.startsWith(START) || typeof value !== "string") continue;
    return value.length === RENDERING_LENGTH && value !== NO_RENDERING ? value : null;
  }
  return null;
}

/** The part of a document that is used. */
interface Marked {
  querySelector(selector: string): Element | null;
}

/** The mark of a document; null when it was rendered for no user. */
export function markOfDocument(page: Marked): string | null {
  return markAmong([fieldOf(page)?.getAttribute("name") ?? ""]);
}

/** The rendering id of a document; null when it has no form. */
export function renderingOfDocument(page: Marked): string | null {
  return fieldOf(page)?.getAttribute("value") ?? null;
}

function fieldOf(page: Marked): Element | null {
  return page.querySelector(`input[name^="${START}"]`);
}
