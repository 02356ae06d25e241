/** Formats the paragraphs, lists and links of a mail as HTML and plain text. @module */

import { escaped, withNoBreaks } from "@/lib/base/text_format.ts";

/** An item of a mail's list, with its page. */
export interface MailItem {
  text: string;
  /** Path of its page; null when there is none. */
  path: string | null;
}

/** French content of a mail, before it is formatted. */
export interface MailWords {
  subject: string;
  /** Paragraphs before the link. */
  before: string[];
  /** Lists after these paragraphs, each under its title. */
  lists?: readonly { readonly title: string; readonly items: readonly MailItem[] }[];
  /** Text of the link; null for a mail without a link. */
  action: string | null;
  /** Paragraphs after the link. */
  after: string[];
}

/** The HTML of a mail, as wide as its window: a long address or name is broken. */
export function htmlPage(title: string, parts: readonly string[]): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>` +
    `<style>body{overflow-wrap:anywhere}</style></head><body>${parts.join("\n")}</body></html>\n`;
}

export function htmlParagraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

export function htmlLink(text: string, href: string): string {
  return `<p><a href="${escaped(href)}">${escaped(text)}</a></p>`;
}

/** A list in the plain text of a mail, each item with its URL. @param site URL of any page of the items' site */
export function plainList(title: string, items: readonly MailItem[], site: string): string {
  const lines = items.map(({ text, path }) =>
    `– ${withNoBreaks(text)}${path === null ? "" : `\n  ${hrefOf(path, site)}`}`
  );
  return [withNoBreaks(title), ...lines].join("\n");
}

export function htmlList(title: string, items: readonly MailItem[], site: string): string {
  const lines = items.map(({ text, path }) => {
    const shown = escaped(withNoBreaks(text));
    return path === null
      ? `<li>${shown}</li>`
      : `<li><a href="${escaped(hrefOf(path, site))}">${shown}</a></li>`;
  });
  return `<h2>${escaped(withNoBreaks(title))}</h2><ul>${lines.join("")}</ul>`;
}

function hrefOf(path: string, site: string): string {
  return URL.parse(path, site)?.href ?? path;
}

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
