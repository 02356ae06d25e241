/** Writes the subject and the text of a mail in French, as plain text and HTML, and says why one was not delivered. @module */

import { formatInstant } from "@/lib/base/date_format.ts";
import { escaped, NO_BREAK_SPACE, withNoBreaks } from "@/lib/base/text_format.ts";
import { PRODUCT_NAME } from "@/lib/ui/page_titles.ts";

/** Ends of host names that mail programs turn into links. */
const ENDS = "com|net|org|info|biz|eu|fr|be|ch|de|es|it|lu|nl|uk|co|io|me|ru|cn|tk|top|xyz|site|" +
  "online|shop|store|app|dev|link|click|live|pro|club|page|web|cloud|ly|gg|to";

/** An address or a URL: with a scheme, "@" or "www.", or a host name with a path or a usual end. */
const LINK = new RegExp(
  String.raw`\S*(?:@|:\/\/)\S*|\bwww\.\S+|\S+\.\p{L}{2,}\/\S*|` +
    String.raw`[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.(?:${ENDS})(?![\p{L}\p{N}-])\S*`,
  "giu",
);

/** Any letters after a dot in a word: no first name or surname has them. */
const DOTTED = /\p{L}\.\p{L}{2,}/u;

/**
 * A person's name for the first line of a mail and its recipient; "" when it is an address, a URL or several lines, which
 * the writer of the name would make the program say.
 *
 * @spec organisations.mailed-names
 */
export function mailedName(name: string): string {
  const plain = name.normalize("NFKC");
  const isLink = plain.search(LINK) >= 0 || DOTTED.test(plain) ||
    /[\p{Cc}\u2028\u2029]/u.test(plain);
  return isLink ? "" : name.trim();
}

/** A subject in one line, without the addresses and URLs of names in it. @spec organisations.mailed-names */
export function mailedSubject(subject: string): string {
  return subject.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ").replaceAll(LINK, "…");
}

/**
 * A mail in French, as plain text and as simple HTML with the same text.
 *
 * @param name of its recipient, for the greeting; "" when unknown
 * @param link URL of the letter's link; unused by a mail without a link
 */
export function mailText(
  { before, lists = [], action, after, ...words }: MailWords,
  { name, link }: { name: string; link: string },
): MailText {
  const subject = mailedSubject(words.subject);
  const greeted = mailedName(name);
  const greeting = greeted === "" ? "Bonjour," : `Bonjour ${greeted},`;
  const first = [greeting, ...before].map(withNoBreaks);
  const last = [...after, FOOT].map(withNoBreaks);
  const shown = action === null ? [] : [`${withNoBreaks(`${action} :`)}\n${link}`];
  return {
    subject: withNoBreaks(`${PRODUCT_NAME} : ${subject}`),
    text: [
      ...first,
      ...lists.map(({ title, items }) => plainList(title, items, link)),
      ...shown,
      ...last,
    ].join("\n\n") + "\n",
    html: htmlPage(subject, [
      ...first.map(htmlParagraph),
      ...lists.map(({ title, items }) => htmlList(title, items, link)),
      ...(action === null ? [] : [htmlLink(action, link)]),
      ...last.map(htmlParagraph),
    ]),
  };
}

const FOOT = `${PRODUCT_NAME}, message automatique : ne répondez pas à cette adresse.`;

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
function htmlPage(title: string, parts: readonly string[]): string {
  return `<!doctype html><html lang="fr"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>` +
    `<style>body{overflow-wrap:anywhere}</style></head><body>${parts.join("\n")}</body></html>\n`;
}

function htmlParagraph(text: string): string {
  return `<p>${escaped(text)}</p>`;
}

function htmlLink(text: string, href: string): string {
  return `<p><a href="${escaped(href)}">${escaped(text)}</a></p>`;
}

/** A list in the plain text of a mail, each item with its URL. @param site URL of any page of the items' site */
function plainList(title: string, items: readonly MailItem[], site: string): string {
  const lines = items.map(({ text, path }) =>
    `– ${withNoBreaks(text)}${path === null ? "" : `\n  ${hrefOf(path, site)}`}`
  );
  return [withNoBreaks(title), ...lines].join("\n");
}

function htmlList(title: string, items: readonly MailItem[], site: string): string {
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

/** Why a mail was not sent, when no server refused it. */
export const MAIL_FAULTS = {
  over: "not sent in time",
  unreadable: "closed with another secret",
} as const;

/** Prefix of the fault of a mail that was sent completely but not answered. @spec mail.lost-answers */
const UNANSWERED = "no answer to the whole mail: ";

export function writeUnanswered(fault: string): string {
  return `${UNANSWERED}${fault}`;
}

/** The fault passed to {@link writeUnanswered}; null for any other text. */
export function readUnanswered(answer: string): string | null {
  return answer.startsWith(UNANSWERED) ? answer.slice(UNANSWERED.length) : null;
}

/** Shown beside the field of an address whose server refused the last mail. @spec mail.refused-addresses */
export function refusedEmailText(
  { email, at }: { readonly email: string; readonly at: string },
  timeZone?: string,
): string {
  return `${email}${NO_BREAK_SPACE}: cette adresse a été refusée par son serveur le ${
    formatInstant(at, timeZone)
  }.`;
}
