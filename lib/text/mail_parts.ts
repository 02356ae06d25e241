import { escaped } from "./format/escaped.ts";
import { withNoBreaks } from "./format/no_breaks.ts";
import type { MailItem } from "./mail_words.ts";

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
